import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * After a restore numbers are given a second time. The epoch of a log tells the events of before from those of after; it is a new one when the log is on another
 * server, or another timeline of it, than it was, and when the operator says so.
 */
export class AddEpochs1795334000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE shop.events ADD COLUMN epoch bigint NOT NULL DEFAULT 1;
      ALTER TABLE shop.event_streams ADD COLUMN epoch bigint NOT NULL DEFAULT 1, ADD COLUMN server text;
      GRANT UPDATE (epoch) ON shop.events TO storewright_shop, storewright_hooks;
      GRANT UPDATE (epoch, server) ON shop.event_streams TO storewright_shop, storewright_hooks`);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE shop.event_streams DROP COLUMN epoch, DROP COLUMN server;
      ALTER TABLE shop.events DROP COLUMN epoch`);
  }
}
