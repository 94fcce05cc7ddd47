import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Invitations into a shop. One is seen by its shop and by whoever presents the token of its mail. Its id is that of the mail; of mails nobody may read anything, so
 * a function tells how often one was tried.
 */
export class CreateInvitations1795366800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(up);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION auth.mail_attempts(uuid);
      DELETE FROM auth.outgoing_mails WHERE kind = 'invitation';
      DROP TABLE auth.invitations`);
  }
}

const up = `
CREATE TABLE auth.invitations (
  shop_id uuid NOT NULL REFERENCES auth.shops (id),
  id uuid NOT NULL,
  email text NOT NULL CHECK (length(email) <= 320),
  email_key text COLLATE "C" NOT NULL,
  role text COLLATE "C" NOT NULL CHECK (role IN ('owner', 'administrator', 'staff', 'read_only')),
  scopes text[],
  status text COLLATE "C" NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'accepted', 'withdrawn')),
  invited_by uuid NOT NULL REFERENCES auth.owners (id),
  -- SHA-256 of the token in the mail; none until that is made.
  digest bytea UNIQUE CHECK (octet_length(digest) = 32),
  mailed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, id),
  CHECK ((role = 'staff') = (scopes IS NOT NULL))
);
-- One at a time for an address, whatever races.
CREATE UNIQUE INDEX invitations_pending ON auth.invitations (shop_id, email_key) WHERE status = 'pending';
ALTER TABLE auth.invitations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop_or_bearer ON auth.invitations
  USING (shop_id = (SELECT auth.current_shop()) OR digest = (SELECT auth.current_credential()))
  WITH CHECK (shop_id = (SELECT auth.current_shop()));
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.invitations TO storewright_auth;

-- NULL: it does not wait any more.
CREATE FUNCTION auth.mail_attempts(mail uuid) RETURNS integer LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog
  AS $$ SELECT m.attempts FROM auth.outgoing_mails m WHERE m.id = mail $$;
REVOKE EXECUTE ON FUNCTION auth.mail_attempts(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.mail_attempts(uuid) TO storewright_auth;
`;
