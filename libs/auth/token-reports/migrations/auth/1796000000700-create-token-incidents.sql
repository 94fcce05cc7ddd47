-- Work about tokens that the auth API does right after the request that caused it. A row exists until it is handled.
CREATE TABLE auth.token_incidents (
  id uuid PRIMARY KEY,
  kind text COLLATE "C" NOT NULL,
  digest bytea NOT NULL CHECK (octet_length(digest) = 32),
  token_kind text COLLATE "C" NOT NULL,
  detail jsonb NOT NULL DEFAULT '{}',
  request_id text,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (kind, digest)
);
ALTER TABLE auth.token_incidents ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_auth_api ON auth.token_incidents TO storewright_auth USING (true);
CREATE POLICY put_in ON auth.token_incidents FOR INSERT TO storewright_shop WITH CHECK (kind = 'canary_used');
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.token_incidents TO storewright_auth;
GRANT INSERT ON auth.token_incidents TO storewright_shop;

-- Tokens that give no access. Their use is reported to the owners of the shop.
CREATE TABLE auth.canary_tokens (
  shop_id uuid NOT NULL REFERENCES auth.shops (id),
  id uuid NOT NULL,
  name text NOT NULL,
  digest bytea NOT NULL UNIQUE CHECK (octet_length(digest) = 32),
  last_four text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  alerted_at timestamptz,
  PRIMARY KEY (shop_id, id)
);
ALTER TABLE auth.canary_tokens ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop_or_bearer ON auth.canary_tokens
  USING (shop_id = (SELECT auth.current_shop()) OR digest = (SELECT auth.current_credential()))
  WITH CHECK (shop_id = (SELECT auth.current_shop()));
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.canary_tokens TO storewright_auth;
GRANT SELECT ON auth.canary_tokens TO storewright_shop;

-- SHA-256 of the secret, which finds the app of a reported secret. null for a secret that is older and unused since.
ALTER TABLE auth.app_secrets ADD COLUMN digest bytea CHECK (octet_length(digest) = 32);
CREATE UNIQUE INDEX app_secrets_digest ON auth.app_secrets (digest);
CREATE POLICY of_holder ON auth.app_secrets FOR SELECT TO storewright_auth
  USING (digest = (SELECT auth.current_credential()));

-- Time of the mail that announces the expiry of an unused token. It counts only if the token was not used since.
ALTER TABLE auth.access_tokens ADD COLUMN unused_notice_at timestamptz;
