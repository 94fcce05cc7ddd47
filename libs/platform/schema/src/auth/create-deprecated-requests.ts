import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who still uses what is deprecated, by the day. The shop API adds to it; a function shows an app's own developer, over all shops, what came with the app's tokens. */
export class CreateDeprecatedRequests1795365090054 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE auth.deprecated_requests (
        shop_id uuid NOT NULL REFERENCES auth.shops (id),
        -- When the day began.
        day timestamptz NOT NULL,
        -- An installation or an access token.
        credential_id uuid NOT NULL,
        -- A route, a resource or an attribute.
        feature text NOT NULL,
        id uuid NOT NULL DEFAULT uuidv7(),
        credential text NOT NULL CHECK (credential IN ('installations', 'access_tokens')),
        sunset_at timestamptz,
        requests integer NOT NULL,
        last_request_at timestamptz NOT NULL,
        PRIMARY KEY (shop_id, day, credential_id, feature)
      );
      ALTER TABLE auth.deprecated_requests ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
      CREATE POLICY of_shop ON auth.deprecated_requests USING (shop_id = (SELECT auth.current_shop()));
      GRANT SELECT ON auth.deprecated_requests TO storewright_auth;
      GRANT SELECT, INSERT, DELETE ON auth.deprecated_requests TO storewright_shop;
      GRANT UPDATE (requests, sunset_at, last_request_at) ON auth.deprecated_requests TO storewright_shop;
      CREATE FUNCTION auth.deprecated_requests_of_app(app uuid) RETURNS TABLE (id uuid, app_id uuid, shop_id uuid, installation_id uuid,
        feature text, day timestamptz, sunset_at timestamptz, requests integer, last_request_at timestamptz)
        LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
        SELECT d.id, i.app_id, d.shop_id, i.id, d.feature, d.day, d.sunset_at, d.requests, d.last_request_at
        FROM auth.apps a JOIN auth.installations i ON i.app_id = a.id
        JOIN auth.deprecated_requests d ON d.shop_id = i.shop_id AND d.credential_id = i.id
        WHERE a.id = app AND a.owner_id = auth.current_owner() $$;
      REVOKE EXECUTE ON FUNCTION auth.deprecated_requests_of_app(uuid) FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION auth.deprecated_requests_of_app(uuid) TO storewright_auth`);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP FUNCTION auth.deprecated_requests_of_app(uuid); DROP TABLE auth.deprecated_requests',
    );
  }
}
