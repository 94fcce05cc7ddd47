CREATE TABLE shop.products (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  title text COLLATE "C" NOT NULL,
  handle text COLLATE "C" NOT NULL,
  description text NOT NULL,
  status text COLLATE "C" NOT NULL CHECK (status IN ('draft', 'active', 'archived')),
  tags text[] NOT NULL,
  published_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, id)
);
CREATE UNIQUE INDEX ON shop.products (shop_id, handle);
CREATE INDEX ON shop.products (shop_id, title, id);
CREATE INDEX ON shop.products (shop_id, status, id);
CREATE INDEX ON shop.products (shop_id, updated_at, id);
ALTER TABLE shop.products ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.products USING (shop_id = (SELECT shop.current_shop()));
GRANT SELECT, INSERT, UPDATE, DELETE ON shop.products TO storewright_shop;

CREATE TABLE shop.variants (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  product_id uuid NOT NULL,
  title text COLLATE "C" NOT NULL,
  sku text COLLATE "C",
  price_amount bigint NOT NULL CHECK (price_amount >= 0),
  compare_at_amount bigint CHECK (compare_at_amount >= 0),
  currency_code text COLLATE "C" NOT NULL,
  inventory_quantity integer,
  inventory_policy text COLLATE "C" NOT NULL CHECK (inventory_policy IN ('deny', 'continue')),
  position integer NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, id),
  FOREIGN KEY (shop_id, product_id) REFERENCES shop.products (shop_id, id)
);
CREATE UNIQUE INDEX ON shop.variants (shop_id, sku);
CREATE INDEX ON shop.variants (shop_id, product_id, id);
CREATE INDEX ON shop.variants (shop_id, position, id);
CREATE INDEX ON shop.variants (shop_id, price_amount, id);
CREATE INDEX ON shop.variants (shop_id, updated_at, id);
ALTER TABLE shop.variants ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.variants USING (shop_id = (SELECT shop.current_shop()));
GRANT SELECT, INSERT, UPDATE, DELETE ON shop.variants TO storewright_shop;
