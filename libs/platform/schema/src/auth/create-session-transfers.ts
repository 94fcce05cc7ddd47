import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sessions on their way to the panel of another shop. One is seen by its person, and by whoever presents its token. */
export class CreateSessionTransfers1795379400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(up);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE auth.session_transfers');
  }
}

const up = `
CREATE TABLE auth.session_transfers (
  session_id uuid PRIMARY KEY REFERENCES auth.sessions (id) ON DELETE CASCADE,
  owner_id uuid NOT NULL REFERENCES auth.owners (id) ON DELETE CASCADE,
  digest bytea NOT NULL UNIQUE CHECK (octet_length(digest) = 32),
  shop_domain text COLLATE "C" NOT NULL,
  sealed text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX session_transfers_owner_id ON auth.session_transfers (owner_id);
ALTER TABLE auth.session_transfers ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_owner_or_bearer ON auth.session_transfers TO storewright_auth
  USING (owner_id = (SELECT auth.current_owner()) OR digest = (SELECT auth.current_credential()))
  WITH CHECK (owner_id = (SELECT auth.current_owner()));
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.session_transfers TO storewright_auth;
`;
