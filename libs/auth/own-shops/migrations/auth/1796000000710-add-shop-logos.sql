-- Logos of shops, which documents of the shop, the grant screen and printed orders show.
ALTER TABLE auth.shops ADD COLUMN logo_url text COLLATE "C";

CREATE TABLE auth.shop_logos (
  shop_id uuid NOT NULL PRIMARY KEY REFERENCES auth.shops (id),
  digest text COLLATE "C" NOT NULL,
  bytes bytea NOT NULL
);
ALTER TABLE auth.shop_logos ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON auth.shop_logos USING (shop_id = (SELECT auth.current_shop()));
GRANT SELECT, INSERT, DELETE ON auth.shop_logos TO storewright_auth;
GRANT SELECT ON auth.shop_logos TO storewright_shop;
