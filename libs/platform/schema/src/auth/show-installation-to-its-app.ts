import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The shop API reads no installations; the function lets who presents an OAuth token know the one that it is of, and nobody anything else. */
export class ShowInstallationToItsApp1795351345794 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION auth.installation_of_bearer() RETURNS TABLE (shop_id uuid, id uuid, app_id uuid, scopes text[], status text,
        version integer, installed_at timestamptz, created_at timestamptz, updated_at timestamptz)
        LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
        SELECT i.shop_id, i.id, i.app_id, i.scopes, i.status, i.version, i.installed_at, i.created_at, i.updated_at
        FROM auth.oauth_tokens t JOIN auth.installations i ON i.shop_id = t.shop_id AND i.id = t.installation_id
        WHERE t.digest = auth.current_credential() AND t.status = 'active' $$;
      REVOKE EXECUTE ON FUNCTION auth.installation_of_bearer() FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION auth.installation_of_bearer() TO storewright_shop`);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION auth.installation_of_bearer()');
  }
}
