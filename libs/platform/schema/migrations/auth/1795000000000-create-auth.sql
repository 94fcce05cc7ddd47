CREATE FUNCTION auth.current_shop() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('app.shop_id', true), '')::uuid $$;
CREATE FUNCTION auth.current_owner() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('app.owner_id', true), '')::uuid $$;
CREATE FUNCTION auth.current_credential() RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT decode(nullif(current_setting('app.credential', true), ''), 'hex') $$;
CREATE FUNCTION auth.current_app() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('app.app_id', true), '')::uuid $$;

CREATE TABLE auth.key_checks (
  name text COLLATE "C" PRIMARY KEY,
  digest bytea NOT NULL CHECK (octet_length(digest) = 32)
);
GRANT SELECT, INSERT, UPDATE ON auth.key_checks TO storewright_auth;
GRANT SELECT ON auth.key_checks TO storewright_hooks, storewright_shop;

CREATE TABLE auth.outgoing_mails (
  id uuid PRIMARY KEY,
  kind text COLLATE "C" NOT NULL,
  email text NOT NULL CHECK (length(email) <= 320),
  shop_domain text COLLATE "C",
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  language text COLLATE "C" CHECK (language ~ '^[a-z]{2}$'),
  details jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX outgoing_mails_next_attempt_at ON auth.outgoing_mails (next_attempt_at);
ALTER TABLE auth.outgoing_mails ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY put_in ON auth.outgoing_mails FOR INSERT TO storewright_auth WITH CHECK (true);
GRANT INSERT ON auth.outgoing_mails TO storewright_auth;

CREATE TABLE auth.owners (
  id uuid PRIMARY KEY,
  email text NOT NULL,
  email_key text COLLATE "C" NOT NULL UNIQUE,
  name text NOT NULL,
  password_hash text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  language text COLLATE "C" CHECK (language ~ '^[a-z]{2}$')
);
ALTER TABLE auth.owners ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.owners TO storewright_auth;

CREATE TABLE auth.apps (
  id uuid PRIMARY KEY,
  owner_id uuid NOT NULL REFERENCES auth.owners (id),
  name text NOT NULL,
  install_url text NOT NULL,
  scopes text[] NOT NULL,
  webhook_url text,
  webhook_events text[] NOT NULL DEFAULT '{}',
  require_proof boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  require_secret boolean NOT NULL DEFAULT false,
  description text,
  privacy_url text,
  support_url text,
  icon_digest text COLLATE "C" CHECK (icon_digest ~ '^[0-9a-f]{64}$')
);
CREATE INDEX ON auth.apps (owner_id, id);
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.apps TO storewright_auth;
GRANT SELECT (id, owner_id, webhook_events, webhook_url) ON auth.apps TO storewright_hooks;
GRANT SELECT (id, require_proof) ON auth.apps TO storewright_shop;

CREATE TABLE auth.app_icons (
  app_id uuid PRIMARY KEY REFERENCES auth.apps (id) ON DELETE CASCADE,
  media_type text COLLATE "C" NOT NULL,
  bytes bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE auth.app_icons ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_app ON auth.app_icons FOR SELECT USING (app_id = (SELECT auth.current_app()));
GRANT SELECT, INSERT, DELETE ON auth.app_icons TO storewright_auth;

CREATE TABLE auth.app_secrets (
  app_id uuid NOT NULL REFERENCES auth.apps (id) ON DELETE CASCADE,
  generation integer NOT NULL,
  sealed text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  id uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE,
  PRIMARY KEY (app_id, generation)
);
ALTER TABLE auth.app_secrets ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.app_secrets TO storewright_auth;
GRANT SELECT ON auth.app_secrets TO storewright_shop;

CREATE TABLE auth.email_changes (
  id uuid PRIMARY KEY,
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
CREATE POLICY of_owner_or_bearer ON auth.email_changes
  TO storewright_auth
  USING (owner_id = (SELECT auth.current_owner()) OR current_digest = (SELECT auth.current_credential())
    OR new_digest = (SELECT auth.current_credential())
      OR (sha256(convert_to(email_key, 'UTF8'::name)) = (SELECT auth.current_credential())));
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.email_changes TO storewright_auth;

CREATE TABLE auth.passkey_challenges (
  digest bytea PRIMARY KEY CHECK (length(digest) = 32),
  owner_id uuid REFERENCES auth.owners (id) ON DELETE CASCADE,
  rp_id text COLLATE "C" NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_challenges_owner_id ON auth.passkey_challenges (owner_id);
CREATE INDEX passkey_challenges_expires_at ON auth.passkey_challenges (expires_at);
ALTER TABLE auth.passkey_challenges ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_bearer ON auth.passkey_challenges
  TO storewright_auth
  USING (digest = (SELECT auth.current_credential()));
CREATE POLICY of_owner ON auth.passkey_challenges
  FOR SELECT
  TO storewright_auth
  USING (owner_id = (SELECT auth.current_owner()));
GRANT SELECT, INSERT, DELETE ON auth.passkey_challenges TO storewright_auth;

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
ALTER TABLE auth.passkeys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_owner_or_bearer ON auth.passkeys
  TO storewright_auth
  USING (owner_id = (SELECT auth.current_owner()) OR digest = (SELECT auth.current_credential()));
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.passkeys TO storewright_auth;

CREATE TABLE auth.password_resets (
  id uuid PRIMARY KEY,
  owner_id uuid NOT NULL REFERENCES auth.owners (id) ON DELETE CASCADE,
  digest bytea NOT NULL UNIQUE CHECK (length(digest) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX password_resets_owner_id ON auth.password_resets (owner_id);
ALTER TABLE auth.password_resets ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_owner_or_bearer ON auth.password_resets
  TO storewright_auth
  USING (owner_id = (SELECT auth.current_owner()) OR digest = (SELECT auth.current_credential()));
GRANT SELECT, INSERT, DELETE ON auth.password_resets TO storewright_auth;

CREATE TABLE auth.rate_limits (
  key text COLLATE "C" PRIMARY KEY CHECK (length(key) < 256),
  points integer NOT NULL,
  expire bigint
);
CREATE INDEX rate_limits_expire ON auth.rate_limits (expire);
ALTER TABLE auth.rate_limits ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_auth_api ON auth.rate_limits TO storewright_auth USING (key ~~ 'auth-api:%');
CREATE POLICY of_shop_api ON auth.rate_limits TO storewright_shop USING (key ~~ 'shop-api:%');
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.rate_limits TO storewright_auth, storewright_shop;

CREATE TABLE auth.retention_runs (
  data text COLLATE "C" PRIMARY KEY CHECK (data IN ('auth', 'shop')),
  reached timestamptz NOT NULL DEFAULT now(),
  seen timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, UPDATE (reached, seen) ON auth.retention_runs TO storewright_hooks;

CREATE TABLE auth.sessions (
  id uuid PRIMARY KEY,
  owner_id uuid NOT NULL REFERENCES auth.owners (id) ON DELETE CASCADE,
  digest bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  authenticated_at timestamptz NOT NULL DEFAULT now(),
  user_agent text CHECK (length(user_agent) <= 255),
  network text,
  kind text COLLATE "C" NOT NULL DEFAULT 'full' CHECK (kind IN ('full', 'device'))
);
CREATE INDEX ON auth.sessions (owner_id);
CREATE INDEX sessions_expires_at ON auth.sessions (expires_at);
ALTER TABLE auth.sessions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_owner_or_bearer ON auth.sessions
  USING (owner_id = (SELECT auth.current_owner()) OR digest = (SELECT auth.current_credential()));
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.sessions TO storewright_auth;

CREATE TABLE auth.device_authorizations (
  id uuid PRIMARY KEY,
  digest bytea NOT NULL UNIQUE CHECK (octet_length(digest) = 32),
  user_code_digest bytea NOT NULL UNIQUE CHECK (octet_length(user_code_digest) = 32),
  device_name text,
  address text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'allowed', 'denied')),
  owner_id uuid REFERENCES auth.owners (id) ON DELETE CASCADE,
  session_id uuid REFERENCES auth.sessions (id) ON DELETE CASCADE,
  poll_seconds integer NOT NULL,
  polled_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  user_agent text CHECK (length(user_agent) <= 255),
  CHECK ((status = 'allowed') = ((owner_id IS NOT NULL) AND (session_id IS NOT NULL)))
);
CREATE INDEX device_authorizations_owner_id ON auth.device_authorizations (owner_id);
CREATE INDEX device_authorizations_session_id ON auth.device_authorizations (session_id);
CREATE INDEX device_authorizations_expires_at ON auth.device_authorizations (expires_at);
ALTER TABLE auth.device_authorizations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_bearer ON auth.device_authorizations
  TO storewright_auth
  USING (digest = (SELECT auth.current_credential()) OR user_code_digest = (SELECT auth.current_credential()));
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.device_authorizations TO storewright_auth;

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
CREATE POLICY of_owner_or_bearer ON auth.session_transfers
  TO storewright_auth
  USING (owner_id = (SELECT auth.current_owner()) OR digest = (SELECT auth.current_credential()))
  WITH CHECK (owner_id = (SELECT auth.current_owner()));
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.session_transfers TO storewright_auth;

CREATE TABLE auth.shops (
  id uuid PRIMARY KEY,
  domain text COLLATE "C" NOT NULL UNIQUE CHECK (domain ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  name text NOT NULL,
  title text NOT NULL,
  description text NOT NULL,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended')),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  is_test boolean NOT NULL DEFAULT false,
  time_zone text COLLATE "C" NOT NULL DEFAULT 'UTC' CHECK (time_zone ~ '^[A-Za-z0-9_+/-]{1,64}$'),
  version integer NOT NULL DEFAULT 1,
  currency_code text COLLATE "C" NOT NULL DEFAULT 'EUR' CHECK (currency_code ~ '^[A-Z]{3}$')
);
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.shops TO storewright_auth;
GRANT SELECT ON auth.shops TO storewright_hooks, storewright_shop;

CREATE TABLE auth.access_tokens (
  shop_id uuid NOT NULL REFERENCES auth.shops (id),
  id uuid NOT NULL,
  name text NOT NULL,
  scopes text[],
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'revoked')),
  digest bytea NOT NULL UNIQUE CHECK (octet_length(digest) = 32),
  last_four text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  session_id uuid REFERENCES auth.sessions (id) ON DELETE CASCADE,
  writes_until timestamptz,
  PRIMARY KEY (shop_id, id),
  CHECK ((session_id IS NULL) OR (expires_at IS NOT NULL))
);
CREATE INDEX ON auth.access_tokens (session_id) WHERE session_id IS NOT NULL;
CREATE INDEX access_tokens_expires_at ON auth.access_tokens (expires_at);
CREATE INDEX access_tokens_revoked ON auth.access_tokens (updated_at) WHERE status = 'revoked';
ALTER TABLE auth.access_tokens ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop_or_bearer ON auth.access_tokens
  USING (shop_id = (SELECT auth.current_shop()) OR digest = (SELECT auth.current_credential()))
  WITH CHECK (shop_id = (SELECT auth.current_shop()));
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.access_tokens TO storewright_auth;
GRANT SELECT, UPDATE (last_used_at, writes_until) ON auth.access_tokens TO storewright_shop;

CREATE TABLE auth.app_requests (
  shop_id uuid NOT NULL REFERENCES auth.shops (id),
  id uuid NOT NULL,
  app_id uuid NOT NULL,
  installation_id uuid NOT NULL,
  requested_at timestamptz NOT NULL,
  method text NOT NULL,
  route text NOT NULL,
  status integer NOT NULL,
  duration_ms integer NOT NULL,
  request_id text NOT NULL,
  left_out integer NOT NULL,
  PRIMARY KEY (shop_id, id)
);
CREATE INDEX app_requests_app_id ON auth.app_requests (app_id, id);
CREATE INDEX app_requests_refused ON auth.app_requests (app_id, id) WHERE status >= 400;
CREATE INDEX app_requests_request_id ON auth.app_requests (request_id);
CREATE INDEX app_requests_requested_at ON auth.app_requests (requested_at);
ALTER TABLE auth.app_requests ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON auth.app_requests TO storewright_auth;
GRANT INSERT ON auth.app_requests TO storewright_shop;

CREATE TABLE auth.audit_entries (
  id uuid PRIMARY KEY,
  shop_id uuid REFERENCES auth.shops (id),
  owner_id uuid REFERENCES auth.owners (id),
  app_id uuid REFERENCES auth.apps (id),
  kind text NOT NULL,
  detail jsonb NOT NULL DEFAULT '{}',
  request_id text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK ((shop_id IS NOT NULL) OR (owner_id IS NOT NULL))
);
CREATE INDEX ON auth.audit_entries (shop_id, id);
CREATE INDEX ON auth.audit_entries (owner_id, id);
CREATE INDEX audit_entries_created_at ON auth.audit_entries (created_at);
CREATE INDEX audit_entries_app_id ON auth.audit_entries (app_id) WHERE app_id IS NOT NULL;
CREATE INDEX audit_entries_webhooks ON auth.audit_entries (app_id, ((detail ->> 'installation_id')), id)
  WHERE (owner_id IS NOT NULL)
    AND kind IN ('webhooks.paused', 'webhooks.resumed', 'webhooks.expiring', 'webhooks.expired');
ALTER TABLE auth.audit_entries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop_or_owner ON auth.audit_entries
  USING (shop_id = (SELECT auth.current_shop()) OR owner_id = (SELECT auth.current_owner()));
GRANT SELECT, INSERT ON auth.audit_entries TO storewright_auth;
GRANT INSERT ON auth.audit_entries TO storewright_hooks, storewright_shop;

CREATE TABLE auth.deprecated_requests (
  shop_id uuid NOT NULL REFERENCES auth.shops (id),
  day timestamptz NOT NULL,
  credential_id uuid NOT NULL,
  feature text NOT NULL,
  id uuid NOT NULL DEFAULT uuidv7(),
  credential text NOT NULL CHECK (credential IN ('installations', 'access_tokens')),
  sunset_at timestamptz,
  requests integer NOT NULL,
  last_request_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, day, credential_id, feature)
);
ALTER TABLE auth.deprecated_requests ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON auth.deprecated_requests USING (shop_id = (SELECT auth.current_shop()));
GRANT SELECT ON auth.deprecated_requests TO storewright_auth;
GRANT SELECT, INSERT, UPDATE (last_request_at, requests, sunset_at), DELETE ON auth.deprecated_requests
  TO storewright_shop;

CREATE TABLE auth.event_outbox (
  shop_id uuid NOT NULL REFERENCES auth.shops (id),
  id uuid NOT NULL,
  type text COLLATE "C" NOT NULL,
  resource_type text COLLATE "C" NOT NULL,
  resource_id text COLLATE "C" NOT NULL,
  resource text NOT NULL,
  changed text[] NOT NULL,
  occurred_at timestamptz NOT NULL,
  refused_at timestamptz,
  traceparent text,
  PRIMARY KEY (shop_id, id)
);
CREATE INDEX ON auth.event_outbox (shop_id, occurred_at, id) WHERE refused_at IS NULL;
ALTER TABLE auth.event_outbox ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON auth.event_outbox USING (shop_id = (SELECT auth.current_shop()));
GRANT SELECT, INSERT ON auth.event_outbox TO storewright_auth;
GRANT SELECT, UPDATE (refused_at), DELETE ON auth.event_outbox TO storewright_hooks;

CREATE TABLE auth.installations (
  shop_id uuid NOT NULL REFERENCES auth.shops (id),
  id uuid NOT NULL,
  app_id uuid NOT NULL REFERENCES auth.apps (id),
  scopes text[] NOT NULL,
  status text NOT NULL CHECK (status IN ('installed', 'uninstalled')),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  uninstalled_at timestamptz,
  installed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (shop_id, id),
  UNIQUE (shop_id, app_id)
);
CREATE INDEX ON auth.installations (app_id);
CREATE INDEX installations_uninstalled ON auth.installations (uninstalled_at) WHERE status = 'uninstalled';
ALTER TABLE auth.installations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON auth.installations USING (shop_id = (SELECT auth.current_shop()));
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.installations TO storewright_auth;
GRANT SELECT ON auth.installations TO storewright_hooks;

CREATE TABLE auth.invitations (
  shop_id uuid NOT NULL REFERENCES auth.shops (id),
  id uuid NOT NULL,
  email text NOT NULL CHECK (length(email) <= 320),
  email_key text COLLATE "C" NOT NULL,
  role text COLLATE "C" NOT NULL CHECK (role IN ('owner', 'administrator', 'staff', 'read_only')),
  scopes text[],
  status text COLLATE "C" NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'accepted', 'withdrawn')),
  invited_by uuid NOT NULL REFERENCES auth.owners (id),
  digest bytea UNIQUE CHECK (octet_length(digest) = 32),
  mailed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, id),
  CHECK ((role = 'staff') = (scopes IS NOT NULL))
);
CREATE UNIQUE INDEX invitations_pending ON auth.invitations (shop_id, email_key) WHERE status = 'pending';
ALTER TABLE auth.invitations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop_or_bearer ON auth.invitations
  USING (shop_id = (SELECT auth.current_shop()) OR digest = (SELECT auth.current_credential()))
  WITH CHECK (shop_id = (SELECT auth.current_shop()));
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.invitations TO storewright_auth;

CREATE TABLE auth.members (
  shop_id uuid NOT NULL,
  owner_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  role text COLLATE "C" NOT NULL DEFAULT 'owner' CHECK (role IN ('owner', 'administrator', 'staff', 'read_only')),
  scopes text[],
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (shop_id, owner_id),
  CONSTRAINT shop_owners_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES auth.shops (id),
  CONSTRAINT shop_owners_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES auth.owners (id),
  CHECK ((role = 'staff') = (scopes IS NOT NULL))
);
CREATE INDEX ON auth.members (owner_id, shop_id);
ALTER TABLE auth.members ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop_or_owner ON auth.members
  USING (shop_id = (SELECT auth.current_shop()) OR owner_id = (SELECT auth.current_owner()));
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.members TO storewright_auth;

CREATE TABLE auth.oauth_tokens (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  installation_id uuid NOT NULL,
  app_id uuid NOT NULL REFERENCES auth.apps (id),
  status text NOT NULL CHECK (status IN ('pending', 'active', 'revoked', 'superseded')),
  scopes text[] NOT NULL,
  digest bytea UNIQUE CHECK (octet_length(digest) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  first_used_at timestamptz,
  last_used_at timestamptz,
  writes_until timestamptz,
  PRIMARY KEY (shop_id, id),
  FOREIGN KEY (shop_id, installation_id) REFERENCES auth.installations (shop_id, id),
  CHECK ((status = 'pending') <= (digest IS NULL))
);
CREATE INDEX ON auth.oauth_tokens (shop_id, installation_id);
CREATE UNIQUE INDEX ON auth.oauth_tokens (shop_id, installation_id) WHERE status = 'active';
CREATE INDEX oauth_tokens_ended ON auth.oauth_tokens (updated_at) WHERE status <> 'active';
ALTER TABLE auth.oauth_tokens ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop_or_bearer ON auth.oauth_tokens
  USING (shop_id = (SELECT auth.current_shop()) OR digest = (SELECT auth.current_credential()))
  WITH CHECK (shop_id = (SELECT auth.current_shop()));
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.oauth_tokens TO storewright_auth;
GRANT SELECT, UPDATE (first_used_at, last_used_at, writes_until) ON auth.oauth_tokens TO storewright_shop;

CREATE TABLE auth.nonces (
  digest bytea PRIMARY KEY CHECK (octet_length(digest) = 32),
  shop_id uuid NOT NULL,
  oauth_token_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  exchanged_at timestamptz,
  code_challenge text COLLATE "C" CHECK (code_challenge ~ '^[A-Za-z0-9_-]{43}$'),
  FOREIGN KEY (shop_id, oauth_token_id) REFERENCES auth.oauth_tokens (shop_id, id)
);
CREATE INDEX ON auth.nonces (shop_id, oauth_token_id);
CREATE INDEX nonces_expires_at ON auth.nonces (expires_at);
ALTER TABLE auth.nonces ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop_or_bearer ON auth.nonces
  USING (shop_id = (SELECT auth.current_shop()) OR digest = (SELECT auth.current_credential()))
  WITH CHECK (shop_id = (SELECT auth.current_shop()));
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.nonces TO storewright_auth;

CREATE TABLE auth.request_counts (
  shop_id uuid NOT NULL REFERENCES auth.shops (id),
  hour timestamptz NOT NULL,
  credential_id uuid NOT NULL,
  credential text NOT NULL CHECK (credential IN ('installations', 'access_tokens')),
  requests integer NOT NULL,
  client_errors integer NOT NULL,
  server_errors integer NOT NULL,
  PRIMARY KEY (shop_id, hour, credential_id)
);
CREATE INDEX request_counts_hour ON auth.request_counts (hour);
CREATE INDEX ON auth.request_counts (shop_id, credential_id, hour);
ALTER TABLE auth.request_counts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON auth.request_counts USING (shop_id = (SELECT auth.current_shop()));
GRANT SELECT ON auth.request_counts TO storewright_auth;
GRANT SELECT, INSERT, UPDATE (client_errors, requests, server_errors), DELETE ON auth.request_counts
  TO storewright_shop;

CREATE TABLE auth.request_days (
  shop_id uuid NOT NULL REFERENCES auth.shops (id),
  installation_id uuid NOT NULL,
  day timestamptz NOT NULL,
  requests integer NOT NULL,
  client_errors integer NOT NULL,
  server_errors integer NOT NULL,
  PRIMARY KEY (shop_id, installation_id, day)
);
CREATE INDEX request_days_day ON auth.request_days (day);
ALTER TABLE auth.request_days ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON auth.request_days USING (shop_id = (SELECT auth.current_shop()));
GRANT SELECT ON auth.request_days TO storewright_auth;
GRANT SELECT, INSERT, UPDATE (client_errors, requests, server_errors) ON auth.request_days TO storewright_shop;

CREATE TABLE auth.test_shops (
  shop_id uuid PRIMARY KEY REFERENCES auth.shops (id),
  owner_id uuid NOT NULL REFERENCES auth.owners (id),
  status text COLLATE "C" NOT NULL CHECK (status IN ('preparing', 'ready', 'resetting', 'removing')),
  requested_at timestamptz NOT NULL DEFAULT now(),
  emptied_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX test_shops_owner_id ON auth.test_shops (owner_id, shop_id);
CREATE INDEX test_shops_to_do ON auth.test_shops (shop_id) WHERE status <> 'ready';
ALTER TABLE auth.test_shops ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop_or_owner ON auth.test_shops
  USING (shop_id = (SELECT auth.current_shop()) OR owner_id = (SELECT auth.current_owner()));
GRANT SELECT, INSERT, UPDATE ON auth.test_shops TO storewright_auth;
GRANT SELECT, UPDATE (emptied_at, status) ON auth.test_shops TO storewright_shop;

CREATE TABLE auth.totp_devices (
  id uuid PRIMARY KEY,
  owner_id uuid NOT NULL UNIQUE REFERENCES auth.owners (id) ON DELETE CASCADE,
  sealed text NOT NULL,
  last_step bigint,
  confirmed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE auth.totp_devices ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_owner ON auth.totp_devices TO storewright_auth USING (owner_id = (SELECT auth.current_owner()));
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.totp_devices TO storewright_auth;

CREATE TABLE auth.recovery_codes (
  digest bytea PRIMARY KEY CHECK (length(digest) = 32),
  owner_id uuid NOT NULL REFERENCES auth.totp_devices (owner_id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX recovery_codes_owner_id ON auth.recovery_codes (owner_id);
ALTER TABLE auth.recovery_codes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_owner ON auth.recovery_codes TO storewright_auth USING (owner_id = (SELECT auth.current_owner()));
GRANT SELECT, INSERT, DELETE ON auth.recovery_codes TO storewright_auth;

CREATE TABLE auth.webhook_counts (
  shop_id uuid NOT NULL REFERENCES auth.shops (id),
  installation_id uuid NOT NULL,
  hour timestamptz NOT NULL,
  delivered integer NOT NULL,
  waiting integer NOT NULL,
  failed integer NOT NULL,
  delays integer[] NOT NULL CHECK (cardinality(delays) = 13),
  PRIMARY KEY (shop_id, installation_id, hour)
);
CREATE INDEX webhook_counts_hour ON auth.webhook_counts (hour);
ALTER TABLE auth.webhook_counts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON auth.webhook_counts USING (shop_id = (SELECT auth.current_shop()));
GRANT SELECT ON auth.webhook_counts TO storewright_auth;
GRANT SELECT, INSERT, UPDATE (delays, delivered, failed, waiting) ON auth.webhook_counts TO storewright_hooks;

CREATE TABLE auth.webhook_days (
  shop_id uuid NOT NULL REFERENCES auth.shops (id),
  installation_id uuid NOT NULL,
  day timestamptz NOT NULL,
  delivered integer NOT NULL,
  waiting integer NOT NULL,
  failed integer NOT NULL,
  delays integer[] NOT NULL CHECK (cardinality(delays) = 13),
  PRIMARY KEY (shop_id, installation_id, day)
);
CREATE INDEX webhook_days_day ON auth.webhook_days (day);
ALTER TABLE auth.webhook_days ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON auth.webhook_days USING (shop_id = (SELECT auth.current_shop()));
GRANT SELECT ON auth.webhook_days TO storewright_auth;
GRANT SELECT, INSERT, UPDATE (delays, delivered, failed, waiting) ON auth.webhook_days TO storewright_hooks;

CREATE TABLE auth.webhook_secrets (
  app_id uuid NOT NULL REFERENCES auth.apps (id) ON DELETE CASCADE,
  generation integer NOT NULL,
  id uuid NOT NULL UNIQUE,
  sealed text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  PRIMARY KEY (app_id, generation)
);
ALTER TABLE auth.webhook_secrets ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.webhook_secrets TO storewright_auth;
GRANT SELECT ON auth.webhook_secrets TO storewright_hooks;

CREATE VIEW auth.shop_owners WITH (security_invoker = true) AS
 SELECT shop_id,
    owner_id,
    created_at
   FROM auth.members
  WHERE (role = 'owner'::text)
  WITH LOCAL CHECK OPTION;
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.shop_owners TO storewright_auth;

CREATE POLICY of_owner_or_bearer ON auth.owners
  USING (id = (SELECT auth.current_owner())
    OR (sha256(convert_to(email_key, 'UTF8'::name)) = (SELECT auth.current_credential())) OR (id = ( SELECT s.owner_id
    FROM auth.sessions s
    WHERE s.digest = (SELECT auth.current_credential()))));
CREATE POLICY of_developer ON auth.app_icons
  USING (EXISTS ( SELECT 1
    FROM auth.apps a
    WHERE ((a.id = app_icons.app_id) AND a.owner_id = (SELECT auth.current_owner()))));
CREATE POLICY of_bearer ON auth.app_secrets
  FOR SELECT
  TO storewright_shop
  USING (app_id = ( SELECT t.app_id
    FROM auth.oauth_tokens t
    WHERE t.digest = (SELECT auth.current_credential())));
CREATE POLICY of_developer_or_bearer ON auth.app_secrets
  TO storewright_auth
  USING (app_id = (SELECT auth.current_app()) OR (EXISTS ( SELECT 1
    FROM auth.apps a
    WHERE ((a.id = app_secrets.app_id) AND a.owner_id = (SELECT auth.current_owner()))))
      OR (app_id = ( SELECT t.app_id
    FROM auth.oauth_tokens t
    WHERE t.digest = (SELECT auth.current_credential()))));
CREATE POLICY of_shop_or_developer ON auth.app_requests
  USING (shop_id = (SELECT auth.current_shop()) OR (app_id IN ( SELECT apps.id
    FROM auth.apps
    WHERE apps.owner_id = (SELECT auth.current_owner()))))
  WITH CHECK (shop_id = (SELECT auth.current_shop()));
CREATE POLICY of_developer ON auth.webhook_secrets
  TO storewright_auth
  USING (app_id = (SELECT auth.current_app()) OR (EXISTS ( SELECT 1
    FROM auth.apps a
    WHERE ((a.id = webhook_secrets.app_id) AND a.owner_id = (SELECT auth.current_owner())))));
CREATE POLICY of_shop ON auth.webhook_secrets
  FOR SELECT
  TO storewright_hooks
  USING (EXISTS ( SELECT 1
    FROM auth.installations i
    WHERE (i.shop_id = (SELECT auth.current_shop()) AND (i.app_id = webhook_secrets.app_id))));

CREATE FUNCTION auth.shops_of_app(app uuid) RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog
AS $$
        SELECT i.shop_id FROM auth.installations i JOIN auth.apps a ON a.id = i.app_id
        WHERE i.app_id = app AND i.status = 'installed' AND a.owner_id = auth.current_owner()
$$;
REVOKE EXECUTE ON FUNCTION auth.shops_of_app(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.shops_of_app(uuid) TO storewright_auth;

CREATE FUNCTION auth.shops_to_relay() RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog
AS $$
  SELECT DISTINCT shop_id FROM auth.event_outbox WHERE refused_at IS NULL
$$;
REVOKE EXECUTE ON FUNCTION auth.shops_to_relay() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.shops_to_relay() TO storewright_hooks;

CREATE FUNCTION auth.webhook_audience(installation uuid)
  RETURNS TABLE (scopes text[], webhook_events text[], installed_at timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog
AS $$
        SELECT i.scopes, a.webhook_events, i.installed_at FROM auth.installations i
          JOIN auth.apps a ON a.id = i.app_id
        WHERE i.shop_id = auth.current_shop() AND i.id = installation AND i.status = 'installed'
          AND a.webhook_url IS NOT NULL
$$;
REVOKE EXECUTE ON FUNCTION auth.webhook_audience(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.webhook_audience(uuid) TO storewright_shop;

CREATE FUNCTION auth.owner_name(owner uuid) RETURNS text
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog
  AS $$ SELECT o.name FROM auth.owners o WHERE o.id = owner $$;
REVOKE EXECUTE ON FUNCTION auth.owner_name(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.owner_name(uuid) TO storewright_auth;

CREATE FUNCTION auth.remove_outdated(kind text, before timestamptz, most integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog
AS $$
DECLARE
  removed integer;
  latest CONSTANT timestamptz := now() - CASE kind WHEN 'audit_entries' THEN interval '30 days' ELSE interval '1 day'
    END;
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
        AND NOT EXISTS (SELECT FROM auth.nonces n WHERE n.shop_id = o.shop_id
          AND n.oauth_token_id = o.id) LIMIT most) old
    WHERE t.shop_id = old.shop_id AND t.id = old.id;
  WHEN 'access_tokens' THEN
    DELETE FROM auth.access_tokens t USING (
      (SELECT shop_id, id FROM auth.access_tokens WHERE status = 'revoked' AND updated_at < bound LIMIT most)
      UNION (SELECT shop_id, id FROM auth.access_tokens WHERE expires_at < bound LIMIT most)) old
    WHERE t.shop_id = old.shop_id AND t.id = old.id;
  WHEN 'sessions' THEN
    DELETE FROM auth.sessions WHERE id IN (SELECT id FROM auth.sessions WHERE expires_at < bound LIMIT most);
  WHEN 'passkey_challenges' THEN
    DELETE FROM auth.passkey_challenges WHERE digest IN (SELECT digest FROM auth.passkey_challenges
      WHERE expires_at < bound LIMIT most);
  WHEN 'app_secrets' THEN
    DELETE FROM auth.app_secrets WHERE (app_id, generation) IN (SELECT app_id, generation FROM auth.app_secrets
      WHERE expires_at < bound LIMIT most);
  WHEN 'webhook_secrets' THEN
    DELETE FROM auth.webhook_secrets WHERE id IN (SELECT id FROM auth.webhook_secrets
      WHERE expires_at < bound LIMIT most);
  WHEN 'request_counts' THEN
    DELETE FROM auth.request_counts c USING (SELECT shop_id, hour, credential_id FROM auth.request_counts
      WHERE hour < bound LIMIT most) old
    WHERE c.shop_id = old.shop_id AND c.hour = old.hour AND c.credential_id = old.credential_id;
  WHEN 'installations' THEN
    DELETE FROM auth.installations i USING (
      SELECT u.shop_id, u.id FROM auth.installations u WHERE u.status = 'uninstalled' AND u.uninstalled_at < bound
        AND NOT EXISTS (SELECT FROM auth.oauth_tokens o WHERE o.shop_id = u.shop_id
          AND o.installation_id = u.id) LIMIT most) old
    WHERE i.shop_id = old.shop_id AND i.id = old.id;
  WHEN 'audit_entries' THEN
    DELETE FROM auth.audit_entries WHERE id IN (SELECT id FROM auth.audit_entries
      WHERE created_at < bound LIMIT most);
  WHEN 'apps' THEN
    DELETE FROM auth.apps WHERE id IN (
      SELECT a.id FROM auth.apps a WHERE a.deleted_at < bound
        AND NOT EXISTS (SELECT FROM auth.installations i WHERE i.app_id = a.id)
        AND NOT EXISTS (SELECT FROM auth.audit_entries e WHERE e.app_id = a.id) LIMIT most);
  WHEN 'app_requests' THEN
    DELETE FROM auth.app_requests r USING (SELECT shop_id, id FROM auth.app_requests
      WHERE requested_at < bound LIMIT most) old
    WHERE r.shop_id = old.shop_id AND r.id = old.id;
  WHEN 'device_authorizations' THEN
    DELETE FROM auth.device_authorizations WHERE id IN (SELECT id FROM auth.device_authorizations
      WHERE expires_at < bound LIMIT most);
  WHEN 'request_days' THEN
    DELETE FROM auth.request_days d USING (SELECT shop_id, installation_id, day FROM auth.request_days
      WHERE day < bound LIMIT most) old
    WHERE d.shop_id = old.shop_id AND d.installation_id = old.installation_id AND d.day = old.day;
  WHEN 'webhook_counts' THEN
    DELETE FROM auth.webhook_counts c USING (SELECT shop_id, installation_id, hour FROM auth.webhook_counts
      WHERE hour < bound LIMIT most) old
    WHERE c.shop_id = old.shop_id AND c.installation_id = old.installation_id AND c.hour = old.hour;
  WHEN 'webhook_days' THEN
    DELETE FROM auth.webhook_days d USING (SELECT shop_id, installation_id, day FROM auth.webhook_days
      WHERE day < bound LIMIT most) old
    WHERE d.shop_id = old.shop_id AND d.installation_id = old.installation_id AND d.day = old.day;
  END CASE;
  GET DIAGNOSTICS removed = ROW_COUNT;
  RETURN removed;
END
$$;
REVOKE EXECUTE ON FUNCTION auth.remove_outdated(text, timestamptz, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.remove_outdated(text, timestamptz, integer) TO storewright_hooks;

CREATE FUNCTION auth.installation_of_bearer()
  RETURNS TABLE (shop_id uuid, id uuid, app_id uuid, scopes text[], status text, version integer,
    installed_at timestamptz, created_at timestamptz, updated_at timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog
AS $$
        SELECT i.shop_id, i.id, i.app_id, i.scopes, i.status, i.version, i.installed_at, i.created_at, i.updated_at
        FROM auth.oauth_tokens t JOIN auth.installations i ON i.shop_id = t.shop_id AND i.id = t.installation_id
        WHERE t.digest = auth.current_credential() AND t.status = 'active'
$$;
REVOKE EXECUTE ON FUNCTION auth.installation_of_bearer() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.installation_of_bearer() TO storewright_shop;

CREATE FUNCTION auth.claim_mail(lease_seconds integer)
  RETURNS TABLE (id uuid, kind text, email text, shop_domain text, attempts integer)
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog
AS $$
  UPDATE auth.outgoing_mails m SET attempts = m.attempts + 1,
    next_attempt_at = now() + make_interval(secs => lease_seconds)
  WHERE m.id = (SELECT d.id FROM auth.outgoing_mails d WHERE d.next_attempt_at <= now()
    ORDER BY d.next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING m.id, m.kind, m.email, m.shop_domain, m.attempts
$$;
REVOKE EXECUTE ON FUNCTION auth.claim_mail(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.claim_mail(integer) TO storewright_auth;

CREATE FUNCTION auth.put_off_mail(mail uuid, seconds integer) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog
AS $$
  UPDATE auth.outgoing_mails SET next_attempt_at = now() + make_interval(secs => seconds) WHERE id = mail
$$;
REVOKE EXECUTE ON FUNCTION auth.put_off_mail(uuid, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.put_off_mail(uuid, integer) TO storewright_auth;

CREATE FUNCTION auth.remove_mail(mail uuid) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog
  AS $$ DELETE FROM auth.outgoing_mails WHERE id = mail $$;
REVOKE EXECUTE ON FUNCTION auth.remove_mail(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.remove_mail(uuid) TO storewright_auth;

CREATE FUNCTION auth.installations_of_app(app uuid)
  RETURNS TABLE (shop_id uuid, id uuid, app_id uuid, scopes text[], status text, installed_at timestamptz,
    uninstalled_at timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog
AS $$
  SELECT i.shop_id, i.id, i.app_id, i.scopes, i.status, i.installed_at, i.uninstalled_at
  FROM auth.installations i JOIN auth.apps a ON a.id = i.app_id
  WHERE i.app_id = app AND a.owner_id = auth.current_owner()
$$;
REVOKE EXECUTE ON FUNCTION auth.installations_of_app(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.installations_of_app(uuid) TO storewright_auth;

CREATE FUNCTION auth.activity_of_installation(shop uuid, installation uuid)
  RETURNS TABLE (token_status text, last_used_at timestamptz, requests bigint, client_errors bigint,
    server_errors bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog
AS $$
  SELECT t.status, u.last_used_at, c.requests, c.client_errors, c.server_errors
  FROM auth.installations i
  JOIN auth.apps a ON a.id = i.app_id AND a.owner_id = auth.current_owner()
  LEFT JOIN LATERAL (SELECT o.status FROM auth.oauth_tokens o WHERE o.shop_id = i.shop_id AND o.installation_id = i.id
    ORDER BY o.status = 'active' DESC, o.id DESC LIMIT 1) t ON true
  CROSS JOIN LATERAL (SELECT max(o.last_used_at) AS last_used_at FROM auth.oauth_tokens o WHERE o.shop_id = i.shop_id
    AND o.installation_id = i.id) u
  CROSS JOIN LATERAL (SELECT coalesce(sum(r.requests), 0) AS requests, coalesce(sum(r.client_errors),
    0) AS client_errors,
      coalesce(sum(r.server_errors), 0) AS server_errors FROM auth.request_counts r
    WHERE r.shop_id = i.shop_id AND r.credential_id = i.id
      AND r.hour >= date_trunc('day', now()) - make_interval(days => 6)) c
  WHERE i.shop_id = shop AND i.id = installation
$$;
REVOKE EXECUTE ON FUNCTION auth.activity_of_installation(uuid, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.activity_of_installation(uuid, uuid) TO storewright_auth;

CREATE FUNCTION auth.member_email(owner uuid) RETURNS text
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog
AS $$ SELECT o.email FROM auth.owners o WHERE o.id = owner
    AND EXISTS (SELECT FROM auth.members m WHERE m.shop_id = auth.current_shop() AND m.owner_id = owner)
$$;
REVOKE EXECUTE ON FUNCTION auth.member_email(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.member_email(uuid) TO storewright_auth;

CREATE FUNCTION auth.deprecated_requests_of_app(app uuid)
  RETURNS TABLE (id uuid, app_id uuid, shop_id uuid, installation_id uuid, feature text, day timestamptz,
    sunset_at timestamptz, requests integer, last_request_at timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog
AS $$
        SELECT d.id, i.app_id, d.shop_id, i.id, d.feature, d.day, d.sunset_at, d.requests, d.last_request_at
        FROM auth.apps a JOIN auth.installations i ON i.app_id = a.id
        JOIN auth.deprecated_requests d ON d.shop_id = i.shop_id AND d.credential_id = i.id
        WHERE a.id = app AND a.owner_id = auth.current_owner()
$$;
REVOKE EXECUTE ON FUNCTION auth.deprecated_requests_of_app(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.deprecated_requests_of_app(uuid) TO storewright_auth;

CREATE FUNCTION auth.mail_attempts(mail uuid) RETURNS integer
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog
  AS $$ SELECT m.attempts FROM auth.outgoing_mails m WHERE m.id = mail $$;
REVOKE EXECUTE ON FUNCTION auth.mail_attempts(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.mail_attempts(uuid) TO storewright_auth;

CREATE FUNCTION auth.request_counts_of_app(app uuid, since timestamptz, part text)
  RETURNS TABLE (start timestamptz, requests bigint, client_errors bigint, server_errors bigint, shops bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog
AS $$
  WITH installed AS (
    SELECT i.shop_id, i.id FROM auth.apps a JOIN auth.installations i ON i.app_id = a.id
    WHERE a.id = app AND a.owner_id = auth.current_owner()
  ), parts AS (
    SELECT h.hour AS start, h.requests,h.client_errors,h.server_errors FROM installed i
      JOIN auth.request_counts h ON h.shop_id = i.shop_id AND h.credential_id = i.id WHERE part = 'hour'
        AND h.hour >= since
    UNION ALL
    SELECT date_bin('1 day', h.hour, to_timestamp(0)), sum(h.requests)::integer,sum(h.client_errors)::integer,
      sum(h.server_errors)::integer FROM installed i JOIN auth.request_counts h ON h.shop_id = i.shop_id
        AND h.credential_id = i.id
    WHERE part = 'day' AND h.hour >= since
      AND h.hour < date_bin('1 day', since + interval '1 day' - interval '1 microsecond', to_timestamp(0))
        GROUP BY 1, i.shop_id
    UNION ALL SELECT d.day, d.requests,d.client_errors,d.server_errors FROM installed i
      JOIN auth.request_days d ON d.shop_id = i.shop_id AND d.installation_id = i.id WHERE part = 'day'
        AND d.day >= since
  )
  SELECT start, sum(parts.requests)::bigint,sum(parts.client_errors)::bigint,sum(parts.server_errors)::bigint,
    count(*) FROM parts GROUP BY start
$$;
REVOKE EXECUTE ON FUNCTION auth.request_counts_of_app(uuid, timestamptz, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.request_counts_of_app(uuid, timestamptz, text) TO storewright_auth;

CREATE FUNCTION auth.test_shops_to_do() RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog
AS $$
  SELECT shop_id FROM auth.test_shops
  WHERE status <> 'ready' AND (status <> 'removing' OR emptied_at IS NULL
    OR requested_at < now() - interval '5 minutes')
  ORDER BY requested_at
$$;
REVOKE EXECUTE ON FUNCTION auth.test_shops_to_do() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.test_shops_to_do() TO storewright_shop;

CREATE FUNCTION auth.remove_test_shop(is_last boolean) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog
AS $$
DECLARE
  gone CONSTANT uuid := auth.current_shop();
  name text;
BEGIN
  PERFORM FROM auth.test_shops WHERE shop_id = gone AND status = 'removing' FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no test shop that is to be removed';
  END IF;
  FOR name IN
    WITH RECURSIVE tables AS (
      SELECT c.oid, c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'shop_id'
        AND NOT a.attisdropped
      WHERE c.relnamespace = 'auth'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND c.relname <> 'test_shops'
    ), depths AS (
      SELECT oid, 0 AS depth FROM tables
      UNION ALL
      SELECT f.conrelid, d.depth + 1 FROM depths d JOIN pg_constraint f ON f.confrelid = d.oid AND f.contype = 'f'
        AND f.conrelid <> f.confrelid
      WHERE d.depth < 20
    )
    SELECT t.relname FROM tables t JOIN depths d USING (oid) GROUP BY t.oid, t.relname ORDER BY max(d.depth) DESC
  LOOP
    EXECUTE format('DELETE FROM auth.%I WHERE shop_id = $1', name) USING gone;
  END LOOP;
  IF is_last THEN
    DELETE FROM auth.test_shops WHERE shop_id = gone;
    DELETE FROM auth.shops WHERE id = gone;
  END IF;
END
$$;
REVOKE EXECUTE ON FUNCTION auth.remove_test_shop(boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.remove_test_shop(boolean) TO storewright_shop;

CREATE FUNCTION auth.claim_next_mail(lease_seconds integer)
  RETURNS TABLE (id uuid, kind text, email text, language text, shop_domain text, attempts integer)
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog
AS $$
  UPDATE auth.outgoing_mails m SET attempts = m.attempts + 1,
    next_attempt_at = now() + make_interval(secs => lease_seconds)
  WHERE m.id = (SELECT d.id FROM auth.outgoing_mails d WHERE d.next_attempt_at <= now()
    ORDER BY d.next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING m.id, m.kind, m.email, m.language, m.shop_domain, m.attempts
$$;
REVOKE EXECUTE ON FUNCTION auth.claim_next_mail(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.claim_next_mail(integer) TO storewright_auth;

CREATE FUNCTION auth.webhook_counts_of_app(app uuid, of_installation uuid, since timestamptz, part text)
  RETURNS TABLE (start timestamptz, delivered bigint, waiting bigint, failed bigint, delays bigint[])
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog
AS $$
  WITH installed AS (
    SELECT i.shop_id, i.id FROM auth.apps a JOIN auth.installations i ON i.app_id = a.id
    WHERE a.id = app AND a.owner_id = auth.current_owner() AND (of_installation IS NULL OR i.id = of_installation)
  ), parts AS (
    SELECT h.hour AS start, h.delivered,h.waiting,h.failed,h.delays FROM installed i
      JOIN auth.webhook_counts h ON h.shop_id = i.shop_id AND h.installation_id = i.id WHERE part = 'hour'
        AND h.hour >= since
    UNION ALL
    SELECT date_bin('1 day', h.hour, to_timestamp(0)), sum(h.delivered)::integer,sum(h.waiting)::integer,
      sum(h.failed)::integer,ARRAY[sum(h.delays[1]),sum(h.delays[2]),sum(h.delays[3]),sum(h.delays[4]),
        sum(h.delays[5]),sum(h.delays[6]),sum(h.delays[7]),sum(h.delays[8]),sum(h.delays[9]),sum(h.delays[10]),
          sum(h.delays[11]),sum(h.delays[12]),sum(h.delays[13])]::integer[] FROM installed i
            JOIN auth.webhook_counts h ON h.shop_id = i.shop_id AND h.installation_id = i.id
    WHERE part = 'day' AND h.hour >= since
      AND h.hour < date_bin('1 day', since + interval '1 day' - interval '1 microsecond', to_timestamp(0))
        GROUP BY 1, i.shop_id
    UNION ALL SELECT d.day, d.delivered,d.waiting,d.failed,d.delays FROM installed i
      JOIN auth.webhook_days d ON d.shop_id = i.shop_id AND d.installation_id = i.id WHERE part = 'day'
        AND d.day >= since
  )
  SELECT start, sum(parts.delivered)::bigint,sum(parts.waiting)::bigint,sum(parts.failed)::bigint,
    ARRAY[sum(parts.delays[1]),sum(parts.delays[2]),sum(parts.delays[3]),sum(parts.delays[4]),sum(parts.delays[5]),
      sum(parts.delays[6]),sum(parts.delays[7]),sum(parts.delays[8]),sum(parts.delays[9]),sum(parts.delays[10]),
        sum(parts.delays[11]),sum(parts.delays[12]),sum(parts.delays[13])]::bigint[] FROM parts GROUP BY start
$$;
REVOKE EXECUTE ON FUNCTION auth.webhook_counts_of_app(uuid, uuid, timestamptz, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.webhook_counts_of_app(uuid, uuid, timestamptz, text) TO storewright_auth;

CREATE FUNCTION auth.webhooks_of_installation(shop uuid, installation uuid)
  RETURNS TABLE (delivered bigint, waiting bigint, failed bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog
AS $$
  SELECT coalesce(sum(c.delivered), 0), coalesce(sum(c.waiting), 0), coalesce(sum(c.failed), 0)
  FROM auth.installations i JOIN auth.apps a ON a.id = i.app_id AND a.owner_id = auth.current_owner()
  JOIN auth.webhook_counts c ON c.shop_id = i.shop_id AND c.installation_id = i.id
    AND c.hour >= date_trunc('day', now()) - make_interval(days => 6)
  WHERE i.shop_id = shop AND i.id = installation
$$;
REVOKE EXECUTE ON FUNCTION auth.webhooks_of_installation(uuid, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.webhooks_of_installation(uuid, uuid) TO storewright_auth;

CREATE FUNCTION auth.claim_mail_with_details(lease_seconds integer)
  RETURNS TABLE (id uuid, kind text, email text, language text, shop_domain text, attempts integer, details jsonb)
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog
AS $$
  UPDATE auth.outgoing_mails m SET attempts = m.attempts + 1,
    next_attempt_at = now() + make_interval(secs => lease_seconds)
  WHERE m.id = (SELECT d.id FROM auth.outgoing_mails d WHERE d.next_attempt_at <= now()
    ORDER BY d.next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING m.id, m.kind, m.email, m.language, m.shop_domain, m.attempts, m.details
$$;
REVOKE EXECUTE ON FUNCTION auth.claim_mail_with_details(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.claim_mail_with_details(integer) TO storewright_auth;

INSERT INTO auth.retention_runs (data) VALUES ('auth'), ('shop');
