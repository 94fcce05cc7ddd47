import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Records how far the deletion of outdated rows has advanced, so that a wrong clock cannot delete more than one step of
 * rows.
 */
export class CreateRetentionRuns1795710000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE auth.retention_runs (
        data text COLLATE "C" PRIMARY KEY CHECK (data IN ('auth', 'shop')),
        reached timestamptz NOT NULL DEFAULT now(),
        seen timestamptz NOT NULL DEFAULT now()
      );
      INSERT INTO auth.retention_runs (data) VALUES ('auth'), ('shop');
      GRANT SELECT, UPDATE (reached, seen) ON auth.retention_runs TO storewright_hooks`);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE auth.retention_runs');
  }
}
