CREATE TABLE shop.image_files (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  status text COLLATE "C" NOT NULL CHECK (status IN ('uploaded', 'used', 'deleted')),
  width integer NOT NULL CHECK (width > 0),
  height integer NOT NULL CHECK (height > 0),
  sizes jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, id)
);
CREATE INDEX ON shop.image_files (shop_id, status, created_at);
ALTER TABLE shop.image_files ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

CREATE TABLE shop.image_contents (
  shop_id uuid NOT NULL,
  file_id uuid NOT NULL,
  side integer NOT NULL CHECK (side > 0),
  bytes bytea NOT NULL,
  PRIMARY KEY (shop_id, file_id, side)
);
ALTER TABLE shop.image_contents ALTER COLUMN bytes SET STORAGE EXTERNAL;
ALTER TABLE shop.image_contents ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

CREATE TABLE shop.product_images (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  product_id uuid NOT NULL,
  file_id uuid NOT NULL,
  alt_text text NOT NULL,
  position integer NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  sizes jsonb NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, id)
);
CREATE UNIQUE INDEX ON shop.product_images (shop_id, file_id);
CREATE INDEX ON shop.product_images (shop_id, product_id, id);
CREATE INDEX ON shop.product_images (shop_id, position, id);
CREATE INDEX ON shop.product_images (shop_id, updated_at, id);
ALTER TABLE shop.product_images ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

-- On a cluster, a foreign key needs distributed tables, and a policy cannot have a subquery.
DO $$
DECLARE
  added text;
  is_distributed boolean := false;
BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') THEN
    is_distributed := EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'shop.products'::regclass);
  END IF;
  FOREACH added IN ARRAY ARRAY['image_files', 'image_contents', 'product_images'] LOOP
    IF is_distributed THEN
      PERFORM create_distributed_table(('shop.' || added)::regclass, 'shop_id', colocate_with => 'shop.products');
    END IF;
    EXECUTE format('CREATE POLICY of_shop ON shop.%I USING (shop_id = %s)', added,
      CASE WHEN is_distributed THEN 'shop.current_shop()' ELSE '(SELECT shop.current_shop())' END);
  END LOOP;
END
$$;
ALTER TABLE shop.image_contents ADD FOREIGN KEY (shop_id, file_id) REFERENCES shop.image_files (shop_id, id);
ALTER TABLE shop.product_images ADD FOREIGN KEY (shop_id, product_id) REFERENCES shop.products (shop_id, id);
ALTER TABLE shop.product_images ADD FOREIGN KEY (shop_id, file_id) REFERENCES shop.image_files (shop_id, id);

GRANT SELECT, INSERT, UPDATE, DELETE ON shop.image_files TO storewright_shop;
GRANT SELECT, INSERT, UPDATE, DELETE ON shop.image_contents TO storewright_shop;
GRANT SELECT, INSERT, UPDATE, DELETE ON shop.product_images TO storewright_shop;
