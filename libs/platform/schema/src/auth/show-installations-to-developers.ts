import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A developer sees the installations of the own apps in all shops, how their tokens stand and how many requests came with them. Row-level security hides all of it from
 * the developer; two functions show the app's own developer this much, and nobody anything else.
 */
export class ShowInstallationsToDevelopers1795354152912 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(up);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX auth.audit_entries_webhooks;
      DROP FUNCTION auth.activity_of_installation(uuid, uuid), auth.installations_of_app(uuid)`);
  }
}

const up = `
CREATE FUNCTION auth.installations_of_app(app uuid) RETURNS TABLE (shop_id uuid, id uuid, app_id uuid, scopes text[], status text,
  installed_at timestamptz, uninstalled_at timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
  SELECT i.shop_id, i.id, i.app_id, i.scopes, i.status, i.installed_at, i.uninstalled_at
  FROM auth.installations i JOIN auth.apps a ON a.id = i.app_id
  WHERE i.app_id = app AND a.owner_id = auth.current_owner() $$;

-- Of the rows of a page alone. Requests: of today and the six days before.
CREATE FUNCTION auth.activity_of_installation(shop uuid, installation uuid) RETURNS TABLE (token_status text, last_used_at timestamptz,
  requests bigint, client_errors bigint, server_errors bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
  SELECT t.status, u.last_used_at, c.requests, c.client_errors, c.server_errors
  FROM auth.installations i
  JOIN auth.apps a ON a.id = i.app_id AND a.owner_id = auth.current_owner()
  LEFT JOIN LATERAL (SELECT o.status FROM auth.oauth_tokens o WHERE o.shop_id = i.shop_id AND o.installation_id = i.id
    ORDER BY o.status = 'active' DESC, o.id DESC LIMIT 1) t ON true
  CROSS JOIN LATERAL (SELECT max(o.last_used_at) AS last_used_at FROM auth.oauth_tokens o WHERE o.shop_id = i.shop_id AND o.installation_id = i.id) u
  CROSS JOIN LATERAL (SELECT coalesce(sum(r.requests), 0) AS requests, coalesce(sum(r.client_errors), 0) AS client_errors,
      coalesce(sum(r.server_errors), 0) AS server_errors FROM auth.request_counts r
    WHERE r.shop_id = i.shop_id AND r.credential_id = i.id AND r.hour >= date_trunc('day', now()) - make_interval(days => 6)) c
  WHERE i.shop_id = shop AND i.id = installation $$;

REVOKE EXECUTE ON FUNCTION auth.installations_of_app(uuid), auth.activity_of_installation(uuid, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.installations_of_app(uuid), auth.activity_of_installation(uuid, uuid) TO storewright_auth;

-- What a developer was told last of the webhooks to an installation.
CREATE INDEX audit_entries_webhooks ON auth.audit_entries (app_id, (detail->>'installation_id'), id)
  WHERE owner_id IS NOT NULL AND kind IN ('webhooks.paused', 'webhooks.resumed', 'webhooks.expiring', 'webhooks.expired');
`;
