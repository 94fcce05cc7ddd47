-- Networks from which requests with a token are allowed, in CIDR notation. null allows every network.
ALTER TABLE auth.access_tokens ADD COLUMN allowed_networks text[];
ALTER TABLE auth.access_tokens ADD CONSTRAINT access_tokens_allowed_networks_check
  CHECK (cardinality(allowed_networks) BETWEEN 1 AND 20);

-- Default of the developer.
ALTER TABLE auth.apps ADD COLUMN allowed_networks text[];
ALTER TABLE auth.apps ADD CONSTRAINT apps_allowed_networks_check
  CHECK (cardinality(allowed_networks) BETWEEN 1 AND 20);
GRANT SELECT (allowed_networks) ON auth.apps TO storewright_shop;

-- Choice of the shop. null applies the default of the developer.
ALTER TABLE auth.installations ADD COLUMN allowed_networks text[];
ALTER TABLE auth.installations ADD CONSTRAINT installations_allowed_networks_check
  CHECK (cardinality(allowed_networks) BETWEEN 1 AND 20);

-- Copy of installations.allowed_networks for the token check, because the shop API cannot read installations.
ALTER TABLE auth.oauth_tokens ADD COLUMN allowed_networks text[];
