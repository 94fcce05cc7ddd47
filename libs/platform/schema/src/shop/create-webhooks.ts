import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The way of events to receivers (docs/contract.md §6): no row for each event and receiver that waits, but a place in the shop's order for each installation. A
 * delivery begins with its first attempt, or with a request to send an event once more, or a test.
 */
export class CreateWebhooks1700000900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP FUNCTION shop.shops_to_serve(timestamptz), shop.shops_behind(timestamptz), shop.webhook_backlog(), shop.shops_with_events(); DROP TABLE shop.webhook_deliveries, shop.webhook_attempts, shop.webhook_streams',
    );
  }
}

const sql = `
CREATE TABLE shop.webhook_streams (
  shop_id uuid NOT NULL,
  installation_id uuid NOT NULL,
  app_id uuid NOT NULL,
  -- Delivered or passed over up to here.
  last_sequence bigint NOT NULL,
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'paused', 'ended')),
  failing_since timestamptz,
  -- Failed ones of the event that is next.
  attempts integer NOT NULL DEFAULT 0,
  -- NULL: as soon as there is an event.
  next_attempt_at timestamptz,
  -- The delivery of that event, once it was tried.
  delivery_id uuid,
  -- Somebody was told that events will be lost, and none was delivered since.
  loss_foretold boolean NOT NULL DEFAULT false,
  -- The worker that has it (docs/adr/webhook-delivery.md), and until when.
  locked_by integer,
  locked_until timestamptz,
  PRIMARY KEY (shop_id, installation_id)
);
CREATE INDEX ON shop.webhook_streams (shop_id, next_attempt_at) WHERE next_attempt_at IS NOT NULL;

CREATE TABLE shop.webhook_deliveries (
  shop_id uuid NOT NULL,
  -- A UUIDv7 of the first attempt, or of the request: the order of the list, and of clearing away.
  id uuid NOT NULL,
  installation_id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('event', 'again', 'test')),
  -- The webhook-id: the event's, or of a test, one of its own.
  event_id uuid NOT NULL,
  event_type text COLLATE "C" NOT NULL,
  -- None: a test.
  sequence bigint,
  -- waiting: a request that was not tried yet. retrying: failed, and will be tried again. failed: will not.
  status text COLLATE "C" NOT NULL CHECK (status IN ('waiting', 'retrying', 'delivered', 'failed')),
  attempts integer NOT NULL,
  -- Of a test: the resource object that it is made of. Everything else is in the log of events.
  resource text,
  -- Why it failed where nothing was sent.
  error text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, id),
  CHECK ((kind = 'test') = (resource IS NOT NULL) AND (kind = 'test') = (sequence IS NULL))
);
CREATE INDEX ON shop.webhook_deliveries (shop_id, installation_id, id);
CREATE INDEX ON shop.webhook_deliveries (shop_id, event_id, id);
CREATE INDEX ON shop.webhook_deliveries (shop_id, event_type, id);
-- Few of many, which the others would have to be read through for; what is delivered at once is in none of them.
CREATE INDEX ON shop.webhook_deliveries (shop_id, status, id) WHERE status <> 'delivered';
CREATE INDEX ON shop.webhook_deliveries (shop_id, installation_id, status, id) WHERE status <> 'delivered';
CREATE INDEX ON shop.webhook_deliveries (shop_id, kind, id) WHERE kind <> 'event';

-- Every exchange with a receiver, kept for 30 days, as its delivery is.
CREATE TABLE shop.webhook_attempts (
  shop_id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  -- From 1.
  attempt integer NOT NULL,
  url text NOT NULL,
  request_headers jsonb NOT NULL,
  -- None: there was no answer, and error says why.
  status integer,
  duration_ms integer NOT NULL,
  -- Its first kilobyte.
  answer text NOT NULL,
  error text,
  attempted_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, delivery_id, attempt)
);

ALTER TABLE shop.webhook_streams ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE shop.webhook_attempts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE shop.webhook_deliveries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.webhook_streams USING (shop_id = (SELECT shop.current_shop()));
CREATE POLICY of_shop ON shop.webhook_attempts USING (shop_id = (SELECT shop.current_shop()));
CREATE POLICY of_shop ON shop.webhook_deliveries USING (shop_id = (SELECT shop.current_shop()));

GRANT SELECT, INSERT, UPDATE, DELETE ON shop.webhook_streams, shop.webhook_deliveries, shop.webhook_attempts TO storewright_hooks;
GRANT SELECT ON shop.webhook_streams, shop.webhook_deliveries, shop.webhook_attempts TO storewright_shop;
GRANT INSERT ON shop.webhook_deliveries TO storewright_shop;

-- The looks across shops that the worker has; they give ids and sums. They run as the owner, whom row-level security does not hold.
-- Shops in which something may be done at this moment: events without a number, numbered ones that somebody may not have, a stream that failed and is due, a
-- request. Whether somebody does it already is seen by whoever comes to do it. It is asked each second: what it reads grows with what happens and what
-- fails, not with how many shops and streams there are. Events without a number are walked by one probe of their index per shop.
CREATE FUNCTION shop.shops_to_serve(at timestamptz) RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
  WITH RECURSIVE unnumbered AS (
    (SELECT shop_id FROM shop.events WHERE sequence IS NULL ORDER BY shop_id LIMIT 1)
    UNION ALL
    SELECT (SELECT e.shop_id FROM shop.events e WHERE e.sequence IS NULL AND e.shop_id > u.shop_id ORDER BY e.shop_id LIMIT 1)
    FROM unnumbered u WHERE u.shop_id IS NOT NULL
  )
  SELECT shop_id FROM unnumbered WHERE shop_id IS NOT NULL
  UNION
  SELECT shop_id FROM shop.event_streams WHERE to_serve
  UNION
  SELECT s.shop_id FROM shop.webhook_streams s JOIN shop.event_streams e USING (shop_id)
  WHERE s.next_attempt_at <= at AND s.state <> 'ended' AND s.last_sequence < e.last_sequence
  UNION
  SELECT shop_id FROM shop.webhook_deliveries WHERE status = 'waiting' $$;

-- All shops in which a stream is behind and may be tried. It compares every stream with the log of its shop, so it is asked now and then: for what only a
-- worker had in mind that is gone.
CREATE FUNCTION shop.shops_behind(at timestamptz) RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
  SELECT DISTINCT s.shop_id FROM shop.webhook_streams s JOIN shop.event_streams e USING (shop_id)
  WHERE s.state <> 'ended' AND s.last_sequence < e.last_sequence AND (s.next_attempt_at IS NULL OR s.next_attempt_at <= at) $$;

-- How much is undelivered, over all shops: places that streams are behind, and since when.
CREATE FUNCTION shop.webhook_backlog() RETURNS TABLE (state text, streams bigint, events bigint, oldest timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
  SELECT s.state, count(*), sum(e.last_sequence - s.last_sequence)::bigint, min(next.occurred_at)
  FROM shop.webhook_streams s JOIN shop.event_streams e USING (shop_id)
  LEFT JOIN LATERAL (
    SELECT occurred_at FROM shop.events v WHERE v.shop_id = s.shop_id AND v.sequence > s.last_sequence ORDER BY v.sequence LIMIT 1
  ) next ON true
  WHERE s.state <> 'ended' AND s.last_sequence < e.last_sequence GROUP BY s.state
  UNION ALL
  SELECT 'unnumbered', 0, count(*), min(occurred_at) FROM shop.events WHERE sequence IS NULL $$;

-- Those that have a log, for clearing away what has outlived its time.
CREATE FUNCTION shop.shops_with_events() RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
  SELECT shop_id FROM shop.event_streams $$;

REVOKE EXECUTE ON FUNCTION shop.shops_to_serve(timestamptz), shop.shops_behind(timestamptz), shop.webhook_backlog(), shop.shops_with_events() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION shop.shops_to_serve(timestamptz), shop.shops_behind(timestamptz), shop.webhook_backlog(), shop.shops_with_events() TO storewright_hooks;
`;
