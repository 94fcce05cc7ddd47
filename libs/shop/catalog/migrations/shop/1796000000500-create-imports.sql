CREATE TABLE shop.imports (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('products', 'inventory')),
  file_name text,
  state text COLLATE "C" NOT NULL CHECK (state IN ('checking', 'checked', 'running', 'finished', 'cancelled')),
  columns jsonb NOT NULL,
  delimiter text COLLATE "C" NOT NULL,
  row_count integer NOT NULL,
  checked_count integer NOT NULL,
  done_count integer NOT NULL,
  failed_count integer NOT NULL,
  position integer NOT NULL,
  started_at timestamptz,
  ended_at timestamptz,
  actor_type text COLLATE "C" CHECK (actor_type IN ('app', 'access_token', 'person')),
  actor_id uuid,
  actor_name text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, id),
  CHECK (num_nonnulls(actor_type, actor_id, actor_name) IN (0, 3))
);
CREATE INDEX ON shop.imports (shop_id, created_at, id);
CREATE INDEX ON shop.imports (shop_id, state, id);
ALTER TABLE shop.imports ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

-- Rows are stored before their import, so that the import appears with its complete file.
CREATE TABLE shop.import_rows (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  import_id uuid NOT NULL,
  number integer NOT NULL,
  cells jsonb NOT NULL,
  handle text COLLATE "C",
  sku text COLLATE "C",
  errors jsonb,
  PRIMARY KEY (shop_id, id)
);
CREATE UNIQUE INDEX ON shop.import_rows (shop_id, import_id, number, id);
CREATE INDEX ON shop.import_rows (shop_id, import_id, handle, number);
CREATE INDEX ON shop.import_rows (shop_id, import_id, sku, number);
CREATE INDEX ON shop.import_rows (shop_id, import_id, number) WHERE errors IS NOT NULL;
ALTER TABLE shop.import_rows ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

-- On a cluster, a policy cannot have a subquery.
DO $$
DECLARE
  added text;
  is_distributed boolean := false;
BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') THEN
    is_distributed := EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'shop.products'::regclass);
  END IF;
  FOREACH added IN ARRAY ARRAY['imports', 'import_rows'] LOOP
    IF is_distributed THEN
      PERFORM create_distributed_table(('shop.' || added)::regclass, 'shop_id', colocate_with => 'shop.products');
    END IF;
    EXECUTE format('CREATE POLICY of_shop ON shop.%I USING (shop_id = %s)', added,
      CASE WHEN is_distributed THEN 'shop.current_shop()' ELSE '(SELECT shop.current_shop())' END);
  END LOOP;
END
$$;
GRANT SELECT, INSERT, UPDATE, DELETE ON shop.imports TO storewright_shop;
GRANT SELECT, INSERT, UPDATE (errors), DELETE ON shop.import_rows TO storewright_shop;

-- Shops with unfinished or outdated imports.
CREATE FUNCTION shop.shops_with_imports(outdated_before timestamptz) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog
AS $$
BEGIN
  RETURN QUERY SELECT DISTINCT i.shop_id FROM shop.imports i
  WHERE i.state IN ('checking', 'running') OR i.created_at < outdated_before;
END
$$;
REVOKE EXECUTE ON FUNCTION shop.shops_with_imports(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION shop.shops_with_imports(timestamptz) TO storewright_shop;
