CREATE TABLE shop.meta (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  resource_type text COLLATE "C" NOT NULL,
  resource_id text COLLATE "C" NOT NULL,
  data jsonb NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  segment integer NOT NULL DEFAULT 1,
  PRIMARY KEY (shop_id, id)
);
CREATE INDEX ON shop.meta (shop_id, resource_type, resource_id, id);
CREATE INDEX ON shop.meta (shop_id, resource_type, id);
CREATE INDEX ON shop.meta (shop_id, resource_id, id);
ALTER TABLE shop.meta ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.meta USING (shop_id = (SELECT shop.current_shop()));
GRANT SELECT, INSERT, UPDATE, DELETE ON shop.meta TO storewright_shop;

CREATE TABLE shop.meta_entries (
  shop_id uuid NOT NULL,
  segment integer NOT NULL DEFAULT 1,
  tok bytea NOT NULL,
  meta_id uuid NOT NULL,
  PRIMARY KEY (shop_id, segment, tok, meta_id)
);
CREATE INDEX ON shop.meta_entries (shop_id, tok DESC, meta_id);
ALTER TABLE shop.meta_entries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.meta_entries USING (shop_id = (SELECT shop.current_shop()));
GRANT SELECT, INSERT, UPDATE, DELETE ON shop.meta_entries TO storewright_shop;

CREATE TABLE shop.meta_segments (
  shop_id uuid NOT NULL,
  segment integer NOT NULL CHECK (segment > 1),
  from_id uuid NOT NULL,
  PRIMARY KEY (shop_id, segment)
);
ALTER TABLE shop.meta_segments ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.meta_segments USING (shop_id = (SELECT shop.current_shop()));
GRANT SELECT, INSERT, UPDATE, DELETE ON shop.meta_segments TO storewright_shop;
