import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The shop API skips an event that a receiver keeps refusing: it moves the stream past the event and marks its delivery (docs/webhooks.md). */
export class SkipDeliveries1795708000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE shop.webhook_deliveries DROP CONSTRAINT webhook_deliveries_status_check;
      ALTER TABLE shop.webhook_deliveries ADD CONSTRAINT webhook_deliveries_status_check
        CHECK (status IN ('waiting', 'retrying', 'delivered', 'failed', 'skipped')) NOT VALID;
      GRANT UPDATE (last_sequence, attempts, next_attempt_at, delivery_id) ON shop.webhook_streams TO storewright_shop;
      GRANT UPDATE (status, updated_at) ON shop.webhook_deliveries TO storewright_shop`);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      REVOKE UPDATE (last_sequence, attempts, next_attempt_at, delivery_id) ON shop.webhook_streams FROM storewright_shop;
      REVOKE UPDATE (status, updated_at) ON shop.webhook_deliveries FROM storewright_shop;
      UPDATE shop.webhook_deliveries SET status = 'failed' WHERE status = 'skipped';
      ALTER TABLE shop.webhook_deliveries DROP CONSTRAINT webhook_deliveries_status_check;
      ALTER TABLE shop.webhook_deliveries ADD CONSTRAINT webhook_deliveries_status_check
        CHECK (status IN ('waiting', 'retrying', 'delivered', 'failed'))`);
  }
}
