import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Other emails that people want, until they are confirmed at both addresses. One is seen by its person, by whoever presents the token of one of its two links, and
 * for the mail to the new address by that address, as people are at a sign-in.
 */
export class CreateEmailChanges1795392726158 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(up);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM auth.outgoing_mails WHERE kind IN ('email_change_current', 'email_change_new', 'email_changed');
      DROP TABLE auth.email_changes`);
  }
}

const up = `
CREATE TABLE auth.email_changes (
  id uuid PRIMARY KEY,
  -- One at a time.
  owner_id uuid NOT NULL UNIQUE REFERENCES auth.owners (id) ON DELETE CASCADE,
  email text NOT NULL CHECK (length(email) <= 320),
  email_key text COLLATE "C" NOT NULL,
  current_mail_id uuid NOT NULL UNIQUE,
  new_mail_id uuid NOT NULL UNIQUE,
  current_digest bytea UNIQUE CHECK (octet_length(current_digest) = 32),
  new_digest bytea UNIQUE CHECK (octet_length(new_digest) = 32),
  current_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
ALTER TABLE auth.email_changes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_owner_or_bearer ON auth.email_changes TO storewright_auth
  USING (owner_id = (SELECT auth.current_owner())
    OR current_digest = (SELECT auth.current_credential())
    OR new_digest = (SELECT auth.current_credential())
    OR sha256(convert_to(email_key, 'UTF8')) = (SELECT auth.current_credential()));
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.email_changes TO storewright_auth;
`;
