import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the node of a cluster that held the shop's rows when the newest number was assigned. A node can fail over
 * without the coordinator, so the timeline of the coordinator is not enough to detect a lost number.
 */
export class AddEventNodes1795700100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE shop.event_streams ADD COLUMN node text;
      GRANT UPDATE (node) ON shop.event_streams TO storewright_shop, storewright_hooks`);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE shop.event_streams DROP COLUMN node');
  }
}
