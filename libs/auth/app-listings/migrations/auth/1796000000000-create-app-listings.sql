CREATE TABLE auth.app_listings (
  id uuid PRIMARY KEY REFERENCES auth.apps (id) ON DELETE CASCADE,
  name text NOT NULL,
  tagline text,
  description text,
  developer_name text NOT NULL,
  categories text[] NOT NULL DEFAULT '{}',
  screenshots text[] NOT NULL DEFAULT '{}',
  support_url text,
  privacy_url text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE auth.app_listings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_developer ON auth.app_listings
  TO storewright_auth
  USING (EXISTS (SELECT FROM auth.apps a
    WHERE a.id = app_listings.id AND a.owner_id = (SELECT auth.current_owner())));
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.app_listings TO storewright_auth;

CREATE TABLE auth.listing_versions (
  id uuid PRIMARY KEY,
  app_id uuid NOT NULL REFERENCES auth.apps (id) ON DELETE CASCADE,
  number integer NOT NULL,
  status text COLLATE "C" NOT NULL CHECK (status IN ('submitted', 'approved', 'rejected', 'withdrawn')),
  name text COLLATE "C" NOT NULL,
  tagline text NOT NULL,
  description text NOT NULL,
  developer_name text NOT NULL,
  categories text[] NOT NULL,
  screenshots text[] NOT NULL,
  icon_digest text COLLATE "C" CHECK (icon_digest ~ '^[0-9a-f]{64}$'),
  support_url text NOT NULL,
  privacy_url text NOT NULL,
  scopes text[] NOT NULL,
  reasons text,
  submitted_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz,
  UNIQUE (app_id, number),
  CHECK ((status = 'rejected') = (reasons IS NOT NULL)),
  CHECK ((status = 'submitted') = (decided_at IS NULL))
);
CREATE UNIQUE INDEX listing_versions_submitted ON auth.listing_versions (app_id) WHERE status = 'submitted';

CREATE TABLE auth.listed_apps (
  app_id uuid PRIMARY KEY REFERENCES auth.apps (id) ON DELETE CASCADE,
  version_id uuid NOT NULL REFERENCES auth.listing_versions (id) ON DELETE CASCADE,
  listed_at timestamptz NOT NULL DEFAULT now(),
  hidden_at timestamptz,
  hidden_reasons text,
  CHECK ((hidden_at IS NULL) = (hidden_reasons IS NULL))
);
CREATE INDEX ON auth.listed_apps (version_id);
ALTER TABLE auth.listed_apps ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY visible ON auth.listed_apps FOR SELECT TO storewright_auth USING (hidden_at IS NULL);
CREATE POLICY of_developer ON auth.listed_apps
  TO storewright_auth
  USING (EXISTS (SELECT FROM auth.apps a
    WHERE a.id = listed_apps.app_id AND a.owner_id = (SELECT auth.current_owner())));
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.listed_apps TO storewright_auth;

ALTER TABLE auth.listing_versions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_listed_app ON auth.listing_versions FOR SELECT TO storewright_auth
  USING (status = 'approved' AND app_id IN (SELECT l.app_id FROM auth.listed_apps l));
CREATE POLICY of_developer ON auth.listing_versions
  TO storewright_auth
  USING (EXISTS (SELECT FROM auth.apps a
    WHERE a.id = listing_versions.app_id AND a.owner_id = (SELECT auth.current_owner())));
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.listing_versions TO storewright_auth;

CREATE TABLE auth.listing_images (
  app_id uuid NOT NULL REFERENCES auth.apps (id) ON DELETE CASCADE,
  digest text COLLATE "C" NOT NULL CHECK (digest ~ '^[0-9a-f]{64}$'),
  media_type text COLLATE "C" NOT NULL,
  bytes bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (app_id, digest)
);
ALTER TABLE auth.listing_images ALTER COLUMN bytes SET STORAGE EXTERNAL;
ALTER TABLE auth.listing_images ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_app ON auth.listing_images FOR SELECT TO storewright_auth
  USING (app_id = (SELECT auth.current_app()));
CREATE POLICY of_developer ON auth.listing_images
  TO storewright_auth
  USING (EXISTS (SELECT FROM auth.apps a
    WHERE a.id = listing_images.app_id AND a.owner_id = (SELECT auth.current_owner())));
GRANT SELECT, INSERT, DELETE ON auth.listing_images TO storewright_auth;

CREATE TABLE auth.developer_domains (
  id uuid PRIMARY KEY,
  owner_id uuid NOT NULL UNIQUE REFERENCES auth.owners (id) ON DELETE CASCADE,
  domain text COLLATE "C" NOT NULL,
  token text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'verified', 'lost')),
  problem text COLLATE "C" CHECK (problem IN ('absent', 'unreachable')),
  proved_at timestamptz,
  checked_at timestamptz,
  next_check_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX developer_domains_next_check_at ON auth.developer_domains (next_check_at)
  WHERE next_check_at IS NOT NULL;
ALTER TABLE auth.developer_domains ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_owner ON auth.developer_domains TO storewright_auth USING (owner_id = (SELECT auth.current_owner()));
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.developer_domains TO storewright_auth;

CREATE FUNCTION auth.verified_domain(owner uuid) RETURNS text
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog
AS $$
  SELECT d.domain FROM auth.developer_domains d WHERE d.owner_id = owner AND d.status = 'verified'
$$;
REVOKE EXECUTE ON FUNCTION auth.verified_domain(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.verified_domain(uuid) TO storewright_auth;

CREATE FUNCTION auth.claim_domain_check(lease_seconds integer) RETURNS TABLE (id uuid, owner_id uuid)
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog
AS $$
  UPDATE auth.developer_domains d SET next_check_at = now() + make_interval(secs => lease_seconds)
  WHERE d.id = (SELECT c.id FROM auth.developer_domains c WHERE c.next_check_at <= now()
    ORDER BY c.next_check_at LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING d.id, d.owner_id
$$;
REVOKE EXECUTE ON FUNCTION auth.claim_domain_check(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.claim_domain_check(integer) TO storewright_auth;

-- Counts shops without test shops.
CREATE FUNCTION auth.install_count(app uuid) RETURNS integer
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog
AS $$
  SELECT count(*)::integer FROM auth.installations i
  WHERE i.app_id = app AND i.status = 'installed'
    AND NOT EXISTS (SELECT FROM auth.test_shops t WHERE t.shop_id = i.shop_id)
    AND EXISTS (SELECT FROM auth.listed_apps l WHERE l.app_id = app)
$$;
REVOKE EXECUTE ON FUNCTION auth.install_count(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.install_count(uuid) TO storewright_auth;

CREATE FUNCTION auth.submitted_listings()
  RETURNS TABLE (id uuid, app_id uuid, owner_id uuid, number integer, name text, submitted_at timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog
AS $$
  SELECT v.id, v.app_id, a.owner_id, v.number, v.name, v.submitted_at
  FROM auth.listing_versions v JOIN auth.apps a ON a.id = v.app_id
  WHERE v.status = 'submitted' AND a.deleted_at IS NULL ORDER BY v.submitted_at, v.id
$$;
REVOKE EXECUTE ON FUNCTION auth.submitted_listings() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.submitted_listings() TO storewright_auth;
