import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What removes rows that are over, and have been for long enough: the worker calls it, for all shops, and may otherwise neither see nor delete them. It ends
 * nothing: whatever the caller says, a row goes only where it was over a day ago, an entry of the audit log only after 30 days.
 */
export class RemoveOutdated1795343727260 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(up);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(down);
  }
}

const up = `
CREATE INDEX nonces_expires_at ON auth.nonces (expires_at);
CREATE INDEX oauth_tokens_ended ON auth.oauth_tokens (updated_at) WHERE status <> 'active';
CREATE INDEX access_tokens_expires_at ON auth.access_tokens (expires_at);
CREATE INDEX access_tokens_revoked ON auth.access_tokens (updated_at) WHERE status = 'revoked';
CREATE INDEX sessions_expires_at ON auth.sessions (expires_at);
CREATE INDEX request_counts_hour ON auth.request_counts (hour);
CREATE INDEX installations_uninstalled ON auth.installations (uninstalled_at) WHERE status = 'uninstalled';
CREATE INDEX audit_entries_created_at ON auth.audit_entries (created_at);
-- An app goes when nothing leads to it any more.
CREATE INDEX audit_entries_app_id ON auth.audit_entries (app_id) WHERE app_id IS NOT NULL;

CREATE FUNCTION auth.remove_outdated(kind text, before timestamptz, most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  removed integer;
  latest CONSTANT timestamptz := now() - CASE kind WHEN 'audit_entries' THEN interval '30 days' ELSE interval '1 day' END;
  bound CONSTANT timestamptz := least(before, latest);
BEGIN
  -- One worker at a time; the others have nothing to do.
  IF NOT pg_try_advisory_xact_lock(hashtextextended('auth.remove_outdated', 0)) THEN
    RETURN 0;
  END IF;
  CASE kind
  WHEN 'nonces' THEN
    DELETE FROM auth.nonces WHERE digest IN (SELECT digest FROM auth.nonces WHERE expires_at < bound LIMIT most);
  WHEN 'oauth_tokens' THEN
    DELETE FROM auth.oauth_tokens t USING (
      SELECT o.shop_id, o.id FROM auth.oauth_tokens o WHERE o.status <> 'active' AND o.updated_at < bound
        AND NOT EXISTS (SELECT FROM auth.nonces n WHERE n.shop_id = o.shop_id AND n.oauth_token_id = o.id) LIMIT most) old
    WHERE t.shop_id = old.shop_id AND t.id = old.id;
  WHEN 'access_tokens' THEN
    DELETE FROM auth.access_tokens t USING (
      (SELECT shop_id, id FROM auth.access_tokens WHERE status = 'revoked' AND updated_at < bound LIMIT most)
      UNION (SELECT shop_id, id FROM auth.access_tokens WHERE expires_at < bound LIMIT most)) old
    WHERE t.shop_id = old.shop_id AND t.id = old.id;
  WHEN 'sessions' THEN
    DELETE FROM auth.sessions WHERE id IN (SELECT id FROM auth.sessions WHERE expires_at < bound LIMIT most);
  WHEN 'app_secrets' THEN
    DELETE FROM auth.app_secrets WHERE (app_id, generation) IN (SELECT app_id, generation FROM auth.app_secrets WHERE expires_at < bound LIMIT most);
  WHEN 'webhook_secrets' THEN
    DELETE FROM auth.webhook_secrets WHERE id IN (SELECT id FROM auth.webhook_secrets WHERE expires_at < bound LIMIT most);
  WHEN 'request_counts' THEN
    DELETE FROM auth.request_counts c USING (SELECT shop_id, hour, credential_id FROM auth.request_counts WHERE hour < bound LIMIT most) old
    WHERE c.shop_id = old.shop_id AND c.hour = old.hour AND c.credential_id = old.credential_id;
  WHEN 'installations' THEN
    DELETE FROM auth.installations i USING (
      SELECT u.shop_id, u.id FROM auth.installations u WHERE u.status = 'uninstalled' AND u.uninstalled_at < bound
        AND NOT EXISTS (SELECT FROM auth.oauth_tokens o WHERE o.shop_id = u.shop_id AND o.installation_id = u.id) LIMIT most) old
    WHERE i.shop_id = old.shop_id AND i.id = old.id;
  WHEN 'audit_entries' THEN
    DELETE FROM auth.audit_entries WHERE id IN (SELECT id FROM auth.audit_entries WHERE created_at < bound LIMIT most);
  WHEN 'apps' THEN
    DELETE FROM auth.apps WHERE id IN (
      SELECT a.id FROM auth.apps a WHERE a.deleted_at < bound
        AND NOT EXISTS (SELECT FROM auth.installations i WHERE i.app_id = a.id)
        AND NOT EXISTS (SELECT FROM auth.audit_entries e WHERE e.app_id = a.id) LIMIT most);
  END CASE;
  GET DIAGNOSTICS removed = ROW_COUNT;
  RETURN removed;
END $$;
REVOKE EXECUTE ON FUNCTION auth.remove_outdated(text, timestamptz, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.remove_outdated(text, timestamptz, integer) TO storewright_hooks;
`;

const down = `
DROP FUNCTION auth.remove_outdated(text, timestamptz, integer);
DROP INDEX auth.nonces_expires_at, auth.oauth_tokens_ended, auth.access_tokens_expires_at, auth.access_tokens_revoked, auth.sessions_expires_at,
  auth.request_counts_hour, auth.installations_uninstalled, auth.audit_entries_created_at, auth.audit_entries_app_id;
`;
