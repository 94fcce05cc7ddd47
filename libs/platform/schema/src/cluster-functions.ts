// SQL: functions of the shop data in the words of Citus.

const definer = 'STABLE SECURITY DEFINER SET search_path = pg_catalog';

/**
 * Functions of the shop data, by their names, where rows are on many nodes: Citus has no recursive query over them, no DISTINCT over a join of what it has not
 * brought together, and no parameters in a function that is SQL. Each asks every shard once.
 */
export const clusterFunctions: Readonly<Record<string, string>> = {
  // As an UPDATE may call it with a column: an operator of times is no immutable function.
  just_after: `
CREATE OR REPLACE FUNCTION shop.just_after(at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT at + interval '1 microsecond' $$`,
  shops_to_serve: `
CREATE OR REPLACE FUNCTION shop.shops_to_serve(at timestamptz) RETURNS SETOF uuid LANGUAGE plpgsql ${definer} AS $$
BEGIN
  RETURN QUERY SELECT DISTINCT shop_id FROM (
    SELECT DISTINCT shop_id FROM shop.events WHERE sequence IS NULL
    UNION ALL SELECT shop_id FROM shop.event_streams WHERE to_serve
    UNION ALL SELECT s.shop_id FROM shop.webhook_streams s JOIN shop.event_streams e ON e.shop_id = s.shop_id
      WHERE s.next_attempt_at <= at AND s.state <> 'ended' AND s.last_sequence < e.last_sequence
    UNION ALL SELECT DISTINCT shop_id FROM shop.webhook_deliveries WHERE status = 'waiting') found;
END $$`,
  shops_behind: `
CREATE OR REPLACE FUNCTION shop.shops_behind(at timestamptz) RETURNS SETOF uuid LANGUAGE plpgsql ${definer} AS $$
BEGIN
  RETURN QUERY SELECT DISTINCT s.shop_id FROM shop.webhook_streams s JOIN shop.event_streams e ON e.shop_id = s.shop_id
  WHERE s.state <> 'ended' AND s.last_sequence < e.last_sequence AND (s.next_attempt_at IS NULL OR s.next_attempt_at <= at);
END $$`,
  // Numbers have no gaps, but what was kept for its time.
  webhook_backlog: `
CREATE OR REPLACE FUNCTION shop.webhook_backlog() RETURNS TABLE (state text, streams bigint, events bigint, oldest timestamptz) LANGUAGE sql ${definer} AS $$
  SELECT s.state, count(*), sum(e.last_sequence - s.last_sequence)::bigint, min(v.occurred_at)
  FROM shop.webhook_streams s JOIN shop.event_streams e ON e.shop_id = s.shop_id
  LEFT JOIN shop.events v ON v.shop_id = s.shop_id AND v.sequence = greatest(s.last_sequence + 1, e.first_sequence)
  WHERE s.state <> 'ended' AND s.last_sequence < e.last_sequence GROUP BY s.state
  UNION ALL
  SELECT 'unnumbered', 0, count(*), min(occurred_at) FROM shop.events WHERE sequence IS NULL $$`,
  shops_to_redact: `
CREATE OR REPLACE FUNCTION shop.shops_to_redact() RETURNS SETOF uuid LANGUAGE plpgsql ${definer} AS $$
BEGIN
  RETURN QUERY SELECT DISTINCT shop_id FROM shop.redactions
  WHERE finished_at IS NULL AND (swept_at IS NULL OR requested_at < now() - interval '5 minutes');
END $$`,
  redact_events: `
CREATE OR REPLACE FUNCTION shop.redact_events(events uuid[], resources text[]) RETURNS integer LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  own uuid := shop.current_shop();
  redacted integer;
BEGIN
  UPDATE shop.events e SET resource = each.resource
  FROM unnest(events, resources) AS each (id, resource)
  WHERE e.shop_id = own AND e.id = each.id
    AND EXISTS (SELECT 1 FROM shop.redactions r WHERE r.shop_id = own AND r.finished_at IS NULL);
  GET DIAGNOSTICS redacted = ROW_COUNT;
  RETURN redacted;
END $$`,
};
