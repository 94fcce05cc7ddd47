import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What proves, beside the nonce, that it is the app that exchanges it: a code verifier (RFC 7636), or the app's secret where the app requires it. */
export class AddCodeChallenges1795352034760 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE auth.nonces ADD code_challenge text COLLATE "C" CHECK (code_challenge ~ '^[A-Za-z0-9_-]{43}$');
      ALTER TABLE auth.apps ADD require_secret boolean NOT NULL DEFAULT false`);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE auth.nonces DROP code_challenge; ALTER TABLE auth.apps DROP require_secret',
    );
  }
}
