import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What signs an app's webhooks (CONTRACT §6): like the app's own secret, sealed, with at most two generations alive. Only who signs may read them. */
export class CreateWebhookSecrets1700001100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE auth.webhook_secrets (
        app_id uuid NOT NULL REFERENCES auth.apps (id) ON DELETE CASCADE,
        generation integer NOT NULL,
        id uuid NOT NULL UNIQUE,
        sealed text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz,
        PRIMARY KEY (app_id, generation)
      );
      GRANT SELECT, INSERT, UPDATE, DELETE ON auth.webhook_secrets TO storewright_auth;
      GRANT SELECT ON auth.webhook_secrets TO storewright_hooks`);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE auth.webhook_secrets');
  }
}
