import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The auth data: global uniqueness, small. Every table with a `shop_id` has forced row-level security. A row is seen by its shop, by the
 * person it belongs to, or by whoever presents the credential that it is about (`digest`): who presents one may look, and only the shop may write.
 */
export class CreateAuth1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DROP TABLE auth.audit_entries, auth.access_tokens, auth.nonces, auth.oauth_tokens, auth.installations, auth.app_secrets,
       auth.apps, auth.sessions, auth.shop_owners, auth.owners, auth.shops;
       DROP FUNCTION auth.current_shop(), auth.current_owner(), auth.current_credential()`,
    );
  }
}

const sql = `
CREATE FUNCTION auth.current_shop() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('app.shop_id', true), '')::uuid $$;
CREATE FUNCTION auth.current_owner() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('app.owner_id', true), '')::uuid $$;
CREATE FUNCTION auth.current_credential() RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT decode(nullif(current_setting('app.credential', true), ''), 'hex') $$;

CREATE TABLE auth.shops (
  id uuid PRIMARY KEY,
  domain text COLLATE "C" NOT NULL UNIQUE CHECK (domain ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  name text NOT NULL,
  title text NOT NULL,
  description text NOT NULL,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended')),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE auth.owners (
  id uuid PRIMARY KEY,
  email text NOT NULL,
  -- The email as it is compared: case-folded by the application.
  email_key text COLLATE "C" NOT NULL UNIQUE,
  name text NOT NULL,
  password_hash text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE auth.shop_owners (
  shop_id uuid NOT NULL REFERENCES auth.shops (id),
  owner_id uuid NOT NULL REFERENCES auth.owners (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (shop_id, owner_id)
);
CREATE INDEX ON auth.shop_owners (owner_id, shop_id);

CREATE TABLE auth.sessions (
  id uuid PRIMARY KEY,
  owner_id uuid NOT NULL REFERENCES auth.owners (id) ON DELETE CASCADE,
  digest bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX ON auth.sessions (owner_id);

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
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON auth.apps (owner_id, id);

-- At most two generations of an app's secret live at once, while it rotates. Sealed, not hashed: the secret signs.
CREATE TABLE auth.app_secrets (
  app_id uuid NOT NULL REFERENCES auth.apps (id) ON DELETE CASCADE,
  generation integer NOT NULL,
  sealed text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  PRIMARY KEY (app_id, generation)
);

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
  PRIMARY KEY (shop_id, id),
  UNIQUE (shop_id, app_id)
);

CREATE TABLE auth.oauth_tokens (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  installation_id uuid NOT NULL,
  app_id uuid NOT NULL REFERENCES auth.apps (id),
  status text NOT NULL CHECK (status IN ('pending', 'active', 'revoked', 'superseded')),
  scopes text[] NOT NULL,
  -- SHA-256 of the token; none while it is pending.
  digest bytea UNIQUE CHECK (octet_length(digest) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  first_used_at timestamptz,
  last_used_at timestamptz,
  PRIMARY KEY (shop_id, id),
  FOREIGN KEY (shop_id, installation_id) REFERENCES auth.installations (shop_id, id),
  CHECK ((status = 'pending') <= (digest IS NULL))
);
CREATE INDEX ON auth.oauth_tokens (shop_id, installation_id);
-- One living token for each installation, whatever races.
CREATE UNIQUE INDEX ON auth.oauth_tokens (shop_id, installation_id) WHERE status = 'active';

CREATE TABLE auth.nonces (
  digest bytea PRIMARY KEY CHECK (octet_length(digest) = 32),
  shop_id uuid NOT NULL,
  oauth_token_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  exchanged_at timestamptz,
  FOREIGN KEY (shop_id, oauth_token_id) REFERENCES auth.oauth_tokens (shop_id, id)
);
CREATE INDEX ON auth.nonces (shop_id, oauth_token_id);

CREATE TABLE auth.access_tokens (
  shop_id uuid NOT NULL REFERENCES auth.shops (id),
  id uuid NOT NULL,
  name text NOT NULL,
  -- NULL: all scopes, also those that come later.
  scopes text[],
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'revoked')),
  digest bytea NOT NULL UNIQUE CHECK (octet_length(digest) = 32),
  last_four text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  PRIMARY KEY (shop_id, id)
);

-- Append-only: the services may insert and read, never change or delete.
CREATE TABLE auth.audit_entries (
  id uuid PRIMARY KEY,
  shop_id uuid REFERENCES auth.shops (id),
  owner_id uuid REFERENCES auth.owners (id),
  app_id uuid REFERENCES auth.apps (id),
  kind text NOT NULL,
  detail jsonb NOT NULL DEFAULT '{}',
  request_id text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK (shop_id IS NOT NULL OR owner_id IS NOT NULL)
);
CREATE INDEX ON auth.audit_entries (shop_id, id);
CREATE INDEX ON auth.audit_entries (owner_id, id);

ALTER TABLE auth.shop_owners ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop_or_owner ON auth.shop_owners
  USING (shop_id = (SELECT auth.current_shop()) OR owner_id = (SELECT auth.current_owner()));

ALTER TABLE auth.installations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON auth.installations USING (shop_id = (SELECT auth.current_shop()));

ALTER TABLE auth.oauth_tokens ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop_or_bearer ON auth.oauth_tokens
  USING (shop_id = (SELECT auth.current_shop()) OR digest = (SELECT auth.current_credential()))
  WITH CHECK (shop_id = (SELECT auth.current_shop()));

ALTER TABLE auth.nonces ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop_or_bearer ON auth.nonces
  USING (shop_id = (SELECT auth.current_shop()) OR digest = (SELECT auth.current_credential()))
  WITH CHECK (shop_id = (SELECT auth.current_shop()));

ALTER TABLE auth.access_tokens ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop_or_bearer ON auth.access_tokens
  USING (shop_id = (SELECT auth.current_shop()) OR digest = (SELECT auth.current_credential()))
  WITH CHECK (shop_id = (SELECT auth.current_shop()));

ALTER TABLE auth.audit_entries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop_or_owner ON auth.audit_entries
  USING (shop_id = (SELECT auth.current_shop()) OR owner_id = (SELECT auth.current_owner()));

GRANT SELECT, INSERT, UPDATE, DELETE ON auth.shops, auth.owners, auth.shop_owners, auth.sessions, auth.apps, auth.app_secrets,
  auth.installations, auth.oauth_tokens, auth.nonces, auth.access_tokens TO storewright_auth;
GRANT SELECT, INSERT ON auth.audit_entries TO storewright_auth;

-- shop-api only checks credentials: it reads what they are and notes when they were used.
GRANT SELECT ON auth.shops, auth.apps, auth.app_secrets, auth.oauth_tokens, auth.access_tokens TO storewright_shop;
GRANT UPDATE (first_used_at, last_used_at) ON auth.oauth_tokens TO storewright_shop;
GRANT UPDATE (last_used_at) ON auth.access_tokens TO storewright_shop;
`;
