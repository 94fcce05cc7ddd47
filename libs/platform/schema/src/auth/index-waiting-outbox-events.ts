import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What waits to be carried over is found by it, in its order; what was refused stays for a while, and is in nobody's way. */
export class IndexWaitingOutboxEvents1795344000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX auth.event_outbox_shop_id_occurred_at_id_idx;
      CREATE INDEX ON auth.event_outbox (shop_id, occurred_at, id) WHERE refused_at IS NULL`);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX auth.event_outbox_shop_id_occurred_at_id_idx;
      CREATE INDEX ON auth.event_outbox (shop_id, occurred_at, id)`);
  }
}
