-- Customers whose data a credential read, by day (UTC) and type of resource: a sample of at most 256 ids. An id is in
-- the sample if its level is at least `level`. Half of all ids have a level above 0, a quarter above 1, and so on, so
-- each id of the sample stands for 2^level customers. `redacted` counts ids that erasures removed.
CREATE TABLE auth.customer_days (
  shop_id uuid NOT NULL REFERENCES auth.shops (id),
  day timestamptz NOT NULL,
  credential_id uuid NOT NULL,
  credential text NOT NULL CHECK (credential IN ('installations', 'access_tokens')),
  type text COLLATE "C" NOT NULL,
  level integer NOT NULL,
  customer_ids uuid[] NOT NULL,
  redacted integer NOT NULL DEFAULT 0,
  PRIMARY KEY (shop_id, day, credential_id, type)
);
CREATE INDEX customer_days_credential ON auth.customer_days (shop_id, credential_id, day);
ALTER TABLE auth.customer_days ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON auth.customer_days USING (shop_id = (SELECT auth.current_shop()));
GRANT SELECT ON auth.customer_days TO storewright_auth;
GRANT SELECT, INSERT, UPDATE (level, customer_ids), DELETE ON auth.customer_days TO storewright_shop;
GRANT SELECT, UPDATE (customer_ids, redacted) ON auth.customer_days TO storewright_hooks;
-- Customers whose erasure was requested are not counted again.
GRANT SELECT (shop_id, customer_id) ON auth.erasures TO storewright_shop;

-- Number of leading zero bits in the last 32 bits of the id, which are random. The same as `levelOf` of
-- libs/platform/access.
CREATE FUNCTION auth.sample_level_of(id uuid) RETURNS integer
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT coalesce(nullif(position('1' IN ('x' || right(id::text, 8))::bit(32)::text), 0), 33) - 1 $$;

-- Lowest level, not less than `at_least`, at which at most 256 of the ids are in the sample.
CREATE FUNCTION auth.sample_level(ids uuid[], at_least integer) RETURNS integer
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT greatest(at_least, (SELECT auth.sample_level_of(i.id) + 1 FROM (SELECT DISTINCT unnest(ids) AS id) i
    ORDER BY auth.sample_level_of(i.id) DESC OFFSET 256 LIMIT 1))
$$;

-- The ids that are in the sample at this level.
CREATE FUNCTION auth.sample_of(ids uuid[], level integer) RETURNS uuid[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT coalesce(array_agg(i.id ORDER BY i.id), '{}') FROM (SELECT DISTINCT unnest(ids) AS id) i
  WHERE auth.sample_level_of(i.id) >= level
$$;
