import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = ['products', 'variants', 'customers', 'codes', 'orders'];

/** Versions begin at 1 in every table, as in that of meta: entities say it once, in `VersionedRow`. */
export class DefaultVersions1795322613413 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables)
      await runner.query(`ALTER TABLE shop.${table} ALTER COLUMN version SET DEFAULT 1`);
  }
  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables)
      await runner.query(`ALTER TABLE shop.${table} ALTER COLUMN version DROP DEFAULT`);
  }
}
