import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The worker clears away the kept answers of shops that write no more; who writes clears the shop's own. */
export class ClearIdempotencyKeys1795343727261 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('GRANT SELECT (created_at), DELETE ON shop.idempotency_keys TO storewright_hooks');
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('REVOKE SELECT (created_at), DELETE ON shop.idempotency_keys FROM storewright_hooks');
  }
}
