-- An agent is an app without a developer. The URL of its Client ID Metadata Document identifies it.
ALTER TABLE auth.apps ALTER COLUMN owner_id DROP NOT NULL;
ALTER TABLE auth.apps ADD COLUMN client_url text COLLATE "C";
ALTER TABLE auth.apps ADD CONSTRAINT apps_client_url_check CHECK ((owner_id IS NULL) = (client_url IS NOT NULL));
CREATE UNIQUE INDEX apps_client_url ON auth.apps (client_url);

-- Redirect URI of an agent's request. The exchange of the code must send the same one.
ALTER TABLE auth.nonces ADD COLUMN redirect_uri text;

-- Tokens of an agent expire. Those that follow one consent are a family, and an agent can have several families.
ALTER TABLE auth.oauth_tokens ADD COLUMN family_id uuid, ADD COLUMN expires_at timestamptz;
DROP INDEX auth.oauth_tokens_shop_id_installation_id_idx1;
CREATE UNIQUE INDEX oauth_tokens_active ON auth.oauth_tokens (shop_id, installation_id)
  WHERE status = 'active' AND family_id IS NULL;

CREATE TABLE auth.refresh_tokens (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  installation_id uuid NOT NULL,
  family_id uuid NOT NULL,
  oauth_token_id uuid NOT NULL,
  successor_id uuid,
  digest bytea NOT NULL UNIQUE CHECK (octet_length(digest) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, id),
  FOREIGN KEY (shop_id, installation_id) REFERENCES auth.installations (shop_id, id) ON DELETE CASCADE,
  FOREIGN KEY (shop_id, oauth_token_id) REFERENCES auth.oauth_tokens (shop_id, id) ON DELETE CASCADE
);
CREATE INDEX refresh_tokens_installation ON auth.refresh_tokens (shop_id, installation_id);
CREATE INDEX refresh_tokens_oauth_token ON auth.refresh_tokens (shop_id, oauth_token_id);
ALTER TABLE auth.refresh_tokens ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop_or_bearer ON auth.refresh_tokens
  USING (shop_id = (SELECT auth.current_shop()) OR digest = (SELECT auth.current_credential()))
  WITH CHECK (shop_id = (SELECT auth.current_shop()));
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.refresh_tokens TO storewright_auth;
