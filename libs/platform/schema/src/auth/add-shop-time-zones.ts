import type { MigrationInterface, QueryRunner } from 'typeorm';

/** In which time zone a shop counts its days, and the version of what its people change. Services of the version before leave both as they are. */
export class AddShopTimeZones1795405500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE auth.shops
        ADD COLUMN time_zone text COLLATE "C" NOT NULL DEFAULT 'UTC' CHECK (time_zone ~ '^[A-Za-z0-9_+/-]{1,64}$'),
        ADD COLUMN version integer NOT NULL DEFAULT 1`);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth.shops DROP COLUMN time_zone, DROP COLUMN version');
  }
}
