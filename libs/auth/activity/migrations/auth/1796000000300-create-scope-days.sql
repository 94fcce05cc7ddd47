-- Requests by day (UTC), credential, required scope and method.
CREATE TABLE auth.scope_days (
  shop_id uuid NOT NULL REFERENCES auth.shops (id),
  day timestamptz NOT NULL,
  credential_id uuid NOT NULL,
  credential text NOT NULL CHECK (credential IN ('installations', 'access_tokens')),
  scope text COLLATE "C" NOT NULL,
  method text COLLATE "C" NOT NULL,
  requests integer NOT NULL,
  PRIMARY KEY (shop_id, day, credential_id, scope, method)
);
CREATE INDEX scope_days_credential ON auth.scope_days (shop_id, credential_id, scope, day);
ALTER TABLE auth.scope_days ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON auth.scope_days USING (shop_id = (SELECT auth.current_shop()));
GRANT SELECT ON auth.scope_days TO storewright_auth;
GRANT SELECT, INSERT, UPDATE (requests), DELETE ON auth.scope_days TO storewright_shop;
