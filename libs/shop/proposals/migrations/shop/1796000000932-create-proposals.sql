CREATE TABLE shop.proposals (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  installation_id uuid NOT NULL,
  status text COLLATE "C" NOT NULL CHECK (status IN ('pending', 'approved', 'declined', 'expired', 'failed')),
  method text COLLATE "C" NOT NULL,
  path text NOT NULL,
  resource_type text COLLATE "C",
  resource_id uuid,
  base_version integer,
  required_scopes text[] NOT NULL,
  document text,
  base_url text NOT NULL,
  versions jsonb NOT NULL,
  failure_reason text COLLATE "C",
  failure_code text COLLATE "C",
  expires_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by_id uuid,
  decided_by_name text,
  actor_type text COLLATE "C" CHECK (actor_type IN ('app', 'access_token', 'person')),
  actor_id uuid,
  actor_name text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, id),
  CHECK (num_nonnulls(actor_type, actor_id, actor_name) IN (0, 3)),
  CHECK ((status = 'failed') = (failure_reason IS NOT NULL))
);
CREATE INDEX ON shop.proposals (shop_id, status, id);
CREATE INDEX ON shop.proposals (shop_id, installation_id, id);
CREATE INDEX ON shop.proposals (shop_id, created_at, id);
ALTER TABLE shop.proposals ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

CREATE TABLE shop.proposal_changes (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  proposal_id uuid NOT NULL,
  number integer NOT NULL,
  action text COLLATE "C" NOT NULL CHECK (action IN ('create', 'update', 'delete')),
  resource_type text COLLATE "C" NOT NULL,
  resource_id uuid,
  resource_name text,
  attribute text COLLATE "C",
  before jsonb,
  after jsonb,
  PRIMARY KEY (shop_id, id)
);
CREATE UNIQUE INDEX ON shop.proposal_changes (shop_id, proposal_id, number, id);
ALTER TABLE shop.proposal_changes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

-- On a cluster, a policy cannot have a subquery.
DO $$
DECLARE
  added text;
  is_distributed boolean := false;
BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') THEN
    is_distributed := EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'shop.products'::regclass);
  END IF;
  FOREACH added IN ARRAY ARRAY['proposals', 'proposal_changes'] LOOP
    IF is_distributed THEN
      PERFORM create_distributed_table(('shop.' || added)::regclass, 'shop_id', colocate_with => 'shop.products');
    END IF;
    EXECUTE format('CREATE POLICY of_shop ON shop.%I USING (shop_id = %s)', added,
      CASE WHEN is_distributed THEN 'shop.current_shop()' ELSE '(SELECT shop.current_shop())' END);
  END LOOP;
END
$$;
GRANT SELECT, INSERT, UPDATE, DELETE ON shop.proposals TO storewright_shop;
GRANT SELECT, INSERT, DELETE ON shop.proposal_changes TO storewright_shop;
GRANT SELECT, UPDATE (document) ON shop.proposals TO storewright_hooks;
GRANT SELECT, DELETE ON shop.proposal_changes TO storewright_hooks;

-- Shops with pending proposals that expired before this time, or with proposals from before `outdated_before`.
CREATE FUNCTION shop.shops_with_due_proposals(expired_before timestamptz, outdated_before timestamptz)
  RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog
AS $$
BEGIN
  RETURN QUERY SELECT DISTINCT p.shop_id FROM shop.proposals p
  WHERE (p.status = 'pending' AND p.expires_at < expired_before) OR p.created_at < outdated_before;
END
$$;
REVOKE EXECUTE ON FUNCTION shop.shops_with_due_proposals(timestamptz, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION shop.shops_with_due_proposals(timestamptz, timestamptz) TO storewright_shop;
