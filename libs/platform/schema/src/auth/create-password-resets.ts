import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Links that set a new password, and the mails that wait to be sent. A reset is seen by its person and by whoever presents its token. A mail is put in by the auth API
 * and read by nobody: the functions hand one out to be sent, to one process at a time, and again where that process does not say what became of it.
 */
export class CreatePasswordResets1795353914254 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(up);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION auth.claim_mail(integer), auth.put_off_mail(uuid, integer), auth.remove_mail(uuid);
      DROP TABLE auth.outgoing_mails, auth.password_resets`);
  }
}

const up = `
CREATE TABLE auth.password_resets (
  id uuid PRIMARY KEY,
  owner_id uuid NOT NULL REFERENCES auth.owners (id) ON DELETE CASCADE,
  digest bytea NOT NULL UNIQUE CHECK (length(digest) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX password_resets_owner_id ON auth.password_resets (owner_id);
ALTER TABLE auth.password_resets ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_owner_or_bearer ON auth.password_resets TO storewright_auth
  USING (owner_id = (SELECT auth.current_owner()) OR digest = (SELECT auth.current_credential()));
GRANT SELECT, INSERT, DELETE ON auth.password_resets TO storewright_auth;

CREATE TABLE auth.outgoing_mails (
  id uuid PRIMARY KEY,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('password_reset')),
  email text NOT NULL CHECK (length(email) <= 320),
  shop_domain text COLLATE "C" NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX outgoing_mails_next_attempt_at ON auth.outgoing_mails (next_attempt_at);
ALTER TABLE auth.outgoing_mails ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY put_in ON auth.outgoing_mails FOR INSERT TO storewright_auth WITH CHECK (true);
GRANT INSERT ON auth.outgoing_mails TO storewright_auth;

CREATE FUNCTION auth.claim_mail(lease_seconds integer)
RETURNS TABLE (id uuid, kind text, email text, shop_domain text, attempts integer)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog AS $$
  UPDATE auth.outgoing_mails m SET attempts = m.attempts + 1, next_attempt_at = now() + make_interval(secs => lease_seconds)
  WHERE m.id = (SELECT d.id FROM auth.outgoing_mails d WHERE d.next_attempt_at <= now() ORDER BY d.next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING m.id, m.kind, m.email, m.shop_domain, m.attempts $$;
CREATE FUNCTION auth.put_off_mail(mail uuid, seconds integer) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog AS $$
  UPDATE auth.outgoing_mails SET next_attempt_at = now() + make_interval(secs => seconds) WHERE id = mail $$;
CREATE FUNCTION auth.remove_mail(mail uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog AS $$ DELETE FROM auth.outgoing_mails WHERE id = mail $$;
REVOKE EXECUTE ON FUNCTION auth.claim_mail(integer), auth.put_off_mail(uuid, integer), auth.remove_mail(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.claim_mail(integer), auth.put_off_mail(uuid, integer), auth.remove_mail(uuid) TO storewright_auth;
`;
