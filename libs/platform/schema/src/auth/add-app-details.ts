import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What owners of shops read of an app before they agree, and where they get help. */
export class AddAppDetails1795379000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE auth.apps ADD COLUMN description text, ADD COLUMN privacy_url text, ADD COLUMN support_url text`);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE auth.apps DROP COLUMN description, DROP COLUMN privacy_url, DROP COLUMN support_url',
    );
  }
}
