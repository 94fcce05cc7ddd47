const language = (name: string, volatility = 'STABLE') =>
  `LANGUAGE ${name} ${volatility} SECURITY DEFINER SET search_path = pg_catalog`;

/**
 * SQL queries that each Citus node runs on its local shards. `ask_nodes` replaces the placeholders with the
 * names of the shard tables.
 */
const [events, log, streams, deliveries, redactions] = ['%1$s', '%2$s', '%3$s', '%4$s', '%5$s'];
const at = '%6$L::timestamptz';
const behind = `${streams} s JOIN ${log} e USING (shop_id)`;
const questions = {
  shops_to_serve: `
    WITH RECURSIVE unnumbered AS (
      (SELECT shop_id FROM ${events} WHERE sequence IS NULL ORDER BY shop_id LIMIT 1)
      UNION ALL
      SELECT (SELECT e.shop_id FROM ${events} e WHERE e.sequence IS NULL AND e.shop_id > u.shop_id ORDER BY e.shop_id LIMIT 1)
      FROM unnumbered u WHERE u.shop_id IS NOT NULL
    )
    SELECT shop_id FROM unnumbered WHERE shop_id IS NOT NULL
    UNION SELECT shop_id FROM ${log} WHERE to_serve
    UNION SELECT shop_id FROM ${behind} WHERE s.next_attempt_at <= ${at} AND s.state <> 'ended' AND s.last_sequence < e.last_sequence
    UNION SELECT shop_id FROM ${deliveries} WHERE status = 'waiting'`,
  shops_behind: `
    SELECT DISTINCT shop_id FROM ${behind}
    WHERE s.state <> 'ended' AND s.last_sequence < e.last_sequence AND (s.next_attempt_at IS NULL OR s.next_attempt_at <= ${at})`,
  shops_to_redact: `
    SELECT DISTINCT shop_id FROM ${redactions} WHERE finished_at IS NULL AND (swept_at IS NULL OR requested_at < ${at} - interval '5 minutes')`,
  shops_with_events: `SELECT shop_id FROM ${log}`,
  webhook_backlog: `
    SELECT s.state, count(*) AS streams, sum(e.last_sequence - s.last_sequence) AS events, min(next.occurred_at) AS oldest
    FROM ${behind} LEFT JOIN LATERAL (
      SELECT occurred_at FROM ${events} v WHERE v.shop_id = s.shop_id AND v.sequence > s.last_sequence ORDER BY v.sequence LIMIT 1
    ) next ON true
    WHERE s.state <> 'ended' AND s.last_sequence < e.last_sequence GROUP BY s.state
    UNION ALL
    SELECT 'unnumbered', 0, count(*), min(occurred_at) FROM ${events} WHERE sequence IS NULL`,
};

/**
 * SQL expression whose value changes with every commit on a Citus node. The value includes the start time of
 * Postgres, because transaction numbers can repeat after a crash.
 */
const state = `pg_current_snapshot()::text || '/' || extract(epoch FROM pg_postmaster_start_time())`;

/**
 * SQL queries for the next time at which scheduled work becomes due. A result that is too early only causes
 * an unnecessary query.
 */
const due = {
  shops_to_serve: `SELECT min(next_attempt_at) FROM ${streams} WHERE next_attempt_at > ${at} AND state <> 'ended'`,
  shops_to_redact: `SELECT min(requested_at) + interval '5 minutes' FROM ${redactions} WHERE finished_at IS NULL AND requested_at >= ${at} - interval '5 minutes'`,
};
const watched = (Object.keys(due) as (keyof typeof due)[]).map((name): [string, string] => [
  name,
  `SELECT shop_id, NULL::timestamptz AS due, NULL AS state FROM (${questions[name]}) shops
    UNION ALL SELECT NULL, (${due[name]}), ${state}`,
]);

/** PL/pgSQL expression that selects a query by its name. */
const questionOf = (those: readonly [string, string][]) => `CASE what
${those.map(([name, question]) => `    WHEN '${name}' THEN $question$${question}$question$`).join('\n')} END`;

/** Returns the SQL of a function that returns shop ids from all Citus nodes that respond. */
const shopsOf = (name: keyof typeof questions, parameters = '') => `
CREATE OR REPLACE FUNCTION shop.${name}(${parameters}) RETURNS SETOF uuid ${language('plpgsql')} AS $$
BEGIN
  RETURN QUERY SELECT n.shop_id FROM shop.look_at_nodes('${name}', ${parameters ? 'at' : 'now()'}) n WHERE n.shop_id IS NOT NULL;
END $$`;

/**
 * SQL functions for Citus, keyed by name, in the order of their creation. The functions query each node
 * separately, so an unreachable node hides only its own shops. A query over all shards would fail as a whole.
 */
export const clusterFunctions: Readonly<Record<string, string>> = {
  // Adds a microsecond to a timestamp. Citus accepts only immutable functions in an UPDATE, but the operator
  // + for timestamptz and interval is only stable.
  just_after: `
CREATE OR REPLACE FUNCTION shop.just_after(at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT at + interval '1 microsecond' $$`,
  // Runs a query on each Citus node and returns its result or its error. Connects to the nodes as the table
  // owner, because only the owner can query nodes.
  ask_nodes: `
CREATE OR REPLACE FUNCTION shop.ask_nodes(question text, at timestamptz) RETURNS TABLE (node text, answer json, failure text) ${language('plpgsql')} SET citus.node_connection_timeout = '2s' AS $$
DECLARE
  hosts text[];
  ports integer[];
  commands text[];
  answered boolean := false;
BEGIN
  SELECT array_agg(c.nodename), array_agg(c.nodeport), array_agg(c.command) INTO hosts, ports, commands FROM (
    SELECT n.nodename, n.nodeport, format('SELECT coalesce(json_agg(found), ''[]'') FROM (%s) found',
      string_agg('(' || format(question, s.events, s.log, s.streams, s.deliveries, s.redactions, at) || ')', ' UNION ALL ')) AS command
    FROM (
      SELECT p.groupid,
        max(shard_name(d.logicalrelid, d.shardid)) FILTER (WHERE d.logicalrelid = 'shop.events'::regclass) AS events,
        max(shard_name(d.logicalrelid, d.shardid)) FILTER (WHERE d.logicalrelid = 'shop.event_streams'::regclass) AS log,
        max(shard_name(d.logicalrelid, d.shardid)) FILTER (WHERE d.logicalrelid = 'shop.webhook_streams'::regclass) AS streams,
        max(shard_name(d.logicalrelid, d.shardid)) FILTER (WHERE d.logicalrelid = 'shop.webhook_deliveries'::regclass) AS deliveries,
        max(shard_name(d.logicalrelid, d.shardid)) FILTER (WHERE d.logicalrelid = 'shop.redactions'::regclass) AS redactions
      FROM pg_dist_shard d JOIN pg_dist_placement p USING (shardid)
      WHERE d.logicalrelid IN ('shop.events'::regclass, 'shop.event_streams'::regclass, 'shop.webhook_streams'::regclass,
        'shop.webhook_deliveries'::regclass, 'shop.redactions'::regclass) AND p.shardstate = 1
      GROUP BY p.groupid, d.shardminvalue
    ) s JOIN pg_dist_node n ON n.groupid = s.groupid AND n.noderole = 'primary'
    GROUP BY n.nodename, n.nodeport
  ) c;
  FOR node, answer, failure IN
    SELECT r.node_name || ':' || r.node_port, CASE WHEN r.success THEN r.result::json END, CASE WHEN NOT r.success THEN r.result END
    FROM master_run_on_worker(hosts, ports, commands, true) r
  LOOP
    answered := answered OR failure IS NULL;
    RETURN NEXT;
  END LOOP;
  IF NOT answered AND hosts IS NOT NULL THEN
    RAISE EXCEPTION 'no node of the shop data answers: %', failure USING ERRCODE = 'cannot_connect_now';
  END IF;
END $$;
REVOKE EXECUTE ON FUNCTION shop.ask_nodes(text, timestamptz) FROM PUBLIC`,
  // Returns the shops of the Citus nodes that respond, and the address and error of each node that does not
  // respond. `what` is the name of the query.
  look_at_nodes: `
CREATE OR REPLACE FUNCTION shop.look_at_nodes(what text, at timestamptz) RETURNS TABLE (shop_id uuid, node text, failure text) ${language('plpgsql')} AS $$
DECLARE
  question text := ${questionOf(Object.entries(questions).filter(([name]) => name.startsWith('shops_')))};
BEGIN
  RETURN QUERY SELECT (e.value ->> 'shop_id')::uuid, n.node, n.failure
  FROM shop.ask_nodes(question, at) n LEFT JOIN LATERAL json_array_elements(n.answer) e ON true
  WHERE n.failure IS NOT NULL OR e.value IS NOT NULL;
END $$;
REVOKE EXECUTE ON FUNCTION shop.look_at_nodes(text, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION shop.look_at_nodes(text, timestamptz) TO storewright_hooks`,
  // Returns the state or the error of each Citus node that stores shops. The state changes with every
  // commit. Reads no table, so a call costs little more than a connection.
  states_of_nodes: `
CREATE OR REPLACE FUNCTION shop.states_of_nodes() RETURNS TABLE (node text, state text, failure text) ${language('plpgsql')} SET citus.node_connection_timeout = '2s' AS $$
DECLARE
  hosts text[];
  ports integer[];
BEGIN
  SELECT array_agg(n.nodename), array_agg(n.nodeport) INTO hosts, ports FROM pg_dist_node n
  WHERE n.noderole = 'primary' AND n.groupid IN (
    SELECT p.groupid FROM pg_dist_placement p JOIN pg_dist_shard d USING (shardid) WHERE d.logicalrelid = 'shop.events'::regclass AND p.shardstate = 1
  );
  RETURN QUERY SELECT r.node_name || ':' || r.node_port, CASE WHEN r.success THEN r.result END, CASE WHEN NOT r.success THEN r.result END
  FROM master_run_on_worker(hosts, ports, array_fill($question$SELECT ${state}$question$::text, ARRAY[cardinality(hosts)]), true) r;
END $$;
REVOKE EXECUTE ON FUNCTION shop.states_of_nodes() FROM PUBLIC`,
  // Returns the shops with pending work, and the state and next due time, or the error, of each Citus node.
  // Returns nothing if all states equal `known` and the time `until` has not passed. The caller's last call
  // without pending work returned both values.
  watch_nodes: `
CREATE OR REPLACE FUNCTION shop.watch_nodes(what text, at timestamptz, known jsonb, until timestamptz)
RETURNS TABLE (shop_id uuid, node text, failure text, state text, due timestamptz) ${language('plpgsql')} AS $$
DECLARE
  question text := ${questionOf(watched)};
BEGIN
  IF known IS NOT NULL AND (until IS NULL OR at < until) AND NOT EXISTS (
    SELECT FROM shop.states_of_nodes() n FULL JOIN jsonb_each_text(known) k ON k.key = n.node WHERE n.state IS DISTINCT FROM k.value
  ) THEN
    RETURN;
  END IF;
  RETURN QUERY SELECT (e.value ->> 'shop_id')::uuid, n.node, n.failure, e.value ->> 'state', (e.value ->> 'due')::timestamptz
  FROM shop.ask_nodes(question, at) n LEFT JOIN LATERAL json_array_elements(n.answer) e ON true
  WHERE n.failure IS NOT NULL OR e.value IS NOT NULL;
END $$;
REVOKE EXECUTE ON FUNCTION shop.watch_nodes(text, timestamptz, jsonb, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION shop.watch_nodes(text, timestamptz, jsonb, timestamptz) TO storewright_hooks`,
  shops_to_serve: shopsOf('shops_to_serve', 'at timestamptz'),
  shops_behind: shopsOf('shops_behind', 'at timestamptz'),
  shops_to_redact: shopsOf('shops_to_redact'),
  shops_with_events: shopsOf('shops_with_events'),
  webhook_backlog: `
CREATE OR REPLACE FUNCTION shop.webhook_backlog() RETURNS TABLE (state text, streams bigint, events bigint, oldest timestamptz) ${language('plpgsql')} AS $$
BEGIN
  RETURN QUERY SELECT f.state, sum(f.streams)::bigint, sum(f.events)::bigint, min(f.oldest)
  FROM shop.ask_nodes($question$${questions.webhook_backlog}$question$, now()) n,
    json_to_recordset(n.answer) AS f (state text, streams bigint, events bigint, oldest timestamptz)
  GROUP BY f.state;
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
