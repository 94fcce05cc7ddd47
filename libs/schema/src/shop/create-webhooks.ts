import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The way of events to receivers (CONTRACT §6): no row for each pending delivery, but a place in the shop's order for each installation. */
export class CreateWebhooks1700000900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP FUNCTION shop.shops_to_serve(timestamptz), shop.shops_with_events(); DROP TABLE shop.webhook_requests, shop.webhook_attempts, shop.webhook_streams',
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
  -- The worker that has it, and until when.
  locked_by text,
  locked_until timestamptz,
  PRIMARY KEY (shop_id, installation_id)
);

-- Every exchange with a receiver, kept for 30 days.
CREATE TABLE shop.webhook_attempts (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  installation_id uuid NOT NULL,
  event_id uuid NOT NULL,
  -- None: a test.
  sequence bigint,
  kind text NOT NULL CHECK (kind IN ('event', 'again', 'test')),
  attempt integer NOT NULL,
  url text NOT NULL,
  request_headers jsonb NOT NULL,
  -- None: there was no answer, and error says why.
  status integer,
  duration_ms integer NOT NULL,
  -- Its first kilobyte.
  answer text,
  error text,
  attempted_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, id)
);
CREATE INDEX ON shop.webhook_attempts (shop_id, installation_id, id);
CREATE INDEX ON shop.webhook_attempts (shop_id, event_id, id);
CREATE INDEX ON shop.webhook_attempts (shop_id, attempted_at);

-- What somebody asked to send: an event once more, or a test. Gone once it is done.
CREATE TABLE shop.webhook_requests (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  installation_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('again', 'test')),
  -- The event of the log; of a test, the id that it is given.
  event_id uuid NOT NULL,
  -- Of a test: its type, and the resource object that it is made of.
  type text COLLATE "C",
  resource text,
  requested_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, id),
  CHECK ((kind = 'test') = (type IS NOT NULL AND resource IS NOT NULL))
);
CREATE INDEX ON shop.webhook_requests (shop_id, installation_id, id);

ALTER TABLE shop.webhook_streams ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE shop.webhook_attempts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE shop.webhook_requests ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.webhook_streams USING (shop_id = (SELECT shop.current_shop()));
CREATE POLICY of_shop ON shop.webhook_attempts USING (shop_id = (SELECT shop.current_shop()));
CREATE POLICY of_shop ON shop.webhook_requests USING (shop_id = (SELECT shop.current_shop()));

GRANT SELECT, INSERT, UPDATE, DELETE ON shop.webhook_streams, shop.webhook_attempts, shop.webhook_requests TO storewright_hooks;
GRANT SELECT ON shop.webhook_streams, shop.webhook_attempts TO storewright_shop;
GRANT SELECT, INSERT ON shop.webhook_requests TO storewright_shop;

-- The only looks across shops that the worker has, and all they give is ids. They run as the owner, whom row-level security does not hold.
-- Those in which something waits at this moment: events without a number, a stream that is behind, a request. The events' shops are found by one
-- probe of the index each, however many events wait.
CREATE FUNCTION shop.shops_to_serve(at timestamptz) RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
  WITH RECURSIVE pending AS (
    (SELECT shop_id FROM shop.events WHERE sequence IS NULL ORDER BY shop_id LIMIT 1)
    UNION ALL
    SELECT (SELECT e.shop_id FROM shop.events e WHERE e.sequence IS NULL AND e.shop_id > p.shop_id ORDER BY e.shop_id LIMIT 1)
    FROM pending p WHERE p.shop_id IS NOT NULL
  )
  SELECT shop_id FROM pending WHERE shop_id IS NOT NULL
  UNION
  SELECT s.shop_id FROM shop.webhook_streams s LEFT JOIN shop.event_streams e USING (shop_id)
  WHERE s.state <> 'ended' AND (s.next_attempt_at IS NULL OR s.next_attempt_at <= at) AND (s.locked_until IS NULL OR s.locked_until <= at)
    AND (s.last_sequence < e.last_sequence
      OR EXISTS (SELECT FROM shop.webhook_requests r WHERE r.shop_id = s.shop_id AND r.installation_id = s.installation_id)) $$;

-- Those that have a log, for clearing away what has outlived its time.
CREATE FUNCTION shop.shops_with_events() RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
  SELECT shop_id FROM shop.event_streams $$;

REVOKE EXECUTE ON FUNCTION shop.shops_to_serve(timestamptz), shop.shops_with_events() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION shop.shops_to_serve(timestamptz), shop.shops_with_events() TO storewright_hooks;
`;
