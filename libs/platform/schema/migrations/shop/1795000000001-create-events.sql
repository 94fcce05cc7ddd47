CREATE FUNCTION shop.current_shop() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('app.shop_id', true), '')::uuid $$;

CREATE TABLE shop.event_streams (
  shop_id uuid PRIMARY KEY,
  last_sequence bigint NOT NULL,
  first_sequence bigint NOT NULL DEFAULT 1,
  to_serve boolean NOT NULL DEFAULT false,
  epoch bigint NOT NULL DEFAULT 1,
  server text,
  node text
);
CREATE INDEX ON shop.event_streams (shop_id) WHERE to_serve;
ALTER TABLE shop.event_streams ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.event_streams USING (shop_id = (SELECT shop.current_shop()));
GRANT SELECT, INSERT, UPDATE (epoch, first_sequence, last_sequence, node, server, to_serve) ON shop.event_streams
  TO storewright_hooks;
GRANT SELECT, INSERT, UPDATE (epoch, last_sequence, node, server, to_serve) ON shop.event_streams TO storewright_shop;

CREATE TABLE shop.events (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  sequence bigint,
  type text COLLATE "C" NOT NULL,
  resource_type text COLLATE "C" NOT NULL,
  resource_id text COLLATE "C" NOT NULL,
  resource text NOT NULL,
  changed text[] NOT NULL,
  occurred_at timestamptz NOT NULL,
  epoch bigint NOT NULL DEFAULT 1,
  traceparent text,
  PRIMARY KEY (shop_id, id)
);
CREATE INDEX ON shop.events (shop_id, occurred_at, id) WHERE sequence IS NULL;
CREATE UNIQUE INDEX ON shop.events (shop_id, sequence) WHERE sequence IS NOT NULL;
CREATE INDEX ON shop.events (shop_id, type, sequence) WHERE sequence IS NOT NULL;
CREATE INDEX ON shop.events (shop_id, resource_id, sequence) WHERE sequence IS NOT NULL;
ALTER TABLE shop.events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.events USING (shop_id = (SELECT shop.current_shop()));
GRANT SELECT, INSERT, UPDATE (epoch, sequence), DELETE ON shop.events TO storewright_hooks;
GRANT SELECT, INSERT, UPDATE (epoch, sequence) ON shop.events TO storewright_shop;

CREATE TABLE shop.idempotency_keys (
  shop_id uuid NOT NULL,
  token_id uuid NOT NULL,
  key text COLLATE "C" NOT NULL,
  request_digest text NOT NULL,
  answer jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, token_id, key)
);
CREATE INDEX ON shop.idempotency_keys (shop_id, created_at);
ALTER TABLE shop.idempotency_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.idempotency_keys USING (shop_id = (SELECT shop.current_shop()));
GRANT SELECT (answer, created_at, key, shop_id, token_id), UPDATE (answer, key), DELETE ON shop.idempotency_keys
  TO storewright_hooks;
GRANT SELECT, INSERT, UPDATE, DELETE ON shop.idempotency_keys TO storewright_shop;

CREATE TABLE shop.redactions (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  resource_type text COLLATE "C" NOT NULL,
  resource_id uuid NOT NULL,
  rules jsonb NOT NULL,
  requested_at timestamptz NOT NULL,
  swept_at timestamptz,
  cleared integer NOT NULL DEFAULT 0,
  finished_at timestamptz,
  PRIMARY KEY (shop_id, id)
);
CREATE INDEX ON shop.redactions (shop_id) WHERE finished_at IS NULL;
ALTER TABLE shop.redactions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.redactions USING (shop_id = (SELECT shop.current_shop()));
GRANT SELECT, UPDATE (cleared, finished_at, swept_at) ON shop.redactions TO storewright_hooks;
GRANT SELECT, INSERT ON shop.redactions TO storewright_shop;

CREATE TABLE shop.search_terms (
  shop_id uuid NOT NULL,
  resource_type text COLLATE "C" NOT NULL,
  resource_id uuid NOT NULL,
  field text COLLATE "C" NOT NULL,
  term text COLLATE "C" NOT NULL,
  PRIMARY KEY (shop_id, resource_type, resource_id, field, term)
);
CREATE INDEX ON shop.search_terms (shop_id, resource_type, term, resource_id) WITH (deduplicate_items = off)
  WHERE term >= '';
ALTER TABLE shop.search_terms ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.search_terms USING (shop_id = (SELECT shop.current_shop()));
GRANT SELECT, INSERT, DELETE ON shop.search_terms TO storewright_shop;

CREATE TABLE shop.webhook_attempts (
  shop_id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  attempt integer NOT NULL,
  url text NOT NULL,
  request_headers jsonb NOT NULL,
  status integer,
  duration_ms integer NOT NULL,
  answer text NOT NULL,
  error text,
  attempted_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, delivery_id, attempt)
);
ALTER TABLE shop.webhook_attempts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.webhook_attempts USING (shop_id = (SELECT shop.current_shop()));
GRANT SELECT, INSERT, UPDATE, DELETE ON shop.webhook_attempts TO storewright_hooks;
GRANT SELECT ON shop.webhook_attempts TO storewright_shop;

CREATE TABLE shop.webhook_deliveries (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  installation_id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('event', 'again', 'test')),
  event_id uuid NOT NULL,
  event_type text COLLATE "C" NOT NULL,
  sequence bigint,
  status text COLLATE "C" NOT NULL CHECK (status IN ('waiting', 'retrying', 'delivered', 'failed', 'skipped')),
  attempts integer NOT NULL,
  resource text,
  error text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, id),
  CHECK (((kind = 'test') = (resource IS NOT NULL)) AND ((kind = 'test') = (sequence IS NULL)))
);
CREATE INDEX ON shop.webhook_deliveries (shop_id, installation_id, id);
CREATE INDEX ON shop.webhook_deliveries (shop_id, event_id, id);
CREATE INDEX ON shop.webhook_deliveries (shop_id, event_type, id);
CREATE INDEX ON shop.webhook_deliveries (shop_id, status, id) WHERE status <> 'delivered';
CREATE INDEX ON shop.webhook_deliveries (shop_id, installation_id, status, id) WHERE status <> 'delivered';
CREATE INDEX ON shop.webhook_deliveries (shop_id, kind, id) WHERE kind <> 'event';
ALTER TABLE shop.webhook_deliveries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.webhook_deliveries USING (shop_id = (SELECT shop.current_shop()));
GRANT SELECT, INSERT, UPDATE, DELETE ON shop.webhook_deliveries TO storewright_hooks;
GRANT SELECT, INSERT, UPDATE (status, updated_at) ON shop.webhook_deliveries TO storewright_shop;

CREATE TABLE shop.webhook_streams (
  shop_id uuid NOT NULL,
  installation_id uuid NOT NULL,
  app_id uuid NOT NULL,
  last_sequence bigint NOT NULL,
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'paused', 'ended')),
  failing_since timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  delivery_id uuid,
  loss_foretold boolean NOT NULL DEFAULT false,
  locked_by integer,
  locked_until timestamptz,
  PRIMARY KEY (shop_id, installation_id)
);
CREATE INDEX ON shop.webhook_streams (shop_id, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
ALTER TABLE shop.webhook_streams ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.webhook_streams USING (shop_id = (SELECT shop.current_shop()));
GRANT SELECT, INSERT, UPDATE, DELETE ON shop.webhook_streams TO storewright_hooks;
GRANT SELECT, UPDATE (attempts, delivery_id, last_sequence, next_attempt_at) ON shop.webhook_streams
  TO storewright_shop;

CREATE FUNCTION shop.shops_to_serve(at timestamptz) RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog
AS $$
  WITH RECURSIVE unnumbered AS (
    (SELECT shop_id FROM shop.events WHERE sequence IS NULL ORDER BY shop_id LIMIT 1)
    UNION ALL
    SELECT (SELECT e.shop_id FROM shop.events e WHERE e.sequence IS NULL AND e.shop_id > u.shop_id
      ORDER BY e.shop_id LIMIT 1)
    FROM unnumbered u WHERE u.shop_id IS NOT NULL
  )
  SELECT shop_id FROM unnumbered WHERE shop_id IS NOT NULL
  UNION
  SELECT shop_id FROM shop.event_streams WHERE to_serve
  UNION
  SELECT s.shop_id FROM shop.webhook_streams s JOIN shop.event_streams e USING (shop_id)
  WHERE s.next_attempt_at <= at AND s.state <> 'ended' AND s.last_sequence < e.last_sequence
  UNION
  SELECT shop_id FROM shop.webhook_deliveries WHERE status = 'waiting'
$$;
REVOKE EXECUTE ON FUNCTION shop.shops_to_serve(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION shop.shops_to_serve(timestamptz) TO storewright_hooks;

CREATE FUNCTION shop.shops_behind(at timestamptz) RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog
AS $$
  SELECT DISTINCT s.shop_id FROM shop.webhook_streams s JOIN shop.event_streams e USING (shop_id)
  WHERE s.state <> 'ended' AND s.last_sequence < e.last_sequence AND (s.next_attempt_at IS NULL
    OR s.next_attempt_at <= at)
$$;
REVOKE EXECUTE ON FUNCTION shop.shops_behind(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION shop.shops_behind(timestamptz) TO storewright_hooks;

CREATE FUNCTION shop.webhook_backlog() RETURNS TABLE (state text, streams bigint, events bigint, oldest timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog
AS $$
  SELECT s.state, count(*), sum(e.last_sequence - s.last_sequence)::bigint, min(next.occurred_at)
  FROM shop.webhook_streams s JOIN shop.event_streams e USING (shop_id)
  LEFT JOIN LATERAL (
    SELECT occurred_at FROM shop.events v WHERE v.shop_id = s.shop_id AND v.sequence > s.last_sequence
      ORDER BY v.sequence LIMIT 1
  ) next ON true
  WHERE s.state <> 'ended' AND s.last_sequence < e.last_sequence GROUP BY s.state
  UNION ALL
  SELECT 'unnumbered', 0, count(*), min(occurred_at) FROM shop.events WHERE sequence IS NULL
$$;
REVOKE EXECUTE ON FUNCTION shop.webhook_backlog() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION shop.webhook_backlog() TO storewright_hooks;

CREATE FUNCTION shop.shops_with_events() RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog
AS $$
  SELECT shop_id FROM shop.event_streams
$$;
REVOKE EXECUTE ON FUNCTION shop.shops_with_events() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION shop.shops_with_events() TO storewright_hooks;

CREATE FUNCTION shop.shops_to_redact() RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog
AS $$
  SELECT DISTINCT shop_id FROM shop.redactions
  WHERE finished_at IS NULL AND (swept_at IS NULL OR requested_at < now() - interval '5 minutes')
$$;
REVOKE EXECUTE ON FUNCTION shop.shops_to_redact() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION shop.shops_to_redact() TO storewright_hooks;

CREATE FUNCTION shop.redact_events(events uuid[], resources text[]) RETURNS integer
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog
AS $$
  WITH redacted AS (
    UPDATE shop.events e SET resource = each.resource
    FROM unnest(events, resources) AS each (id, resource)
    WHERE e.shop_id = shop.current_shop() AND e.id = each.id
      AND EXISTS (SELECT 1 FROM shop.redactions r WHERE r.shop_id = shop.current_shop() AND r.finished_at IS NULL)
    RETURNING 1
  )
  SELECT count(*)::integer FROM redacted
$$;
REVOKE EXECUTE ON FUNCTION shop.redact_events(uuid[], text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION shop.redact_events(uuid[], text[]) TO storewright_hooks;

CREATE FUNCTION shop.empty_shop(goes_on boolean) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog
AS $$
DECLARE
  emptied CONSTANT uuid := shop.current_shop();
  name text;
BEGIN
  IF emptied IS NULL THEN
    RAISE EXCEPTION 'no shop in the context';
  END IF;
  -- Under its lock numbers are given.
  PERFORM FROM shop.event_streams WHERE shop_id = emptied FOR UPDATE;
  FOR name IN
    WITH RECURSIVE tables AS (
      SELECT c.oid, c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'shop_id'
        AND NOT a.attisdropped
      WHERE c.relnamespace = 'shop'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    ), depths AS (
      SELECT oid, 0 AS depth FROM tables
      UNION ALL
      SELECT f.conrelid, d.depth + 1 FROM depths d JOIN pg_constraint f ON f.confrelid = d.oid AND f.contype = 'f'
        AND f.conrelid <> f.confrelid
      WHERE d.depth < 20
    )
    SELECT t.relname FROM tables t JOIN depths d USING (oid)
    WHERE NOT (goes_on AND t.relname IN ('event_streams', 'webhook_streams')) GROUP BY t.oid, t.relname
      ORDER BY max(d.depth) DESC
  LOOP
    EXECUTE format('DELETE FROM shop.%I WHERE shop_id = %L', name, emptied);
  END LOOP;
  UPDATE shop.event_streams SET first_sequence = last_sequence + 1 WHERE shop_id = emptied;
  UPDATE shop.webhook_streams s SET last_sequence = greatest(s.last_sequence, e.last_sequence), delivery_id = NULL,
    attempts = 0,
    failing_since = NULL, next_attempt_at = NULL, loss_foretold = false, state = CASE s.state WHEN 'paused'
      THEN 'active' ELSE s.state END
  FROM shop.event_streams e WHERE s.shop_id = emptied AND e.shop_id = emptied;
END
$$;
REVOKE EXECUTE ON FUNCTION shop.empty_shop(boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION shop.empty_shop(boolean) TO storewright_shop;
