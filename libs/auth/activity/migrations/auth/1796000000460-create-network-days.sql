-- Requests by day (UTC), credential and network.
CREATE TABLE auth.network_days (
  shop_id uuid NOT NULL REFERENCES auth.shops (id),
  day timestamptz NOT NULL,
  credential_id uuid NOT NULL,
  credential text NOT NULL CHECK (credential IN ('installations', 'access_tokens')),
  network text COLLATE "C" NOT NULL,
  requests integer NOT NULL,
  PRIMARY KEY (shop_id, day, credential_id, network)
);
CREATE INDEX network_days_credential ON auth.network_days (shop_id, credential_id, day);
ALTER TABLE auth.network_days ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON auth.network_days USING (shop_id = (SELECT auth.current_shop()));
GRANT SELECT ON auth.network_days TO storewright_auth;
GRANT SELECT, INSERT, UPDATE (requests), DELETE ON auth.network_days TO storewright_shop;
