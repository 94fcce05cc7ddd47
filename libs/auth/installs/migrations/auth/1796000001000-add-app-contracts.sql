-- Names that an API declares. The shop API writes them when it starts.
CREATE TABLE auth.api_declarations (
  api text COLLATE "C" PRIMARY KEY CHECK (api IN ('shop')),
  declarations jsonb NOT NULL,
  stored_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE auth.api_declarations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_platform ON auth.api_declarations USING (true);
GRANT SELECT ON auth.api_declarations TO storewright_auth;
GRANT SELECT, INSERT, UPDATE (declarations, stored_at) ON auth.api_declarations TO storewright_shop;

CREATE TABLE auth.app_contracts (
  app_id uuid PRIMARY KEY REFERENCES auth.apps (id) ON DELETE CASCADE,
  id uuid NOT NULL UNIQUE,
  resources jsonb NOT NULL,
  events text[] NOT NULL,
  features text[] NOT NULL,
  published_at timestamptz NOT NULL
);
ALTER TABLE auth.app_contracts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_developer ON auth.app_contracts
  TO storewright_auth
  USING (EXISTS (SELECT FROM auth.apps a
    WHERE a.id = app_contracts.app_id AND a.owner_id = (SELECT auth.current_owner())));
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.app_contracts TO storewright_auth;

CREATE TABLE auth.deprecation_notices (
  app_id uuid NOT NULL REFERENCES auth.apps (id) ON DELETE CASCADE,
  feature text COLLATE "C" NOT NULL,
  noticed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (app_id, feature)
);
ALTER TABLE auth.deprecation_notices ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

-- Adds a notice for each app whose contract or counted requests use a deprecated feature. Returns the new notices
-- by app.
CREATE FUNCTION auth.add_deprecation_notices(deprecated text[])
  RETURNS TABLE (app_id uuid, email text, name text, features text[])
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog
AS $$
  WITH used AS (
    SELECT c.app_id, f.feature FROM unnest(deprecated) f (feature)
    JOIN auth.app_contracts c ON f.feature = ANY (c.features)
    UNION
    SELECT i.app_id, d.feature FROM auth.deprecated_requests d
    JOIN auth.installations i ON i.shop_id = d.shop_id AND i.id = d.credential_id
    WHERE d.feature = ANY (deprecated)
  ), added AS (
    INSERT INTO auth.deprecation_notices (app_id, feature)
    SELECT u.app_id, u.feature FROM used u JOIN auth.apps a ON a.id = u.app_id
    WHERE a.deleted_at IS NULL AND a.owner_id IS NOT NULL
    ON CONFLICT DO NOTHING
    RETURNING deprecation_notices.app_id, deprecation_notices.feature
  )
  SELECT a.id, o.email, a.name, array_agg(n.feature ORDER BY n.feature)
  FROM added n JOIN auth.apps a ON a.id = n.app_id JOIN auth.owners o ON o.id = a.owner_id
  GROUP BY a.id, o.email, a.name
$$;
REVOKE EXECUTE ON FUNCTION auth.add_deprecation_notices(text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.add_deprecation_notices(text[]) TO storewright_auth;

-- Contracts of the apps that at least one shop has installed, for the export of the operator.
CREATE FUNCTION auth.installed_contracts()
  RETURNS TABLE (app_id uuid, name text, resources jsonb, events text[])
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog
AS $$
  SELECT c.app_id, a.name, c.resources, c.events
  FROM auth.app_contracts c JOIN auth.apps a ON a.id = c.app_id
  WHERE a.deleted_at IS NULL
    AND EXISTS (SELECT FROM auth.installations i WHERE i.app_id = c.app_id AND i.status = 'installed')
  ORDER BY c.app_id
$$;
REVOKE EXECUTE ON FUNCTION auth.installed_contracts() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.installed_contracts() TO storewright_auth;
