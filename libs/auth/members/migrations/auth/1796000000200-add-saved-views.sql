-- Views of lists that members save, for themselves or for the whole shop.
CREATE TABLE auth.saved_views (
  shop_id uuid NOT NULL REFERENCES auth.shops (id),
  id uuid NOT NULL,
  owner_id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  list text COLLATE "C" NOT NULL,
  query text NOT NULL CHECK (length(query) <= 2000),
  is_shared boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (shop_id, id)
);
CREATE INDEX saved_views_owner ON auth.saved_views (shop_id, owner_id);
ALTER TABLE auth.saved_views ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON auth.saved_views USING (shop_id = (SELECT auth.current_shop()));
GRANT SELECT, INSERT, DELETE ON auth.saved_views TO storewright_auth;
