import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Row-level security for what belongs to no shop: people, their sessions and the sealed secrets of apps. A row is seen by the person it belongs to, by whoever
 * presents what leads to it (a session's token, the email of a sign-in, the client id of an app), and by the shops that need it; by nobody else, and without a
 * context by nobody at all. Of apps the other services see the columns that they use.
 */
export class RestrictPeopleAndSecrets1795330663760 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(up);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(down);
  }
}

const tables = ['owners', 'sessions', 'app_secrets', 'webhook_secrets'];
const each = (statement: (table: string) => string) => tables.map(statement).join('\n');

/** Of the app whose developer it is, or that a client says it is: to whoever knows its id, the service shows nothing of a secret. */
const ofDeveloperOrClient = (table: string) =>
  `app_id = (SELECT auth.current_app())
    OR EXISTS (SELECT 1 FROM auth.apps a WHERE a.id = ${table}.app_id AND a.owner_id = (SELECT auth.current_owner()))`;
/** Of the app of the token that is presented: for its Secret-Proof. */
const ofBearer =
  'app_id = (SELECT t.app_id FROM auth.oauth_tokens t WHERE t.digest = (SELECT auth.current_credential()))';

const up = `
CREATE FUNCTION auth.current_app() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('app.app_id', true), '')::uuid $$;

-- Who made an app, or did what an entry of the audit log tells: of anybody else than oneself a name, and nothing more.
CREATE FUNCTION auth.owner_name(owner uuid) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog
  AS $$ SELECT o.name FROM auth.owners o WHERE o.id = owner $$;
REVOKE EXECUTE ON FUNCTION auth.owner_name(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.owner_name(uuid) TO storewright_auth;

${each((table) => `ALTER TABLE auth.${table} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;`)}

CREATE POLICY of_owner_or_bearer ON auth.sessions
  USING (owner_id = (SELECT auth.current_owner()) OR digest = (SELECT auth.current_credential()));
-- By email: its SHA-256 is what is presented.
CREATE POLICY of_owner_or_bearer ON auth.owners
  USING (id = (SELECT auth.current_owner())
    OR sha256(convert_to(email_key, 'UTF8')) = (SELECT auth.current_credential())
    OR id = (SELECT s.owner_id FROM auth.sessions s WHERE s.digest = (SELECT auth.current_credential())));

CREATE POLICY of_developer_or_bearer ON auth.app_secrets TO storewright_auth
  USING (${ofDeveloperOrClient('app_secrets')} OR ${ofBearer});
CREATE POLICY of_bearer ON auth.app_secrets FOR SELECT TO storewright_shop USING (${ofBearer});
CREATE POLICY of_developer ON auth.webhook_secrets TO storewright_auth USING (${ofDeveloperOrClient('webhook_secrets')});
CREATE POLICY of_shop ON auth.webhook_secrets FOR SELECT TO storewright_hooks
  USING (EXISTS (SELECT 1 FROM auth.installations i WHERE i.shop_id = (SELECT auth.current_shop()) AND i.app_id = webhook_secrets.app_id));

REVOKE SELECT ON auth.apps FROM storewright_shop, storewright_hooks;
GRANT SELECT (id, require_proof) ON auth.apps TO storewright_shop;
GRANT SELECT (id, owner_id, webhook_url, webhook_events) ON auth.apps TO storewright_hooks;
`;

const down = `
REVOKE SELECT (id, require_proof) ON auth.apps FROM storewright_shop;
REVOKE SELECT (id, owner_id, webhook_url, webhook_events) ON auth.apps FROM storewright_hooks;
GRANT SELECT ON auth.apps TO storewright_shop, storewright_hooks;
DROP POLICY of_owner_or_bearer ON auth.sessions;
DROP POLICY of_owner_or_bearer ON auth.owners;
DROP POLICY of_developer_or_bearer ON auth.app_secrets;
DROP POLICY of_bearer ON auth.app_secrets;
DROP POLICY of_developer ON auth.webhook_secrets;
DROP POLICY of_shop ON auth.webhook_secrets;
${each((table) => `ALTER TABLE auth.${table} NO FORCE ROW LEVEL SECURITY, DISABLE ROW LEVEL SECURITY;`)}
DROP FUNCTION auth.owner_name(uuid), auth.current_app();
`;
