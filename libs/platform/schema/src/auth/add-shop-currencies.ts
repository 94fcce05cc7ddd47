import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the default currency of a shop. Services of the previous version do not change it. */
export class AddShopCurrencies1795722000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE auth.shops
        ADD COLUMN currency_code text COLLATE "C" NOT NULL DEFAULT 'EUR' CHECK (currency_code ~ '^[A-Z]{3}$')`);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth.shops DROP COLUMN currency_code');
  }
}
