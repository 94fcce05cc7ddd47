import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Access tokens of the admin panel: each belongs to a sign-in session and ends with it. */
export class AddSessionTokens1700000300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- NULL: the owner generated it, and only a revocation or its expiry ends it.
      ALTER TABLE auth.access_tokens ADD session_id uuid REFERENCES auth.sessions (id) ON DELETE CASCADE,
        ADD CHECK (session_id IS NULL OR expires_at IS NOT NULL);
      CREATE INDEX ON auth.access_tokens (session_id) WHERE session_id IS NOT NULL`);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DELETE FROM auth.access_tokens WHERE session_id IS NOT NULL; ALTER TABLE auth.access_tokens DROP session_id',
    );
  }
}
