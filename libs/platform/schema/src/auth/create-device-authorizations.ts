import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Programs that wait for a person to let them in (RFC 8628). One is seen by who presents its device code or its user code; what is over is removed by the worker. */
export class CreateDeviceAuthorizations1795392600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(up);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${removeOutdated(`$kind$${kind}$kind$`, `''`)}
      DROP TABLE auth.device_authorizations`);
  }
}

const kind = `WHEN 'device_authorizations' THEN
    DELETE FROM auth.device_authorizations WHERE id IN (SELECT id FROM auth.device_authorizations WHERE expires_at < bound LIMIT most);
  `;

/** One step more, or less, in the function that removes what is over; its other steps stay as they are. */
function removeOutdated(text: string, by: string): string {
  return `DO $change$ BEGIN
    EXECUTE replace(pg_get_functiondef('auth.remove_outdated(text, timestamptz, integer)'::regprocedure), ${text}, ${by});
  END $change$;`;
}

const up = `
CREATE TABLE auth.device_authorizations (
  id uuid PRIMARY KEY,
  digest bytea NOT NULL UNIQUE CHECK (octet_length(digest) = 32),
  user_code_digest bytea NOT NULL UNIQUE CHECK (octet_length(user_code_digest) = 32),
  device_name text,
  address text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'allowed', 'denied')),
  owner_id uuid REFERENCES auth.owners (id) ON DELETE CASCADE,
  -- In which the person has allowed it: what ends that session, such as a new password, ends this as well.
  session_id uuid REFERENCES auth.sessions (id) ON DELETE CASCADE,
  poll_seconds integer NOT NULL,
  polled_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  CHECK ((status = 'allowed') = (owner_id IS NOT NULL AND session_id IS NOT NULL))
);
CREATE INDEX device_authorizations_owner_id ON auth.device_authorizations (owner_id);
CREATE INDEX device_authorizations_session_id ON auth.device_authorizations (session_id);
CREATE INDEX device_authorizations_expires_at ON auth.device_authorizations (expires_at);
ALTER TABLE auth.device_authorizations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_bearer ON auth.device_authorizations TO storewright_auth
  USING (digest = (SELECT auth.current_credential()) OR user_code_digest = (SELECT auth.current_credential()));
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.device_authorizations TO storewright_auth;
${removeOutdated(`'END CASE;'`, `$kind$${kind}END CASE;$kind$`)}
`;
