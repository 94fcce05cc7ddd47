import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Until when a token may have written: before, it reads no replica. Kept only where there are replicas, by whoever serves its writes. */
export class AddWritesUntil1795368000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE auth.oauth_tokens ADD COLUMN writes_until timestamptz;
      ALTER TABLE auth.access_tokens ADD COLUMN writes_until timestamptz;
      GRANT UPDATE (writes_until) ON auth.oauth_tokens TO storewright_shop;
      GRANT UPDATE (writes_until) ON auth.access_tokens TO storewright_shop`);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE auth.oauth_tokens DROP COLUMN writes_until;
      ALTER TABLE auth.access_tokens DROP COLUMN writes_until`);
  }
}
