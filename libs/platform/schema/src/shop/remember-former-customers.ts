import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which customers an order had before, with digests of what it knew of them then: when one of them is redacted, what is left of it goes (docs/adr/redaction.md). In
 * the row, so that it goes with the order. Few orders change hands; the index has these alone.
 */
export class RememberFormerCustomers1795660200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE shop.orders ADD COLUMN former_customers jsonb;
      CREATE INDEX ON shop.orders (shop_id, id) WHERE former_customers IS NOT NULL`);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE shop.orders DROP COLUMN former_customers');
  }
}
