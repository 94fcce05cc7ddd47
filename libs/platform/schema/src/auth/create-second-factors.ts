import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What people sign in with beside a password: apps that show codes, recovery codes in their place, passkeys. A row is seen by its person, a passkey also by whoever
 * presents the id of its credential, a challenge by whoever presents the challenge. A session remembers when the person last proved who they are. Mails tell of
 * changes, which need no link.
 */
export class CreateSecondFactors1795364279259 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(up);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(down);
  }
}

const up = `
CREATE TABLE auth.totp_devices (
  id uuid PRIMARY KEY,
  owner_id uuid NOT NULL UNIQUE REFERENCES auth.owners (id) ON DELETE CASCADE,
  sealed text NOT NULL,
  last_step bigint,
  confirmed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
-- They go with the device.
CREATE TABLE auth.recovery_codes (
  digest bytea PRIMARY KEY CHECK (length(digest) = 32),
  owner_id uuid NOT NULL REFERENCES auth.totp_devices (owner_id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX recovery_codes_owner_id ON auth.recovery_codes (owner_id);
CREATE TABLE auth.passkeys (
  id uuid PRIMARY KEY,
  owner_id uuid NOT NULL REFERENCES auth.owners (id) ON DELETE CASCADE,
  name text NOT NULL,
  rp_id text COLLATE "C" NOT NULL,
  digest bytea NOT NULL UNIQUE CHECK (length(digest) = 32),
  credential_id bytea NOT NULL CHECK (length(credential_id) <= 1023),
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  backed_up boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkeys_owner_id ON auth.passkeys (owner_id);
CREATE TABLE auth.passkey_challenges (
  digest bytea PRIMARY KEY CHECK (length(digest) = 32),
  owner_id uuid REFERENCES auth.owners (id) ON DELETE CASCADE,
  rp_id text COLLATE "C" NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_challenges_owner_id ON auth.passkey_challenges (owner_id);
CREATE INDEX passkey_challenges_expires_at ON auth.passkey_challenges (expires_at);

ALTER TABLE auth.totp_devices ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE auth.recovery_codes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE auth.passkeys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE auth.passkey_challenges ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_owner ON auth.totp_devices TO storewright_auth USING (owner_id = (SELECT auth.current_owner()));
CREATE POLICY of_owner ON auth.recovery_codes TO storewright_auth USING (owner_id = (SELECT auth.current_owner()));
CREATE POLICY of_owner_or_bearer ON auth.passkeys TO storewright_auth
  USING (owner_id = (SELECT auth.current_owner()) OR digest = (SELECT auth.current_credential()));
CREATE POLICY of_bearer ON auth.passkey_challenges TO storewright_auth USING (digest = (SELECT auth.current_credential()));
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.totp_devices, auth.passkeys TO storewright_auth;
GRANT SELECT, INSERT, DELETE ON auth.recovery_codes, auth.passkey_challenges TO storewright_auth;

ALTER TABLE auth.sessions ADD authenticated_at timestamptz NOT NULL DEFAULT now();
UPDATE auth.sessions SET authenticated_at = created_at;

ALTER TABLE auth.outgoing_mails ALTER shop_domain DROP NOT NULL, DROP CONSTRAINT outgoing_mails_kind_check;

CREATE OR REPLACE FUNCTION auth.remove_outdated(kind text, before timestamptz, most integer) RETURNS integer
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
  WHEN 'passkey_challenges' THEN
    DELETE FROM auth.passkey_challenges WHERE digest IN (SELECT digest FROM auth.passkey_challenges WHERE expires_at < bound LIMIT most);
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
`;

const down = `
CREATE OR REPLACE FUNCTION auth.remove_outdated(kind text, before timestamptz, most integer) RETURNS integer
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

DELETE FROM auth.outgoing_mails WHERE kind <> 'password_reset' OR shop_domain IS NULL;
ALTER TABLE auth.outgoing_mails ALTER shop_domain SET NOT NULL, ADD CHECK (kind IN ('password_reset'));
ALTER TABLE auth.sessions DROP authenticated_at;
DROP TABLE auth.passkey_challenges, auth.passkeys, auth.recovery_codes, auth.totp_devices;
`;
