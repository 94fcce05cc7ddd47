import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets the shop API skip an event that a receiver keeps refusing: the API moves the stream past the event and marks its
 * delivery (docs/webhooks.md). Each command is its own query. Citus sends the whole text of a query with ALTER TABLE to
 * its nodes, which accept only one command.
 */
export class SkipDeliveries1795708000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(dropCheck);
    await runner.query(addCheck(['waiting', 'retrying', 'delivered', 'failed', 'skipped'], 'NOT VALID'));
    await runner.query(`GRANT UPDATE (${streamColumns}) ON shop.webhook_streams TO storewright_shop`);
    await runner.query(`GRANT UPDATE (${deliveryColumns}) ON shop.webhook_deliveries TO storewright_shop`);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`REVOKE UPDATE (${streamColumns}) ON shop.webhook_streams FROM storewright_shop`);
    await runner.query(`REVOKE UPDATE (${deliveryColumns}) ON shop.webhook_deliveries FROM storewright_shop`);
    await runner.query(`UPDATE shop.webhook_deliveries SET status = 'failed' WHERE status = 'skipped'`);
    await runner.query(dropCheck);
    await runner.query(addCheck(['waiting', 'retrying', 'delivered', 'failed']));
  }
}

const streamColumns = 'last_sequence, attempts, next_attempt_at, delivery_id';
const deliveryColumns = 'status, updated_at';

const dropCheck = 'ALTER TABLE shop.webhook_deliveries DROP CONSTRAINT webhook_deliveries_status_check';
const addCheck = (allowed: readonly string[], validity = '') =>
  `ALTER TABLE shop.webhook_deliveries ADD CONSTRAINT webhook_deliveries_status_check
     CHECK (status IN (${allowed.map((status) => `'${status}'`).join(', ')})) ${validity}`;
