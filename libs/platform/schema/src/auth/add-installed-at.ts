import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when an app is installed: a row outlives an uninstallation, and `created_at` with it. */
export class AddInstalledAt1700000400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE auth.installations ADD installed_at timestamptz NOT NULL DEFAULT now();
      UPDATE auth.installations SET installed_at = created_at`);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth.installations DROP installed_at');
  }
}
