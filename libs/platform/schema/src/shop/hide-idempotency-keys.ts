import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The worker writes a digest over the key of an answer that it redacts: clients chose it, and may have put a person's values in. */
export class HideIdempotencyKeys1795660500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('GRANT UPDATE (key) ON shop.idempotency_keys TO storewright_hooks');
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('REVOKE UPDATE (key) ON shop.idempotency_keys FROM storewright_hooks');
  }
}
