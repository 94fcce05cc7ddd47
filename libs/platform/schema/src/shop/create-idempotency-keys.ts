import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The first answer to each Idempotency-Key, kept with the row it made, in one transaction (docs/contract.md §2). */
export class CreateIdempotencyKeys1700000200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE shop.idempotency_keys (
        shop_id uuid NOT NULL,
        token_id uuid NOT NULL,
        key text COLLATE "C" NOT NULL,
        request_digest text NOT NULL,
        answer jsonb NOT NULL,
        created_at timestamptz NOT NULL,
        PRIMARY KEY (shop_id, token_id, key)
      );
      CREATE INDEX ON shop.idempotency_keys (shop_id, created_at);
      ALTER TABLE shop.idempotency_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
      CREATE POLICY of_shop ON shop.idempotency_keys USING (shop_id = (SELECT shop.current_shop()));
      GRANT SELECT, INSERT, UPDATE, DELETE ON shop.idempotency_keys TO storewright_shop;
    `);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE shop.idempotency_keys');
  }
}
