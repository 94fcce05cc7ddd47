-- Scopes that an app works without, and scopes that members of a shop withdrew.
ALTER TABLE auth.apps ADD COLUMN optional_scopes text[] NOT NULL DEFAULT '{}';
ALTER TABLE auth.installations
  ADD COLUMN withdrawn_scopes text[] NOT NULL DEFAULT '{}',
  ADD COLUMN scopes_granted_at timestamptz;
ALTER TABLE auth.access_tokens ADD COLUMN scopes_granted_at timestamptz;
ALTER TABLE auth.installations ALTER COLUMN scopes_granted_at SET DEFAULT now();
ALTER TABLE auth.access_tokens ALTER COLUMN scopes_granted_at SET DEFAULT now();

CREATE TABLE auth.scope_reductions (
  shop_id uuid NOT NULL REFERENCES auth.shops (id),
  id uuid NOT NULL,
  installation_id uuid,
  access_token_id uuid,
  removed_scopes text[] NOT NULL,
  remaining_scopes text[] NOT NULL,
  had_all_scopes boolean NOT NULL,
  unused_days integer,
  refused_requests_30_days integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (shop_id, id),
  CHECK (num_nonnulls(installation_id, access_token_id) = 1),
  FOREIGN KEY (shop_id, installation_id) REFERENCES auth.installations (shop_id, id) ON DELETE CASCADE,
  FOREIGN KEY (shop_id, access_token_id) REFERENCES auth.access_tokens (shop_id, id) ON DELETE CASCADE
);
CREATE INDEX scope_reductions_installation ON auth.scope_reductions (shop_id, installation_id);
CREATE INDEX scope_reductions_access_token ON auth.scope_reductions (shop_id, access_token_id);
ALTER TABLE auth.scope_reductions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON auth.scope_reductions USING (shop_id = (SELECT auth.current_shop()));
GRANT SELECT, INSERT, DELETE ON auth.scope_reductions TO storewright_auth;

-- Returns the installation of the presented OAuth token, with its withdrawn scopes.
CREATE FUNCTION auth.own_installation()
  RETURNS TABLE (shop_id uuid, id uuid, app_id uuid, scopes text[], withdrawn_scopes text[], status text,
    version integer, installed_at timestamptz, created_at timestamptz, updated_at timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog
AS $$
  SELECT i.shop_id, i.id, i.app_id, i.scopes, i.withdrawn_scopes, i.status, i.version, i.installed_at, i.created_at,
    i.updated_at
  FROM auth.oauth_tokens t JOIN auth.installations i ON i.shop_id = t.shop_id AND i.id = t.installation_id
  WHERE t.digest = auth.current_credential() AND t.status = 'active'
$$;
REVOKE EXECUTE ON FUNCTION auth.own_installation() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.own_installation() TO storewright_shop;

-- Notifies members of all shops in which an app of the current person requires scopes that the shop neither granted
-- nor withdrew.
CREATE OR REPLACE FUNCTION auth.notify_of_permissions(of_kind text, needed text, app uuid) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog
AS $$
  SELECT auth.add_notifications(of_kind, needed, array_agg(i.id)) FROM auth.installations i
    JOIN auth.apps a ON a.id = i.app_id
  WHERE a.id = app AND a.owner_id = auth.current_owner() AND i.status = 'installed'
    AND NOT (a.scopes <@ (i.scopes || i.withdrawn_scopes))
$$;
