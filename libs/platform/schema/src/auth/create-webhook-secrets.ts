import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What signs an app's webhooks (docs/contract.md §6): like the app's own secret, sealed, with at most two generations alive. Only who signs may read them. And who
 * receives what, for the shop API, which reads nothing else of installations.
 */
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
      GRANT SELECT ON auth.webhook_secrets TO storewright_hooks;
      CREATE FUNCTION auth.webhook_audience(installation uuid)
      RETURNS TABLE (scopes text[], webhook_events text[], installed_at timestamptz) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
        SELECT i.scopes, a.webhook_events, i.installed_at FROM auth.installations i JOIN auth.apps a ON a.id = i.app_id
        WHERE i.shop_id = auth.current_shop() AND i.id = installation AND i.status = 'installed' AND a.webhook_url IS NOT NULL $$;
      REVOKE EXECUTE ON FUNCTION auth.webhook_audience(uuid) FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION auth.webhook_audience(uuid) TO storewright_shop`);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION auth.webhook_audience(uuid); DROP TABLE auth.webhook_secrets');
  }
}
