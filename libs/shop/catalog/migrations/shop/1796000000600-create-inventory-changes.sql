CREATE TABLE shop.inventory_changes (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  variant_id uuid NOT NULL,
  order_id uuid,
  delta integer NOT NULL,
  quantity integer,
  reason text COLLATE "C" NOT NULL
    CHECK (reason IN ('created', 'adjusted', 'ordered', 'restocked', 'imported')),
  actor_type text COLLATE "C" CHECK (actor_type IN ('app', 'access_token', 'person')),
  actor_id uuid,
  actor_name text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, id),
  CHECK (num_nonnulls(actor_type, actor_id, actor_name) IN (0, 3))
);
CREATE INDEX ON shop.inventory_changes (shop_id, variant_id, id);
CREATE INDEX ON shop.inventory_changes (shop_id, order_id, id);
CREATE INDEX ON shop.inventory_changes (shop_id, reason, id);
CREATE INDEX ON shop.inventory_changes (shop_id, created_at, id);
ALTER TABLE shop.inventory_changes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

-- On a cluster, a foreign key needs distributed tables, and a policy cannot have a subquery.
DO $$
DECLARE
  is_distributed boolean := false;
BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') THEN
    is_distributed := EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'shop.variants'::regclass);
  END IF;
  IF is_distributed THEN
    PERFORM create_distributed_table('shop.inventory_changes'::regclass, 'shop_id',
      colocate_with => 'shop.variants');
  END IF;
  EXECUTE format('CREATE POLICY of_shop ON shop.inventory_changes USING (shop_id = %s)',
    CASE WHEN is_distributed THEN 'shop.current_shop()' ELSE '(SELECT shop.current_shop())' END);
END
$$;
ALTER TABLE shop.inventory_changes ADD FOREIGN KEY (shop_id, variant_id)
  REFERENCES shop.variants (shop_id, id) ON DELETE CASCADE;
-- Changes are immutable. Deleting a variant deletes its changes.
GRANT SELECT, INSERT ON shop.inventory_changes TO storewright_shop;
