import type { MigrationInterface, QueryRunner } from 'typeorm';

/** On what and from where a person signed in, so that they recognise their sessions. Both go with the session. */
export class AddSessionOrigin1795374000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE auth.sessions ADD COLUMN user_agent text CHECK (length(user_agent) <= 255), ADD COLUMN network text`);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth.sessions DROP COLUMN user_agent, DROP COLUMN network');
  }
}
