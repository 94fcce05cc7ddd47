-- The session of a device lasts longer than its token, which a rotating refresh token renews.
ALTER TABLE auth.sessions
  ADD COLUMN token_expires_at timestamptz,
  ADD COLUMN is_rotation_pending boolean NOT NULL DEFAULT false;

CREATE TABLE auth.device_refresh_tokens (
  digest bytea PRIMARY KEY CHECK (octet_length(digest) = 32),
  session_id uuid NOT NULL REFERENCES auth.sessions (id) ON DELETE CASCADE,
  owner_id uuid NOT NULL REFERENCES auth.owners (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  rotated_at timestamptz
);
CREATE INDEX device_refresh_tokens_owner_id ON auth.device_refresh_tokens (owner_id);
CREATE INDEX device_refresh_tokens_session_id ON auth.device_refresh_tokens (session_id);
CREATE UNIQUE INDEX device_refresh_tokens_current ON auth.device_refresh_tokens (session_id) WHERE rotated_at IS NULL;
ALTER TABLE auth.device_refresh_tokens ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_owner_or_bearer ON auth.device_refresh_tokens
  TO storewright_auth
  USING (owner_id = (SELECT auth.current_owner()) OR digest = (SELECT auth.current_credential()))
  WITH CHECK (owner_id = (SELECT auth.current_owner()));
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.device_refresh_tokens TO storewright_auth;

-- A program can also request that the person of its session confirms what it is about to do.
ALTER TABLE auth.device_authorizations
  ADD COLUMN confirmed_session_id uuid REFERENCES auth.sessions (id) ON DELETE CASCADE,
  ADD COLUMN confirmed_owner_id uuid REFERENCES auth.owners (id) ON DELETE CASCADE,
  ADD COLUMN command text,
  ADD CONSTRAINT device_authorizations_confirmed_check
    CHECK ((confirmed_session_id IS NULL) = (confirmed_owner_id IS NULL));
CREATE INDEX device_authorizations_confirmed_session_id ON auth.device_authorizations (confirmed_session_id);
CREATE INDEX device_authorizations_confirmed_owner_id ON auth.device_authorizations (confirmed_owner_id);
