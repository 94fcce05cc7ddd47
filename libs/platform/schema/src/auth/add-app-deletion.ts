import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An app that its developer deleted stays as a row: installations, tokens and audit entries of shops lead to it. */
export class AddAppDeletion1700000700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth.apps ADD deleted_at timestamptz');
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth.apps DROP deleted_at');
  }
}
