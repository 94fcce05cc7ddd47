const require_rolldown_runtime = require("./rolldown-runtime-BW-eSwOZ.js");
const require_settings_error = require("./settings-error-6SMd8pjM.js");
const require_topology = require("./topology-D0udpd0s.js");
const require_http = require("./http-gw2kCh65.js");
let node_net = require("node:net");
let node_crypto = require("node:crypto");
let node_util = require("node:util");
let node_events = require("node:events");
let node_os = require("node:os");
let node_timers_promises = require("node:timers/promises");
let pg = require("pg");
let typeorm = require("typeorm");
let node_module = require("node:module");
let node_fs = require("node:fs");
let node_child_process = require("node:child_process");
let node_path = require("node:path");
let rolldown = require("rolldown");
// libs/platform/schema/src/baseline.ts
/** Migrations up to this time create the whole schema. They replace the migrations of development builds. */
const BASELINE_TIME = 1795000000009;
/** SHA-256 of the sorted names of the replaced migrations. */
const REPLACED = {
	auth: "90be5f2cf69de06622d495ab07e78b2d4e6545c94b2dd3350d425b7d0431d820",
	shop: "b39aacdef35aa381b4db6bf860fc92f1c2859d2aaac8d1e5e8009c562290cd95"
};
/** Difference between the schema of the replaced migrations and the baseline. */
const REMAINDER = {
	auth: [],
	shop: ["ALTER TABLE shop.webhook_deliveries VALIDATE CONSTRAINT webhook_deliveries_status_check"]
};
const timeOf = (name) => Number(name.slice(-13));
const isBaseline = (name) => timeOf(name) <= BASELINE_TIME;
/** Marks the baseline as applied if the replaced migrations created the database. */
async function adoptBaseline(dataSource, schema, migrations) {
	const applied = await appliedMigrations(dataSource, schema);
	const baseline = migrations.map(({ name }) => name).filter(isBaseline);
	if (applied.length === 0 || baseline.some((name) => applied.includes(name))) return;
	if ((0, node_crypto.createHash)("sha256").update(applied.join()).digest("hex") !== REPLACED[schema]) throw new Error(`the ${schema} data was made by an early development build. Migrate it with the last commit that has libs/platform/schema/src/shop/create-sales.ts, then with this build.`);
	await dataSource.transaction(async (transaction) => {
		for (const statement of REMAINDER[schema]) await transaction.query(statement);
		await transaction.query(`DELETE FROM ${schema}.migrations`);
		for (const name of baseline) await transaction.query(`INSERT INTO ${schema}.migrations (timestamp, name) VALUES ($1, $2)`, [timeOf(name), name]);
	});
}
async function appliedMigrations(dataSource, schema) {
	const table = `${schema}.migrations`;
	const [{ exists }] = await dataSource.query("SELECT to_regclass($1) IS NOT NULL AS exists", [table]);
	if (!exists) return [];
	return (await dataSource.query(`SELECT name FROM ${table}`)).map(({ name }) => name).sort();
}
// libs/platform/schema/src/cluster.ts
const tables = `
  SELECT c.relname AS name, d.partmethod AS method, EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'shop_id') AS of_shop,
    ARRAY(SELECT confrelid::regclass::text FROM pg_constraint o WHERE o.conrelid = c.oid AND o.contype = 'f' AND o.confrelid <> c.oid) AS parents
  FROM pg_class c LEFT JOIN pg_dist_partition d ON d.logicalrelid = c.oid
  WHERE c.relnamespace = 'shop'::regnamespace AND c.relkind = 'r' AND c.relname <> 'migrations' AND c.relowner = 'storewright_owner'::regrole ORDER BY 1`;
/** True if the database is the coordinator of a cluster. Throws for a worker node, which cannot change the schema. */
async function isCluster(client) {
	const { rowCount } = await client.query(`SELECT FROM pg_extension WHERE extname = 'citus'`);
	if (rowCount !== 1) return false;
	const { rows } = await client.query("SELECT groupid FROM pg_dist_local_group");
	if (rows.some(({ groupid }) => groupid !== 0)) throw new require_settings_error.SettingsError("this is a worker node of a Citus cluster. Use the address of the coordinator.");
	return true;
}
/** Runs `work` with a connection to the coordinator as its administrator. Throws if there is no cluster. */
async function onCoordinator(administrator, work) {
	const client = new pg.Client({
		connectionString: administrator,
		keepAlive: true
	});
	await client.connect();
	try {
		if (!await isCluster(client)) throw new Error("the shop data is not on a cluster.");
		return await work(client);
	} finally {
		await client.end();
	}
}
/** Lists the tables, each after the tables that it references. */
async function shopTables(client) {
	const { rows } = await client.query(tables);
	const left = new Map(rows.map((row) => [`shop.${row.name}`, row]));
	const sorted = [];
	while (left.size > 0) {
		const next = [...left].filter(([, { parents }]) => !parents.some((parent) => left.has(parent)));
		if (next.length === 0) throw new Error(`these tables reference each other: ${[...left.keys()].join(", ")}`);
		for (const [path, { name, of_shop, method }] of next) {
			sorted.push({
				name,
				kind: of_shop ? "distributed" : "reference",
				done: method !== null
			});
			left.delete(path);
		}
	}
	return sorted;
}
const placement = `
  SELECT s.shardid AS shard, p.nodename AS node, p.nodeport AS port, s.shardminvalue = s.shardmaxvalue AS "isAlone"
  FROM (SELECT get_shard_id_for_distribution_column('shop.meta', $1::uuid) AS shardid) k
  JOIN pg_dist_shard s USING (shardid) JOIN pg_dist_shard_placement p USING (shardid)`;
async function placementOf(client, shop_id) {
	const { rows } = await client.query(placement, [shop_id]);
	return rows[0];
}
// libs/platform/schema/src/cluster-functions.ts
const language = (name, volatility = "STABLE") => `LANGUAGE ${name} ${volatility} SECURITY DEFINER SET search_path = pg_catalog`;
/**
* Queries for each shard of a node in plain Postgres. The placeholders stand for names of tables, which
* `ask_nodes` inserts.
*/
const [events, log, streams, deliveries, redactions] = [
	"%1$s",
	"%2$s",
	"%3$s",
	"%4$s",
	"%5$s"
];
const at = "%6$L::timestamptz";
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
    SELECT 'unnumbered', 0, count(*), min(occurred_at) FROM ${events} WHERE sequence IS NULL`
};
/**
* SQL for a fingerprint of the rows that a node can see. Each commit changes the snapshot when it becomes
* visible. A crash can reuse transaction numbers, but it changes the start time.
*/
const state = `pg_current_snapshot()::text || '/' || extract(epoch FROM pg_postmaster_start_time())`;
/**
* Queries for the next time at which a result changes without a commit. A time that is too early is harmless.
*/
const due = {
	shops_to_serve: `SELECT min(next_attempt_at) FROM ${streams} WHERE next_attempt_at > ${at} AND state <> 'ended'`,
	shops_to_redact: `SELECT min(requested_at) + interval '5 minutes' FROM ${redactions} WHERE finished_at IS NULL AND requested_at >= ${at} - interval '5 minutes'`
};
const watched = Object.keys(due).map((name) => [name, `SELECT shop_id, NULL::timestamptz AS due, NULL AS state FROM (${questions[name]}) shops
    UNION ALL SELECT NULL, (${due[name]}), ${state}`]);
/** PL/pgSQL expression that selects the query by the name of its function. */
const questionOf = (those) => `CASE what
${those.map(([name, question]) => `    WHEN '${name}' THEN $question$${question}$question$`).join("\n")} END`;
/** Returns the SQL of a function that returns shops of all nodes that respond. */
const shopsOf = (name, parameters = "") => `
CREATE OR REPLACE FUNCTION shop.${name}(${parameters}) RETURNS SETOF uuid ${language("plpgsql")} AS $$
BEGIN
  RETURN QUERY SELECT n.shop_id FROM shop.look_at_nodes('${name}', ${parameters ? "at" : "now()"}) n WHERE n.shop_id IS NOT NULL;
END $$`;
/**
* Functions of the shop data on a cluster, by name, in the order of their creation. They query each node separately,
* so that a lost node hides only its own shops. A statement over all shards would fail as a whole.
*/
const clusterFunctions = {
	just_after: `
CREATE OR REPLACE FUNCTION shop.just_after(at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT at + interval '1 microsecond' $$`,
	ask_nodes: `
CREATE OR REPLACE FUNCTION shop.ask_nodes(question text, at timestamptz) RETURNS TABLE (node text, answer json, failure text) ${language("plpgsql")} SET citus.node_connection_timeout = '2s' AS $$
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
	look_at_nodes: `
CREATE OR REPLACE FUNCTION shop.look_at_nodes(what text, at timestamptz) RETURNS TABLE (shop_id uuid, node text, failure text) ${language("plpgsql")} AS $$
DECLARE
  question text := ${questionOf(Object.entries(questions).filter(([name]) => name.startsWith("shops_")))};
BEGIN
  RETURN QUERY SELECT (e.value ->> 'shop_id')::uuid, n.node, n.failure
  FROM shop.ask_nodes(question, at) n LEFT JOIN LATERAL json_array_elements(n.answer) e ON true
  WHERE n.failure IS NOT NULL OR e.value IS NOT NULL;
END $$;
REVOKE EXECUTE ON FUNCTION shop.look_at_nodes(text, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION shop.look_at_nodes(text, timestamptz) TO storewright_hooks`,
	states_of_nodes: `
CREATE OR REPLACE FUNCTION shop.states_of_nodes() RETURNS TABLE (node text, state text, failure text) ${language("plpgsql")} SET citus.node_connection_timeout = '2s' AS $$
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
	watch_nodes: `
CREATE OR REPLACE FUNCTION shop.watch_nodes(what text, at timestamptz, known jsonb, until timestamptz)
RETURNS TABLE (shop_id uuid, node text, failure text, state text, due timestamptz) ${language("plpgsql")} AS $$
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
	shops_to_serve: shopsOf("shops_to_serve", "at timestamptz"),
	shops_behind: shopsOf("shops_behind", "at timestamptz"),
	shops_to_redact: shopsOf("shops_to_redact"),
	shops_with_events: shopsOf("shops_with_events"),
	webhook_backlog: `
CREATE OR REPLACE FUNCTION shop.webhook_backlog() RETURNS TABLE (state text, streams bigint, events bigint, oldest timestamptz) ${language("plpgsql")} AS $$
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
END $$`
};
// libs/platform/schema/src/node-roles.ts
/** True if the administrator has an entry, so nodes authenticate each other by passwords. */
const usesPasswords = `SELECT FROM pg_dist_authinfo WHERE rolename = current_user`;
/**
* Stores the passwords with which the nodes of a cluster connect to each other as these roles, on each node. Does
* nothing if nodes authenticate each other in another way, or if the administrator may not read the entries.
*/
async function storeNodePasswords(client, passwords) {
	const { rows } = await client.query(`SELECT has_table_privilege('pg_dist_authinfo', 'SELECT, INSERT, UPDATE') AS may`);
	if (!rows[0].may || (await client.query(usesPasswords)).rowCount === 0) return;
	await onEachNode(client, `INSERT INTO pg_dist_authinfo (nodeid, rolename, authinfo) VALUES ${Object.entries(passwords).map(([role, password]) => `(0, '${role}', ${client.escapeLiteral(connectionOption(password))})`).join(", ")}
    ON CONFLICT (rolename, nodeid) DO UPDATE SET authinfo = excluded.authinfo`);
}
/** Functions of Citus that call each other in this order, across the nodes. */
const statistics = [
	"citus_stat_tenants",
	"citus_stat_tenants_local",
	"citus_stat_tenants_local_internal"
];
const mayGrant = `
  SELECT has_function_privilege('citus_stat_tenants(boolean)', 'EXECUTE WITH GRANT OPTION') AS may`;
/**
* Lets a role read the statistics of Citus about shops, on each node. Does nothing if the administrator may not
* grant this.
*/
async function grantShopStatistics(client, role) {
	const { rows } = await client.query(mayGrant);
	if (!rows[0].may) return;
	await onEachNode(client, `GRANT EXECUTE ON FUNCTION ${statistics.map((name) => `${name}(boolean)`).join(", ")} TO ${role}`);
}
/** Runs a statement on the coordinator and on each worker node. */
async function onEachNode(client, statement) {
	await client.query(statement);
	const { rows } = await client.query(`SELECT nodename || ':' || nodeport AS node, result FROM run_command_on_workers($1) WHERE NOT success`, [statement]);
	const [first] = rows;
	if (first) throw new Error(`${first.node} cannot prepare the roles: ${first.result}`);
}
/** Returns the password as a libpq connection option. */
function connectionOption(password) {
	return `password='${password.replace(/[\\']/g, "\\$&")}'`;
}
// libs/platform/schema/src/roles.ts
/** Database roles of the platform. Their names are the same on every server. */
const roles = {
	owner: "storewright_owner",
	auth: "storewright_auth",
	shop: "storewright_shop",
	hooks: "storewright_hooks"
};
/** Postgres settings for the sessions of services. */
const SESSION_LIMITS = {
	lock_timeout: "2s",
	statement_timeout: "15s",
	idle_in_transaction_session_timeout: "5s",
	tcp_keepalives_idle: "10s",
	tcp_keepalives_interval: "2s",
	tcp_keepalives_count: "3",
	tcp_user_timeout: "15s"
};
/** The worker can wait longer for a lock, because no client waits for it. */
const WORKER_LOCK_TIMEOUT = "5s";
/**
* Keeps values of customers and secrets out of the server log, which redaction cannot reach. Errors that
* clients receive stay complete. To set these, an administrator must be a superuser or have a privilege on
* the parameters.
*/
const LOG_SETTINGS = {
	log_min_error_statement: "panic",
	log_error_verbosity: "terse"
};
/**
* Settings for sessions behind a pooler, which drops connection options. Citus has no pooler, and its workers
* use these roles too.
*/
const POOLED_SETTINGS = require_topology.plainTopology.sessionSettings;
/**
* Creates missing roles, sets their passwords and settings, and creates the schemas. Can be repeated, but not run
* concurrently (`migrate` holds a lock). The administrator must be allowed to create roles.
*
* The owner bypasses row-level security. Otherwise adding a foreign key under FORCE would fail and backfills
* would match no row. The roles of services own nothing and cannot bypass it.
*/
async function prepareDatabase(administrator, schemas, passwords) {
	const client = new pg.Client({ connectionString: administrator });
	await client.connect();
	try {
		const onCluster = await isCluster(client);
		await client.query("BEGIN");
		await createRole(client, roles.owner, passwords.owner, "BYPASSRLS", {});
		const settings = {
			...SESSION_LIMITS,
			...onCluster ? {} : POOLED_SETTINGS,
			...await settableBy(client, LOG_SETTINGS)
		};
		for (const name of [
			"auth",
			"shop",
			"hooks"
		]) await createRole(client, roles[name], passwords[name], "NOBYPASSRLS", {
			...settings,
			...name === "hooks" && { lock_timeout: WORKER_LOCK_TIMEOUT }
		});
		for (const schema of schemas) {
			await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema} AUTHORIZATION ${roles.owner}`);
			await client.query(`GRANT USAGE ON SCHEMA ${schema} TO ${roles.auth}, ${roles.shop}, ${roles.hooks}`);
		}
		await client.query("COMMIT");
		if (onCluster) {
			await storeNodePasswords(client, rolePasswords(passwords));
			await grantShopStatistics(client, roles.hooks);
		}
	} finally {
		await client.end();
	}
}
/** Returns the passwords by the names of the database roles. */
function rolePasswords(passwords) {
	const names = Object.keys(roles);
	return Object.fromEntries(names.map((name) => [roles[name], passwords[name]]));
}
async function createRole(client, role, password, bypass, settings) {
	const { rowCount } = await client.query("SELECT 1 FROM pg_roles WHERE rolname = $1", [role]);
	if (!rowCount) await client.query(`CREATE ROLE ${role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE ${bypass}`);
	await client.query(`ALTER ROLE ${role} PASSWORD ${client.escapeLiteral(password)}`);
	for (const [setting, value] of Object.entries(settings)) await client.query(`ALTER ROLE ${role} SET ${setting} = '${value}'`);
}
/** Returns the settings that the administrator may set. */
async function settableBy(client, settings) {
	const { rows } = await client.query(`SELECT name FROM unnest($1::text[]) name WHERE has_parameter_privilege(name, 'SET')`, [Object.keys(settings)]);
	return Object.fromEntries(rows.map(({ name }) => [name, settings[name]]));
}
/** Replaces the user of a connection string with a role of the platform. */
function urlAs(administrator, role, passwords) {
	const url = new URL(administrator);
	url.username = roles[role];
	url.password = encodeURIComponent(passwords[role]);
	return url.href;
}
// libs/platform/schema/src/distribute.ts
/** Policies with a subquery, which Citus rejects. */
const policies = `
  SELECT format('ALTER POLICY %I ON %I.%I USING (shop_id = shop.current_shop())', policyname, schemaname, tablename) AS sql,
    format('policy %s of shop.%s: without a subquery', policyname, tablename) AS line
  FROM pg_policies WHERE schemaname = 'shop' AND qual ~ '\\(\\s*SELECT' ORDER BY tablename`;
const workers = `SELECT count(*)::integer AS count FROM pg_dist_node WHERE isactive AND shouldhaveshards`;
/**
* Distributes the shop data by shop: adapts policies and functions, then distributes tables with their rows. Can be
* repeated. Returns a line for each change. `administrator` is the connection string for the coordinator.
*/
async function distribute(administrator, passwords, options = {}) {
	const client = new pg.Client({ connectionString: urlAs(administrator, "owner", passwords) });
	await client.connect();
	try {
		const steps = await stepsOf(client, options.shards ?? 32);
		if (!options.dryRun) await runSteps(client, steps, options);
		return steps.map(({ line }) => line);
	} finally {
		await client.end();
	}
}
async function runSteps(client, steps, { report, signal }) {
	const cancel = () => void cancelStatement(client);
	signal?.addEventListener("abort", cancel);
	try {
		for (const [at, { sql, line }] of steps.entries()) {
			report?.(line);
			await (signal?.aborted ? Promise.reject(/* @__PURE__ */ new Error("aborted")) : client.query(sql)).catch((error) => {
				if (!signal?.aborted) throw error;
				const text = `Interrupted after ${at} of ${steps.length} steps. Run the command again to continue.`;
				throw new Error(text, { cause: error });
			});
		}
	} finally {
		signal?.removeEventListener("abort", cancel);
	}
}
/** Cancels the running statement of the client over another connection. */
async function cancelStatement(client) {
	const { processID } = client;
	const { host, port, database, user, password } = client;
	const other = new pg.Client({
		host,
		port,
		database,
		user,
		password
	});
	other.on("error", () => void 0);
	await other.connect().catch(() => void 0);
	await other.query("SELECT pg_cancel_backend($1::integer)", [processID]).catch(() => void 0);
	await other.end().catch(() => void 0);
}
/** True if at least one table is distributed, so that new tables must be distributed too. */
async function isDistributed(administrator) {
	const client = new pg.Client({ connectionString: administrator });
	await client.connect();
	try {
		return await isCluster(client) && (await shopTables(client)).some(({ done }) => done);
	} finally {
		await client.end();
	}
}
async function stepsOf(client, shards) {
	if (!await isCluster(client)) throw new Error("the database has no extension citus. Create it on every node and add the workers.");
	const { rows: count } = await client.query(workers);
	if (count[0].count === 0) throw new Error("no node can have shards. Add the workers with citus_add_node(host, port).");
	const all = await tablesOf(client);
	const { rows: ofPolicies } = await client.query(policies);
	const [first] = all.filter(({ kind, done }) => kind === "distributed" && done);
	let colocated = first?.name;
	const ofTables = all.filter(({ done }) => !done).map(({ name, kind }) => {
		if (kind === "reference") return {
			sql: `SELECT create_reference_table('shop.${name}')`,
			line: `shop.${name}: on every node`
		};
		const where = colocated ? `colocate_with => 'shop.${colocated}'` : `shard_count => ${shards}`;
		colocated ??= name;
		return {
			sql: `SELECT create_distributed_table('shop.${name}', 'shop_id', ${where})`,
			line: `shop.${name}: distributed by shop_id`
		};
	});
	return [
		...ofPolicies,
		...await pendingFunctions(client),
		...ofTables
	];
}
/** Throws if the shop data is not migrated, because migrations create functions that a cluster replaces. */
async function tablesOf(client) {
	const { rows: schemas } = await client.query(`SELECT FROM pg_namespace WHERE nspname = 'shop'`);
	const tables = schemas.length === 0 ? [] : await shopTables(client);
	if (tables.length === 0) throw new Error("there is no shop data. Run \"operator migrate\" first.");
	return tables;
}
/** Returns the steps that create functions whose text is not the text for a cluster. */
async function pendingFunctions(client) {
	const { rows } = await client.query(`SELECT proname AS name, prosrc AS body FROM pg_proc WHERE pronamespace = 'shop'::regnamespace`);
	const bodies = new Map(rows.map(({ name, body }) => [name, body]));
	return Object.entries(clusterFunctions).filter(([name, sql]) => !bodies.has(name) || !sql.includes(bodies.get(name))).map(([name, sql]) => ({
		sql,
		line: `function shop.${name}: for a cluster`
	}));
}
// libs/platform/schema/src/lock-holder.ts
/** Query for the oldest transaction that holds a lock on a table of the schema. */
const holders = `
  SELECT a.pid, a.application_name AS name, extract(epoch FROM clock_timestamp() - a.xact_start)::integer AS seconds,
    string_agg(DISTINCT c.oid::regclass::text, ', ') AS tables
  FROM pg_locks l JOIN pg_class c ON c.oid = l.relation AND c.relkind IN ('r', 'p')
    JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_stat_activity a ON a.pid = l.pid
  WHERE l.granted AND n.nspname = $1 AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND a.xact_start < clock_timestamp() - $2 * interval '1 millisecond'
  GROUP BY a.pid, a.application_name, a.xact_start ORDER BY a.xact_start LIMIT 1`;
/** Describes the session that blocked a migration. */
async function lockHolder(administrator, schema, waitedMs) {
	const client = new pg.Client({ connectionString: administrator });
	await client.connect();
	try {
		const { rows } = await client.query(holders, [schema, waitedMs]);
		const [row] = rows;
		if (!row) return "another session held a lock on one of its tables and has released it";
		return `session ${row.pid} (${row.name || "unnamed"}) has had a lock on ${row.tables} for ${row.seconds} s`;
	} finally {
		await client.end();
	}
}
// libs/auth/audit/migrations/auth/1796000000451-chain-existing-entries.ts
var _1796000000451_chain_existing_entries_exports = /* @__PURE__ */ require_rolldown_runtime.__exportAll({ ChainExistingEntries1796000000451: () => ChainExistingEntries1796000000451 });
/** Links the existing audit entries of each shop, so that the chain contains the whole log. */
var ChainExistingEntries1796000000451 = class {
	constructor() {
		this.transaction = false;
	}
	async up(runner) {
		const shops = await runner.query(`SELECT id FROM auth.shops s WHERE NOT EXISTS (SELECT FROM auth.audit_chains c WHERE c.shop_id = s.id)
       AND EXISTS (SELECT FROM auth.audit_entries e WHERE e.shop_id = s.id)`);
		for (const { id } of shops) await runner.query("SELECT auth.start_audit_chain($1)", [id]);
	}
	down() {
		return Promise.reject(/* @__PURE__ */ new Error("The chain of audit entries cannot be undone."));
	}
};
// \0collected:migrations
const files = [
	["libs/auth/activity/migrations/auth/1796000000300-create-scope-days.sql", "-- Requests by day (UTC), credential, required scope and method.\nCREATE TABLE auth.scope_days (\n  shop_id uuid NOT NULL REFERENCES auth.shops (id),\n  day timestamptz NOT NULL,\n  credential_id uuid NOT NULL,\n  credential text NOT NULL CHECK (credential IN ('installations', 'access_tokens')),\n  scope text COLLATE \"C\" NOT NULL,\n  method text COLLATE \"C\" NOT NULL,\n  requests integer NOT NULL,\n  PRIMARY KEY (shop_id, day, credential_id, scope, method)\n);\nCREATE INDEX scope_days_credential ON auth.scope_days (shop_id, credential_id, scope, day);\nALTER TABLE auth.scope_days ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop ON auth.scope_days USING (shop_id = (SELECT auth.current_shop()));\nGRANT SELECT ON auth.scope_days TO storewright_auth;\nGRANT SELECT, INSERT, UPDATE (requests), DELETE ON auth.scope_days TO storewright_shop;\n"],
	["libs/auth/activity/migrations/auth/1796000000460-create-network-days.sql", "-- Requests by day (UTC), credential and network.\nCREATE TABLE auth.network_days (\n  shop_id uuid NOT NULL REFERENCES auth.shops (id),\n  day timestamptz NOT NULL,\n  credential_id uuid NOT NULL,\n  credential text NOT NULL CHECK (credential IN ('installations', 'access_tokens')),\n  network text COLLATE \"C\" NOT NULL,\n  requests integer NOT NULL,\n  PRIMARY KEY (shop_id, day, credential_id, network)\n);\nCREATE INDEX network_days_credential ON auth.network_days (shop_id, credential_id, day);\nALTER TABLE auth.network_days ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop ON auth.network_days USING (shop_id = (SELECT auth.current_shop()));\nGRANT SELECT ON auth.network_days TO storewright_auth;\nGRANT SELECT, INSERT, UPDATE (requests), DELETE ON auth.network_days TO storewright_shop;\n"],
	["libs/auth/activity/migrations/auth/1796000000945-create-customer-days.sql", "-- Customers whose data a credential read, by day (UTC) and type of resource: a sample of at most 256 ids. An id is in\n-- the sample if its level is at least `level`. Half of all ids have a level above 0, a quarter above 1, and so on, so\n-- each id of the sample stands for 2^level customers. `redacted` counts ids that erasures removed.\nCREATE TABLE auth.customer_days (\n  shop_id uuid NOT NULL REFERENCES auth.shops (id),\n  day timestamptz NOT NULL,\n  credential_id uuid NOT NULL,\n  credential text NOT NULL CHECK (credential IN ('installations', 'access_tokens')),\n  type text COLLATE \"C\" NOT NULL,\n  level integer NOT NULL,\n  customer_ids uuid[] NOT NULL,\n  redacted integer NOT NULL DEFAULT 0,\n  PRIMARY KEY (shop_id, day, credential_id, type)\n);\nCREATE INDEX customer_days_credential ON auth.customer_days (shop_id, credential_id, day);\nALTER TABLE auth.customer_days ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop ON auth.customer_days USING (shop_id = (SELECT auth.current_shop()));\nGRANT SELECT ON auth.customer_days TO storewright_auth;\nGRANT SELECT, INSERT, UPDATE (level, customer_ids), DELETE ON auth.customer_days TO storewright_shop;\nGRANT SELECT, UPDATE (customer_ids, redacted) ON auth.customer_days TO storewright_hooks;\n-- Customers whose erasure was requested are not counted again.\nGRANT SELECT (shop_id, customer_id) ON auth.erasures TO storewright_shop;\n\n-- Number of leading zero bits in the last 32 bits of the id, which are random. The same as `levelOf` of\n-- libs/platform/access.\nCREATE FUNCTION auth.sample_level_of(id uuid) RETURNS integer\n  LANGUAGE sql IMMUTABLE PARALLEL SAFE\nAS $$ SELECT coalesce(nullif(position('1' IN ('x' || right(id::text, 8))::bit(32)::text), 0), 33) - 1 $$;\n\n-- Lowest level, not less than `at_least`, at which at most 256 of the ids are in the sample.\nCREATE FUNCTION auth.sample_level(ids uuid[], at_least integer) RETURNS integer\n  LANGUAGE sql IMMUTABLE PARALLEL SAFE\nAS $$\n  SELECT greatest(at_least, (SELECT auth.sample_level_of(i.id) + 1 FROM (SELECT DISTINCT unnest(ids) AS id) i\n    ORDER BY auth.sample_level_of(i.id) DESC OFFSET 256 LIMIT 1))\n$$;\n\n-- The ids that are in the sample at this level.\nCREATE FUNCTION auth.sample_of(ids uuid[], level integer) RETURNS uuid[]\n  LANGUAGE sql IMMUTABLE PARALLEL SAFE\nAS $$\n  SELECT coalesce(array_agg(i.id ORDER BY i.id), '{}') FROM (SELECT DISTINCT unnest(ids) AS id) i\n  WHERE auth.sample_level_of(i.id) >= level\n$$;\n"],
	["libs/auth/app-listings/migrations/auth/1796000000000-create-app-listings.sql", "CREATE TABLE auth.app_listings (\n  id uuid PRIMARY KEY REFERENCES auth.apps (id) ON DELETE CASCADE,\n  name text NOT NULL,\n  tagline text,\n  description text,\n  developer_name text NOT NULL,\n  categories text[] NOT NULL DEFAULT '{}',\n  screenshots text[] NOT NULL DEFAULT '{}',\n  support_url text,\n  privacy_url text,\n  version integer NOT NULL DEFAULT 1,\n  created_at timestamptz NOT NULL DEFAULT now(),\n  updated_at timestamptz NOT NULL DEFAULT now()\n);\nALTER TABLE auth.app_listings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_developer ON auth.app_listings\n  TO storewright_auth\n  USING (EXISTS (SELECT FROM auth.apps a\n    WHERE a.id = app_listings.id AND a.owner_id = (SELECT auth.current_owner())));\nGRANT SELECT, INSERT, UPDATE, DELETE ON auth.app_listings TO storewright_auth;\n\nCREATE TABLE auth.listing_versions (\n  id uuid PRIMARY KEY,\n  app_id uuid NOT NULL REFERENCES auth.apps (id) ON DELETE CASCADE,\n  number integer NOT NULL,\n  status text COLLATE \"C\" NOT NULL CHECK (status IN ('submitted', 'approved', 'rejected', 'withdrawn')),\n  name text COLLATE \"C\" NOT NULL,\n  tagline text NOT NULL,\n  description text NOT NULL,\n  developer_name text NOT NULL,\n  categories text[] NOT NULL,\n  screenshots text[] NOT NULL,\n  icon_digest text COLLATE \"C\" CHECK (icon_digest ~ '^[0-9a-f]{64}$'),\n  support_url text NOT NULL,\n  privacy_url text NOT NULL,\n  scopes text[] NOT NULL,\n  reasons text,\n  submitted_at timestamptz NOT NULL DEFAULT now(),\n  decided_at timestamptz,\n  UNIQUE (app_id, number),\n  CHECK ((status = 'rejected') = (reasons IS NOT NULL)),\n  CHECK ((status = 'submitted') = (decided_at IS NULL))\n);\nCREATE UNIQUE INDEX listing_versions_submitted ON auth.listing_versions (app_id) WHERE status = 'submitted';\n\nCREATE TABLE auth.listed_apps (\n  app_id uuid PRIMARY KEY REFERENCES auth.apps (id) ON DELETE CASCADE,\n  version_id uuid NOT NULL REFERENCES auth.listing_versions (id) ON DELETE CASCADE,\n  listed_at timestamptz NOT NULL DEFAULT now(),\n  hidden_at timestamptz,\n  hidden_reasons text,\n  CHECK ((hidden_at IS NULL) = (hidden_reasons IS NULL))\n);\nCREATE INDEX ON auth.listed_apps (version_id);\nALTER TABLE auth.listed_apps ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY visible ON auth.listed_apps FOR SELECT TO storewright_auth USING (hidden_at IS NULL);\nCREATE POLICY of_developer ON auth.listed_apps\n  TO storewright_auth\n  USING (EXISTS (SELECT FROM auth.apps a\n    WHERE a.id = listed_apps.app_id AND a.owner_id = (SELECT auth.current_owner())));\nGRANT SELECT, INSERT, UPDATE, DELETE ON auth.listed_apps TO storewright_auth;\n\nALTER TABLE auth.listing_versions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_listed_app ON auth.listing_versions FOR SELECT TO storewright_auth\n  USING (status = 'approved' AND app_id IN (SELECT l.app_id FROM auth.listed_apps l));\nCREATE POLICY of_developer ON auth.listing_versions\n  TO storewright_auth\n  USING (EXISTS (SELECT FROM auth.apps a\n    WHERE a.id = listing_versions.app_id AND a.owner_id = (SELECT auth.current_owner())));\nGRANT SELECT, INSERT, UPDATE, DELETE ON auth.listing_versions TO storewright_auth;\n\nCREATE TABLE auth.listing_images (\n  app_id uuid NOT NULL REFERENCES auth.apps (id) ON DELETE CASCADE,\n  digest text COLLATE \"C\" NOT NULL CHECK (digest ~ '^[0-9a-f]{64}$'),\n  media_type text COLLATE \"C\" NOT NULL,\n  bytes bytea NOT NULL,\n  created_at timestamptz NOT NULL DEFAULT now(),\n  PRIMARY KEY (app_id, digest)\n);\nALTER TABLE auth.listing_images ALTER COLUMN bytes SET STORAGE EXTERNAL;\nALTER TABLE auth.listing_images ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_app ON auth.listing_images FOR SELECT TO storewright_auth\n  USING (app_id = (SELECT auth.current_app()));\nCREATE POLICY of_developer ON auth.listing_images\n  TO storewright_auth\n  USING (EXISTS (SELECT FROM auth.apps a\n    WHERE a.id = listing_images.app_id AND a.owner_id = (SELECT auth.current_owner())));\nGRANT SELECT, INSERT, DELETE ON auth.listing_images TO storewright_auth;\n\nCREATE TABLE auth.developer_domains (\n  id uuid PRIMARY KEY,\n  owner_id uuid NOT NULL UNIQUE REFERENCES auth.owners (id) ON DELETE CASCADE,\n  domain text COLLATE \"C\" NOT NULL,\n  token text COLLATE \"C\" NOT NULL,\n  status text COLLATE \"C\" NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'verified', 'lost')),\n  problem text COLLATE \"C\" CHECK (problem IN ('absent', 'unreachable')),\n  proved_at timestamptz,\n  checked_at timestamptz,\n  next_check_at timestamptz,\n  created_at timestamptz NOT NULL DEFAULT now()\n);\nCREATE INDEX developer_domains_next_check_at ON auth.developer_domains (next_check_at)\n  WHERE next_check_at IS NOT NULL;\nALTER TABLE auth.developer_domains ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_owner ON auth.developer_domains TO storewright_auth USING (owner_id = (SELECT auth.current_owner()));\nGRANT SELECT, INSERT, UPDATE, DELETE ON auth.developer_domains TO storewright_auth;\n\nCREATE FUNCTION auth.verified_domain(owner uuid) RETURNS text\n  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog\nAS $$\n  SELECT d.domain FROM auth.developer_domains d WHERE d.owner_id = owner AND d.status = 'verified'\n$$;\nREVOKE EXECUTE ON FUNCTION auth.verified_domain(uuid) FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION auth.verified_domain(uuid) TO storewright_auth;\n\nCREATE FUNCTION auth.claim_domain_check(lease_seconds integer) RETURNS TABLE (id uuid, owner_id uuid)\n  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog\nAS $$\n  UPDATE auth.developer_domains d SET next_check_at = now() + make_interval(secs => lease_seconds)\n  WHERE d.id = (SELECT c.id FROM auth.developer_domains c WHERE c.next_check_at <= now()\n    ORDER BY c.next_check_at LIMIT 1 FOR UPDATE SKIP LOCKED)\n  RETURNING d.id, d.owner_id\n$$;\nREVOKE EXECUTE ON FUNCTION auth.claim_domain_check(integer) FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION auth.claim_domain_check(integer) TO storewright_auth;\n\n-- Counts shops without test shops.\nCREATE FUNCTION auth.install_count(app uuid) RETURNS integer\n  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog\nAS $$\n  SELECT count(*)::integer FROM auth.installations i\n  WHERE i.app_id = app AND i.status = 'installed'\n    AND NOT EXISTS (SELECT FROM auth.test_shops t WHERE t.shop_id = i.shop_id)\n    AND EXISTS (SELECT FROM auth.listed_apps l WHERE l.app_id = app)\n$$;\nREVOKE EXECUTE ON FUNCTION auth.install_count(uuid) FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION auth.install_count(uuid) TO storewright_auth;\n\nCREATE FUNCTION auth.submitted_listings()\n  RETURNS TABLE (id uuid, app_id uuid, owner_id uuid, number integer, name text, submitted_at timestamptz)\n  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog\nAS $$\n  SELECT v.id, v.app_id, a.owner_id, v.number, v.name, v.submitted_at\n  FROM auth.listing_versions v JOIN auth.apps a ON a.id = v.app_id\n  WHERE v.status = 'submitted' AND a.deleted_at IS NULL ORDER BY v.submitted_at, v.id\n$$;\nREVOKE EXECUTE ON FUNCTION auth.submitted_listings() FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION auth.submitted_listings() TO storewright_auth;\n"],
	["libs/auth/audit/migrations/auth/1796000000450-chain-audit-entries.sql", "-- Hash chain of the audit log of each shop (docs/adr/audit-log.md).\n\n-- Actor of an entry: the kind of actor, and the token that sent the request. Entries of earlier releases have none.\nALTER TABLE auth.audit_entries ADD COLUMN actor text COLLATE \"C\", ADD COLUMN token_id uuid;\n\n-- The end of each chain. Appending a link locks this row.\nCREATE TABLE auth.audit_chains (\n  shop_id uuid NOT NULL PRIMARY KEY REFERENCES auth.shops (id) ON DELETE CASCADE,\n  sequence integer NOT NULL,\n  hash bytea NOT NULL\n) WITH (fillfactor = 50);\nALTER TABLE auth.audit_chains ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop ON auth.audit_chains USING (shop_id = (SELECT auth.current_shop()));\nGRANT SELECT ON auth.audit_chains TO storewright_auth;\n\n-- No foreign key refers to the entry, so that a link proves that a removed entry existed.\nCREATE TABLE auth.audit_links (\n  shop_id uuid NOT NULL REFERENCES auth.audit_chains (shop_id) ON DELETE CASCADE,\n  sequence integer NOT NULL,\n  entry_id uuid NOT NULL,\n  previous_hash bytea NOT NULL,\n  hash bytea NOT NULL,\n  PRIMARY KEY (shop_id, sequence),\n  UNIQUE (shop_id, entry_id)\n);\nALTER TABLE auth.audit_links ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop ON auth.audit_links USING (shop_id = (SELECT auth.current_shop()));\nGRANT SELECT ON auth.audit_links TO storewright_auth;\n\n-- Signed heads: the hash of the last link of a day (UTC), as a JWS.\nCREATE TABLE auth.audit_heads (\n  shop_id uuid NOT NULL REFERENCES auth.audit_chains (shop_id) ON DELETE CASCADE,\n  sequence integer NOT NULL,\n  day timestamptz NOT NULL,\n  hash bytea NOT NULL,\n  key_id text COLLATE \"C\" NOT NULL,\n  jws text NOT NULL,\n  PRIMARY KEY (shop_id, sequence)\n);\nCREATE INDEX audit_heads_day ON auth.audit_heads (day);\nALTER TABLE auth.audit_heads ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop ON auth.audit_heads USING (shop_id = (SELECT auth.current_shop()));\nGRANT SELECT, INSERT ON auth.audit_heads TO storewright_auth;\n\n-- JSON without spaces. Members are sorted by the code points of their names.\nCREATE FUNCTION auth.canonical_json(value jsonb) RETURNS text\n  LANGUAGE plpgsql IMMUTABLE STRICT\nAS $$\nBEGIN\n  CASE jsonb_typeof(value)\n  WHEN 'object' THEN\n    RETURN (SELECT '{' || coalesce(string_agg(to_json(m.key)::text || ':' || auth.canonical_json(m.value), ','\n      ORDER BY m.key COLLATE \"C\"), '') || '}' FROM jsonb_each(value) m);\n  WHEN 'array' THEN\n    RETURN (SELECT '[' || coalesce(string_agg(auth.canonical_json(e.value), ',' ORDER BY e.place), '') || ']'\n      FROM jsonb_array_elements(value) WITH ORDINALITY e (value, place));\n  WHEN 'number' THEN\n    RETURN trim_scale(value::numeric)::text;\n  ELSE\n    RETURN value::text;\n  END CASE;\nEND\n$$;\nREVOKE EXECUTE ON FUNCTION auth.canonical_json(jsonb) FROM PUBLIC;\n\n-- SHA-256 of the canonical JSON of an entry with its place in the chain. Members without a value are omitted.\nCREATE FUNCTION auth.audit_hash(entry auth.audit_entries, sequence integer, previous_hash bytea) RETURNS bytea\n  LANGUAGE sql STABLE SET search_path = pg_catalog\nAS $$\n  SELECT sha256(convert_to(concat('{',\n    '\"actor\":' || to_json(entry.actor) || ',',\n    '\"app_id\":\"' || entry.app_id || '\",',\n    '\"created_at\":\"', to_char(entry.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"'), '\",',\n    '\"detail\":', auth.canonical_json(entry.detail), ',',\n    '\"id\":\"', entry.id, '\",',\n    '\"kind\":', to_json(entry.kind), ',',\n    '\"owner_id\":\"' || entry.owner_id || '\",',\n    '\"previous_hash\":\"', encode(previous_hash, 'hex'), '\",',\n    '\"request_id\":' || to_json(entry.request_id) || ',',\n    '\"sequence\":', sequence, ',',\n    '\"shop_id\":\"', entry.shop_id, '\"',\n    ',\"token_id\":\"' || entry.token_id || '\"',\n    '}'), 'UTF8'))\n$$;\nREVOKE EXECUTE ON FUNCTION auth.audit_hash(auth.audit_entries, integer, bytea) FROM PUBLIC;\n\n-- Starts the chain of a shop and links its existing entries in the order of their ids. Does nothing if the\n-- chain exists.\nCREATE FUNCTION auth.start_audit_chain(shop uuid) RETURNS void\n  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog\nAS $$\nDECLARE\n  entry auth.audit_entries;\n  chain auth.audit_chains;\n  next bytea;\nBEGIN\n  INSERT INTO auth.audit_chains (shop_id, sequence, hash) VALUES (shop, 0, decode(repeat('00', 32), 'hex'))\n    ON CONFLICT (shop_id) DO NOTHING;\n  IF NOT FOUND THEN\n    RETURN;\n  END IF;\n  SELECT * INTO chain FROM auth.audit_chains c WHERE c.shop_id = shop FOR NO KEY UPDATE;\n  FOR entry IN SELECT * FROM auth.audit_entries e WHERE e.shop_id = shop ORDER BY e.id LOOP\n    chain.sequence := chain.sequence + 1;\n    next := auth.audit_hash(entry, chain.sequence, chain.hash);\n    INSERT INTO auth.audit_links (shop_id, sequence, entry_id, previous_hash, hash)\n      VALUES (shop, chain.sequence, entry.id, chain.hash, next);\n    chain.hash := next;\n  END LOOP;\n  UPDATE auth.audit_chains c SET sequence = chain.sequence, hash = chain.hash WHERE c.shop_id = shop;\nEND\n$$;\nREVOKE EXECUTE ON FUNCTION auth.start_audit_chain(uuid) FROM PUBLIC;\n\n-- Appends an entry to the chain of its shop. Locking the end of the chain gives concurrent writers an order.\nCREATE FUNCTION auth.link_audit_entry() RETURNS trigger\n  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog\nAS $$\nDECLARE\n  chain auth.audit_chains;\n  next bytea;\nBEGIN\n  SELECT * INTO chain FROM auth.audit_chains c WHERE c.shop_id = NEW.shop_id FOR NO KEY UPDATE;\n  IF NOT FOUND THEN\n    PERFORM auth.start_audit_chain(NEW.shop_id);\n    SELECT * INTO chain FROM auth.audit_chains c WHERE c.shop_id = NEW.shop_id FOR NO KEY UPDATE;\n  END IF;\n  -- The start of the chain links all entries that its transaction sees.\n  IF EXISTS (SELECT FROM auth.audit_links l WHERE l.shop_id = NEW.shop_id AND l.entry_id = NEW.id) THEN\n    RETURN NULL;\n  END IF;\n  next := auth.audit_hash(NEW, chain.sequence + 1, chain.hash);\n  INSERT INTO auth.audit_links (shop_id, sequence, entry_id, previous_hash, hash)\n    VALUES (NEW.shop_id, chain.sequence + 1, NEW.id, chain.hash, next);\n  UPDATE auth.audit_chains c SET sequence = chain.sequence + 1, hash = next WHERE c.shop_id = NEW.shop_id;\n  RETURN NULL;\nEND\n$$;\nREVOKE EXECUTE ON FUNCTION auth.link_audit_entry() FROM PUBLIC;\n\n-- Runs at COMMIT, so that the lock on the end of the chain is the last lock of every transaction.\nCREATE CONSTRAINT TRIGGER link_audit_entry AFTER INSERT ON auth.audit_entries\n  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.shop_id IS NOT NULL)\n  EXECUTE FUNCTION auth.link_audit_entry();\n\n-- Removes audit entries. The chain of a shop loses all links up to a signed head, which proves the start of the rest.\nCREATE FUNCTION auth.remove_audit_entries(bound timestamptz, most integer) RETURNS integer\n  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog\nAS $$\nDECLARE\n  anchor record;\n  removed integer;\n  step integer;\nBEGIN\n  DELETE FROM auth.audit_entries WHERE id IN (SELECT id FROM auth.audit_entries\n    WHERE shop_id IS NULL AND created_at < bound LIMIT most);\n  GET DIAGNOSTICS removed = ROW_COUNT;\n  FOR anchor IN\n    SELECT h.shop_id, min(h.sequence) AS sequence FROM auth.audit_heads h\n    WHERE h.day + interval '1 day' < bound\n      AND EXISTS (SELECT FROM auth.audit_links l WHERE l.shop_id = h.shop_id AND l.sequence <= h.sequence)\n    GROUP BY h.shop_id\n  LOOP\n    EXIT WHEN removed >= most;\n    WITH links AS (\n      DELETE FROM auth.audit_links l WHERE l.shop_id = anchor.shop_id AND l.sequence <= anchor.sequence\n      RETURNING l.entry_id\n    )\n    DELETE FROM auth.audit_entries e USING links WHERE e.id = links.entry_id;\n    GET DIAGNOSTICS step = ROW_COUNT;\n    DELETE FROM auth.audit_heads h WHERE h.shop_id = anchor.shop_id AND h.sequence < anchor.sequence;\n    removed := removed + step;\n  END LOOP;\n  RETURN removed;\nEND\n$$;\nREVOKE EXECUTE ON FUNCTION auth.remove_audit_entries(timestamptz, integer) FROM PUBLIC;\n\n-- Shops with linked entries of a completed day that no head covers.\nCREATE FUNCTION auth.shops_without_audit_head(today timestamptz, after uuid, most integer) RETURNS SETOF uuid\n  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog\nAS $$\n  SELECT c.shop_id FROM auth.audit_chains c\n    CROSS JOIN LATERAL (SELECT coalesce(max(h.sequence), 0) AS sequence FROM auth.audit_heads h\n      WHERE h.shop_id = c.shop_id) head\n    JOIN auth.audit_links l ON l.shop_id = c.shop_id AND l.sequence = head.sequence + 1\n    JOIN auth.audit_entries e ON e.id = l.entry_id\n  WHERE c.shop_id > after AND head.sequence < c.sequence AND e.created_at < today ORDER BY c.shop_id LIMIT most\n$$;\nREVOKE EXECUTE ON FUNCTION auth.shops_without_audit_head(timestamptz, uuid, integer) FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION auth.shops_without_audit_head(timestamptz, uuid, integer) TO storewright_auth;\n\nCREATE OR REPLACE FUNCTION auth.remove_outdated(kind text, before timestamptz, most integer) RETURNS integer\n  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog\nAS $$\nDECLARE\n  removed integer;\n  latest CONSTANT timestamptz := now() - CASE kind WHEN 'audit_entries' THEN interval '30 days' ELSE interval '1 day'\n    END;\n  bound CONSTANT timestamptz := least(before, latest);\nBEGIN\n  -- One worker at a time; the others have nothing to do.\n  IF NOT pg_try_advisory_xact_lock(hashtextextended('auth.remove_outdated', 0)) THEN\n    RETURN 0;\n  END IF;\n  CASE kind\n  WHEN 'nonces' THEN\n    DELETE FROM auth.nonces WHERE digest IN (SELECT digest FROM auth.nonces WHERE expires_at < bound LIMIT most);\n  WHEN 'oauth_tokens' THEN\n    DELETE FROM auth.oauth_tokens t USING (\n      SELECT o.shop_id, o.id FROM auth.oauth_tokens o WHERE o.status <> 'active' AND o.updated_at < bound\n        AND NOT EXISTS (SELECT FROM auth.nonces n WHERE n.shop_id = o.shop_id\n          AND n.oauth_token_id = o.id) LIMIT most) old\n    WHERE t.shop_id = old.shop_id AND t.id = old.id;\n  WHEN 'access_tokens' THEN\n    DELETE FROM auth.access_tokens t USING (\n      (SELECT shop_id, id FROM auth.access_tokens WHERE status = 'revoked' AND updated_at < bound LIMIT most)\n      UNION (SELECT shop_id, id FROM auth.access_tokens WHERE expires_at < bound LIMIT most)) old\n    WHERE t.shop_id = old.shop_id AND t.id = old.id;\n  WHEN 'sessions' THEN\n    DELETE FROM auth.sessions WHERE id IN (SELECT id FROM auth.sessions WHERE expires_at < bound LIMIT most);\n  WHEN 'passkey_challenges' THEN\n    DELETE FROM auth.passkey_challenges WHERE digest IN (SELECT digest FROM auth.passkey_challenges\n      WHERE expires_at < bound LIMIT most);\n  WHEN 'app_secrets' THEN\n    DELETE FROM auth.app_secrets WHERE (app_id, generation) IN (SELECT app_id, generation FROM auth.app_secrets\n      WHERE expires_at < bound LIMIT most);\n  WHEN 'webhook_secrets' THEN\n    DELETE FROM auth.webhook_secrets WHERE id IN (SELECT id FROM auth.webhook_secrets\n      WHERE expires_at < bound LIMIT most);\n  WHEN 'request_counts' THEN\n    DELETE FROM auth.request_counts c USING (SELECT shop_id, hour, credential_id FROM auth.request_counts\n      WHERE hour < bound LIMIT most) old\n    WHERE c.shop_id = old.shop_id AND c.hour = old.hour AND c.credential_id = old.credential_id;\n  WHEN 'installations' THEN\n    DELETE FROM auth.installations i USING (\n      SELECT u.shop_id, u.id FROM auth.installations u WHERE u.status = 'uninstalled' AND u.uninstalled_at < bound\n        AND NOT EXISTS (SELECT FROM auth.oauth_tokens o WHERE o.shop_id = u.shop_id\n          AND o.installation_id = u.id) LIMIT most) old\n    WHERE i.shop_id = old.shop_id AND i.id = old.id;\n  WHEN 'audit_entries' THEN\n    RETURN auth.remove_audit_entries(bound, most);\n  WHEN 'apps' THEN\n    DELETE FROM auth.apps WHERE id IN (\n      SELECT a.id FROM auth.apps a WHERE a.deleted_at < bound\n        AND NOT EXISTS (SELECT FROM auth.installations i WHERE i.app_id = a.id)\n        AND NOT EXISTS (SELECT FROM auth.audit_entries e WHERE e.app_id = a.id) LIMIT most);\n  WHEN 'app_requests' THEN\n    DELETE FROM auth.app_requests r USING (SELECT shop_id, id FROM auth.app_requests\n      WHERE requested_at < bound LIMIT most) old\n    WHERE r.shop_id = old.shop_id AND r.id = old.id;\n  WHEN 'device_authorizations' THEN\n    DELETE FROM auth.device_authorizations WHERE id IN (SELECT id FROM auth.device_authorizations\n      WHERE expires_at < bound LIMIT most);\n  WHEN 'request_days' THEN\n    DELETE FROM auth.request_days d USING (SELECT shop_id, installation_id, day FROM auth.request_days\n      WHERE day < bound LIMIT most) old\n    WHERE d.shop_id = old.shop_id AND d.installation_id = old.installation_id AND d.day = old.day;\n  WHEN 'webhook_counts' THEN\n    DELETE FROM auth.webhook_counts c USING (SELECT shop_id, installation_id, hour FROM auth.webhook_counts\n      WHERE hour < bound LIMIT most) old\n    WHERE c.shop_id = old.shop_id AND c.installation_id = old.installation_id AND c.hour = old.hour;\n  WHEN 'webhook_days' THEN\n    DELETE FROM auth.webhook_days d USING (SELECT shop_id, installation_id, day FROM auth.webhook_days\n      WHERE day < bound LIMIT most) old\n    WHERE d.shop_id = old.shop_id AND d.installation_id = old.installation_id AND d.day = old.day;\n  END CASE;\n  GET DIAGNOSTICS removed = ROW_COUNT;\n  RETURN removed;\nEND\n$$;\n"],
	["libs/auth/audit/migrations/auth/1796000000451-chain-existing-entries.ts", _1796000000451_chain_existing_entries_exports],
	["libs/auth/erasures/migrations/auth/1796000000900-create-erasures.sql", "-- Requests to erase the data of a customer, or of a shop that uninstalled an app (docs/adr/erasure.md). The id of an\n-- erasure is the id of its event.\nCREATE TABLE auth.erasures (\n  shop_id uuid NOT NULL REFERENCES auth.shops (id),\n  id uuid NOT NULL,\n  subject text COLLATE \"C\" NOT NULL CHECK (subject IN ('customer', 'shop')),\n  customer_id uuid,\n  resource text NOT NULL,\n  requested_at timestamptz NOT NULL,\n  due_at timestamptz NOT NULL,\n  cleared_at timestamptz,\n  PRIMARY KEY (shop_id, id),\n  CHECK ((subject = 'customer') = (customer_id IS NOT NULL))\n);\nCREATE INDEX erasures_customer ON auth.erasures (shop_id, customer_id, id) WHERE customer_id IS NOT NULL;\nALTER TABLE auth.erasures ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop ON auth.erasures USING (shop_id = (SELECT auth.current_shop()));\nGRANT SELECT, INSERT ON auth.erasures TO storewright_auth;\nGRANT SELECT, UPDATE (cleared_at) ON auth.erasures TO storewright_hooks;\n\n-- One row for each app that must confirm an erasure. The name of the app stays after the app was deleted.\nCREATE TABLE auth.erasure_requests (\n  shop_id uuid NOT NULL,\n  erasure_id uuid NOT NULL,\n  installation_id uuid NOT NULL,\n  app_id uuid NOT NULL,\n  app_name text NOT NULL,\n  sends integer NOT NULL DEFAULT 0,\n  mails integer NOT NULL DEFAULT 0,\n  next_send_at timestamptz,\n  last_sent_at timestamptz,\n  last_status integer,\n  last_error text,\n  delivered_at timestamptz,\n  confirmed_at timestamptz,\n  cancelled_at timestamptz,\n  escalated_at timestamptz,\n  PRIMARY KEY (shop_id, erasure_id, installation_id),\n  FOREIGN KEY (shop_id, erasure_id) REFERENCES auth.erasures (shop_id, id)\n);\nCREATE INDEX erasure_requests_next_send ON auth.erasure_requests (next_send_at) WHERE next_send_at IS NOT NULL;\nCREATE INDEX erasure_requests_app ON auth.erasure_requests (erasure_id, app_id);\nCREATE INDEX erasure_requests_installation ON auth.erasure_requests (shop_id, installation_id);\nALTER TABLE auth.erasure_requests ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop ON auth.erasure_requests USING (shop_id = (SELECT auth.current_shop()));\nGRANT SELECT, INSERT, UPDATE ON auth.erasure_requests TO storewright_auth;\n\n-- Opens the erasure of a customer in the current shop for every app that may have read or received the customer's\n-- data: apps with access since `since` that ever had a scope of one of the resources. Returns the number of apps, or\n-- NULL if the erasure exists.\nCREATE FUNCTION auth.open_customer_erasure(erasure uuid, customer uuid, requested timestamptz, since timestamptz,\n  document text, resources text[]) RETURNS integer\n  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog\nAS $$\nDECLARE\n  receivers integer;\nBEGIN\n  INSERT INTO auth.erasures (shop_id, id, subject, customer_id, resource, requested_at, due_at)\n  VALUES (auth.current_shop(), erasure, 'customer', customer, document, requested, requested + interval '30 days')\n  ON CONFLICT (shop_id, id) DO NOTHING;\n  IF NOT FOUND THEN\n    RETURN NULL;\n  END IF;\n  INSERT INTO auth.erasure_requests (shop_id, erasure_id, installation_id, app_id, app_name, next_send_at)\n  SELECT i.shop_id, erasure, i.id, i.app_id, a.name, now()\n  FROM auth.installations i JOIN auth.apps a ON a.id = i.app_id\n  WHERE i.shop_id = auth.current_shop() AND (i.status = 'installed' OR i.uninstalled_at >= since) AND EXISTS (\n    SELECT FROM (\n      SELECT unnest(i.scopes) AS scope\n      UNION ALL\n      SELECT unnest(t.scopes) FROM auth.oauth_tokens t WHERE t.shop_id = i.shop_id AND t.installation_id = i.id\n      UNION ALL\n      SELECT d.scope FROM auth.scope_days d WHERE d.shop_id = i.shop_id AND d.credential_id = i.id\n      UNION ALL\n      SELECT s.scope #>> '{}' FROM auth.audit_entries e, jsonb_path_query(e.detail, 'lax $.*[*]') AS s (scope)\n      WHERE e.shop_id = i.shop_id AND e.app_id = i.app_id AND e.kind LIKE 'installations.%'\n    ) ever WHERE split_part(ever.scope, '.', 1) = ANY (resources));\n  GET DIAGNOSTICS receivers = ROW_COUNT;\n  RETURN receivers;\nEND\n$$;\nREVOKE EXECUTE ON FUNCTION auth.open_customer_erasure(uuid, uuid, timestamptz, timestamptz, text, text[]) FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION auth.open_customer_erasure(uuid, uuid, timestamptz, timestamptz, text, text[])\n  TO storewright_hooks;\n\n-- Returns the shop of an erasure that the app must confirm.\nCREATE FUNCTION auth.shop_of_erasure(erasure uuid, app uuid) RETURNS uuid\n  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog\nAS $$ SELECT r.shop_id FROM auth.erasure_requests r WHERE r.erasure_id = erasure AND r.app_id = app LIMIT 1 $$;\nREVOKE EXECUTE ON FUNCTION auth.shop_of_erasure(uuid, uuid) FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION auth.shop_of_erasure(uuid, uuid) TO storewright_auth;\n\n-- Leases the request whose next step is due.\nCREATE FUNCTION auth.claim_erasure_request(lease_seconds integer)\n  RETURNS TABLE (shop_id uuid, domain text, erasure_id uuid, installation_id uuid, app_id uuid, app_name text,\n    subject text, resource text, requested_at timestamptz, webhook_url text, secrets text[], is_overdue boolean)\n  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog\nAS $$\n  WITH due AS (\n    SELECT r.shop_id, r.erasure_id, r.installation_id FROM auth.erasure_requests r WHERE r.next_send_at <= now()\n    ORDER BY r.next_send_at LIMIT 1 FOR UPDATE SKIP LOCKED\n  ), claimed AS (\n    UPDATE auth.erasure_requests r SET next_send_at = now() + make_interval(secs => lease_seconds) FROM due\n    WHERE r.shop_id = due.shop_id AND r.erasure_id = due.erasure_id AND r.installation_id = due.installation_id\n    RETURNING r.*\n  )\n  SELECT c.shop_id, s.domain, c.erasure_id, c.installation_id, c.app_id, c.app_name, e.subject, e.resource,\n    e.requested_at, a.webhook_url, ARRAY(SELECT w.sealed FROM auth.webhook_secrets w WHERE w.app_id = c.app_id\n      AND (w.expires_at IS NULL OR w.expires_at > now()) ORDER BY w.generation DESC), now() >= e.due_at\n  FROM claimed c JOIN auth.erasures e ON e.shop_id = c.shop_id AND e.id = c.erasure_id\n    JOIN auth.shops s ON s.id = c.shop_id LEFT JOIN auth.apps a ON a.id = c.app_id AND a.deleted_at IS NULL\n$$;\nREVOKE EXECUTE ON FUNCTION auth.claim_erasure_request(integer) FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION auth.claim_erasure_request(integer) TO storewright_hooks;\n\n-- Records an attempt to reach an app of the current shop, queues the mail that is due to its developer, and plans the\n-- next step: a retry with backoff, the reminder after 7 or 21 days, or the escalation. Without status and failure the\n-- app has no webhook, so its developer gets a mail at once.\nCREATE FUNCTION auth.settle_erasure_request(erasure uuid, installation uuid, http_status integer, failure text,\n  is_delivered boolean) RETURNS void\n  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog\nAS $$\nDECLARE\n  row auth.erasure_requests;\n  requested timestamptz;\n  due timestamptz;\n  mails_due integer;\n  next_step timestamptz;\nBEGIN\n  SELECT r.* INTO row FROM auth.erasure_requests r\n  WHERE r.shop_id = auth.current_shop() AND r.erasure_id = erasure AND r.installation_id = installation FOR UPDATE;\n  SELECT e.requested_at, e.due_at INTO requested, due FROM auth.erasures e\n  WHERE e.shop_id = row.shop_id AND e.id = erasure;\n  mails_due := CASE WHEN now() >= requested + interval '21 days' THEN 3 WHEN now() >= requested + interval '7 days'\n    THEN 2 WHEN http_status IS NULL AND failure IS NULL THEN 1 ELSE 0 END;\n  next_step := CASE WHEN now() < requested + interval '7 days' THEN requested + interval '7 days'\n    WHEN now() < requested + interval '21 days' THEN requested + interval '21 days' ELSE due END;\n  IF NOT is_delivered AND (http_status IS NOT NULL OR failure IS NOT NULL) THEN\n    next_step := least(next_step, now() + least(interval '6 hours',\n      interval '1 minute' * power(2, least(row.sends, 9))));\n  END IF;\n  IF row.confirmed_at IS NOT NULL OR row.cancelled_at IS NOT NULL THEN\n    next_step := NULL;\n    mails_due := 0;\n  END IF;\n  UPDATE auth.erasure_requests r SET sends = r.sends + 1, mails = greatest(r.mails, mails_due), last_sent_at = now(),\n    last_status = http_status, last_error = failure, next_send_at = next_step,\n    delivered_at = CASE WHEN is_delivered THEN coalesce(r.delivered_at, now()) ELSE r.delivered_at END\n  WHERE r.shop_id = row.shop_id AND r.erasure_id = erasure AND r.installation_id = installation;\n  IF mails_due > row.mails THEN\n    INSERT INTO auth.outgoing_mails (id, kind, email, details)\n    SELECT auth.new_id(), 'erasure_due', o.email, jsonb_build_object('shop', s.name, 'name', row.app_name,\n      'reference', erasure)\n    FROM auth.shops s, auth.apps a JOIN auth.owners o ON o.id = a.owner_id\n    WHERE s.id = row.shop_id AND a.id = row.app_id;\n  END IF;\nEND\n$$;\nREVOKE EXECUTE ON FUNCTION auth.settle_erasure_request(uuid, uuid, integer, text, boolean) FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION auth.settle_erasure_request(uuid, uuid, integer, text, boolean) TO storewright_hooks;\n\n-- Reports an overdue request of the current shop to its owners. Returns false if the app has confirmed.\nCREATE FUNCTION auth.escalate_erasure_request(erasure uuid, installation uuid) RETURNS boolean\n  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog\nAS $$\nBEGIN\n  UPDATE auth.erasure_requests r SET next_send_at = NULL, escalated_at = now()\n  WHERE r.shop_id = auth.current_shop() AND r.erasure_id = erasure AND r.installation_id = installation\n    AND r.confirmed_at IS NULL AND r.cancelled_at IS NULL AND r.escalated_at IS NULL;\n  IF NOT FOUND THEN\n    RETURN false;\n  END IF;\n  INSERT INTO auth.outgoing_mails (id, kind, email, shop_domain, details)\n  SELECT auth.new_id(), 'erasure_overdue', o.email, s.domain, jsonb_build_object('shop', s.name, 'name', r.app_name)\n  FROM auth.erasure_requests r JOIN auth.shops s ON s.id = r.shop_id\n    JOIN auth.members m ON m.shop_id = r.shop_id AND m.role = 'owner' JOIN auth.owners o ON o.id = m.owner_id\n  WHERE r.shop_id = auth.current_shop() AND r.erasure_id = erasure AND r.installation_id = installation;\n  RETURN true;\nEND\n$$;\nREVOKE EXECUTE ON FUNCTION auth.escalate_erasure_request(uuid, uuid) FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION auth.escalate_erasure_request(uuid, uuid) TO storewright_hooks;\n"],
	["libs/auth/installs/migrations/auth/1796000000910-add-scope-reductions.sql", "-- Scopes that an app works without, and scopes that members of a shop withdrew.\nALTER TABLE auth.apps ADD COLUMN optional_scopes text[] NOT NULL DEFAULT '{}';\nALTER TABLE auth.installations\n  ADD COLUMN withdrawn_scopes text[] NOT NULL DEFAULT '{}',\n  ADD COLUMN scopes_granted_at timestamptz;\nALTER TABLE auth.access_tokens ADD COLUMN scopes_granted_at timestamptz;\nALTER TABLE auth.installations ALTER COLUMN scopes_granted_at SET DEFAULT now();\nALTER TABLE auth.access_tokens ALTER COLUMN scopes_granted_at SET DEFAULT now();\n\nCREATE TABLE auth.scope_reductions (\n  shop_id uuid NOT NULL REFERENCES auth.shops (id),\n  id uuid NOT NULL,\n  installation_id uuid,\n  access_token_id uuid,\n  removed_scopes text[] NOT NULL,\n  remaining_scopes text[] NOT NULL,\n  had_all_scopes boolean NOT NULL,\n  unused_days integer,\n  refused_requests_30_days integer NOT NULL,\n  created_at timestamptz NOT NULL DEFAULT now(),\n  PRIMARY KEY (shop_id, id),\n  CHECK (num_nonnulls(installation_id, access_token_id) = 1),\n  FOREIGN KEY (shop_id, installation_id) REFERENCES auth.installations (shop_id, id) ON DELETE CASCADE,\n  FOREIGN KEY (shop_id, access_token_id) REFERENCES auth.access_tokens (shop_id, id) ON DELETE CASCADE\n);\nCREATE INDEX scope_reductions_installation ON auth.scope_reductions (shop_id, installation_id);\nCREATE INDEX scope_reductions_access_token ON auth.scope_reductions (shop_id, access_token_id);\nALTER TABLE auth.scope_reductions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop ON auth.scope_reductions USING (shop_id = (SELECT auth.current_shop()));\nGRANT SELECT, INSERT, DELETE ON auth.scope_reductions TO storewright_auth;\n\n-- Returns the installation of the presented OAuth token, with its withdrawn scopes.\nCREATE FUNCTION auth.own_installation()\n  RETURNS TABLE (shop_id uuid, id uuid, app_id uuid, scopes text[], withdrawn_scopes text[], status text,\n    version integer, installed_at timestamptz, created_at timestamptz, updated_at timestamptz)\n  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog\nAS $$\n  SELECT i.shop_id, i.id, i.app_id, i.scopes, i.withdrawn_scopes, i.status, i.version, i.installed_at, i.created_at,\n    i.updated_at\n  FROM auth.oauth_tokens t JOIN auth.installations i ON i.shop_id = t.shop_id AND i.id = t.installation_id\n  WHERE t.digest = auth.current_credential() AND t.status = 'active'\n$$;\nREVOKE EXECUTE ON FUNCTION auth.own_installation() FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION auth.own_installation() TO storewright_shop;\n\n-- Notifies members of all shops in which an app of the current person requires scopes that the shop neither granted\n-- nor withdrew.\nCREATE OR REPLACE FUNCTION auth.notify_of_permissions(of_kind text, needed text, app uuid) RETURNS void\n  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog\nAS $$\n  SELECT auth.add_notifications(of_kind, needed, array_agg(i.id)) FROM auth.installations i\n    JOIN auth.apps a ON a.id = i.app_id\n  WHERE a.id = app AND a.owner_id = auth.current_owner() AND i.status = 'installed'\n    AND NOT (a.scopes <@ (i.scopes || i.withdrawn_scopes))\n$$;\n"],
	["libs/auth/installs/migrations/auth/1796000000960-add-agents.sql", "-- An agent is an app without a developer. The URL of its Client ID Metadata Document identifies it.\nALTER TABLE auth.apps ALTER COLUMN owner_id DROP NOT NULL;\nALTER TABLE auth.apps ADD COLUMN client_url text COLLATE \"C\";\nALTER TABLE auth.apps ADD CONSTRAINT apps_client_url_check CHECK ((owner_id IS NULL) = (client_url IS NOT NULL));\nCREATE UNIQUE INDEX apps_client_url ON auth.apps (client_url);\n\n-- Redirect URI of an agent's request. The exchange of the code must send the same one.\nALTER TABLE auth.nonces ADD COLUMN redirect_uri text;\n\n-- Tokens of an agent expire. Those that follow one consent are a family, and an agent can have several families.\nALTER TABLE auth.oauth_tokens ADD COLUMN family_id uuid, ADD COLUMN expires_at timestamptz;\nDROP INDEX auth.oauth_tokens_shop_id_installation_id_idx1;\nCREATE UNIQUE INDEX oauth_tokens_active ON auth.oauth_tokens (shop_id, installation_id)\n  WHERE status = 'active' AND family_id IS NULL;\n\nCREATE TABLE auth.refresh_tokens (\n  shop_id uuid NOT NULL,\n  id uuid NOT NULL,\n  installation_id uuid NOT NULL,\n  family_id uuid NOT NULL,\n  oauth_token_id uuid NOT NULL,\n  successor_id uuid,\n  digest bytea NOT NULL UNIQUE CHECK (octet_length(digest) = 32),\n  created_at timestamptz NOT NULL DEFAULT now(),\n  expires_at timestamptz NOT NULL,\n  PRIMARY KEY (shop_id, id),\n  FOREIGN KEY (shop_id, installation_id) REFERENCES auth.installations (shop_id, id) ON DELETE CASCADE,\n  FOREIGN KEY (shop_id, oauth_token_id) REFERENCES auth.oauth_tokens (shop_id, id) ON DELETE CASCADE\n);\nCREATE INDEX refresh_tokens_installation ON auth.refresh_tokens (shop_id, installation_id);\nCREATE INDEX refresh_tokens_oauth_token ON auth.refresh_tokens (shop_id, oauth_token_id);\nALTER TABLE auth.refresh_tokens ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop_or_bearer ON auth.refresh_tokens\n  USING (shop_id = (SELECT auth.current_shop()) OR digest = (SELECT auth.current_credential()))\n  WITH CHECK (shop_id = (SELECT auth.current_shop()));\nGRANT SELECT, INSERT, UPDATE, DELETE ON auth.refresh_tokens TO storewright_auth;\n"],
	["libs/auth/installs/migrations/auth/1796000000961-remove-unused-agents.sql", "-- Deletes an agent that no shop refers to after its last authorization request, like a deleted app.\nCREATE OR REPLACE FUNCTION auth.remove_outdated(kind text, before timestamptz, most integer) RETURNS integer\n  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog\nAS $$\nDECLARE\n  removed integer;\n  latest CONSTANT timestamptz := now() - CASE kind WHEN 'audit_entries' THEN interval '30 days' ELSE interval '1 day'\n    END;\n  bound CONSTANT timestamptz := least(before, latest);\nBEGIN\n  -- One worker at a time; the others have nothing to do.\n  IF NOT pg_try_advisory_xact_lock(hashtextextended('auth.remove_outdated', 0)) THEN\n    RETURN 0;\n  END IF;\n  CASE kind\n  WHEN 'nonces' THEN\n    DELETE FROM auth.nonces WHERE digest IN (SELECT digest FROM auth.nonces WHERE expires_at < bound LIMIT most);\n  WHEN 'oauth_tokens' THEN\n    DELETE FROM auth.oauth_tokens t USING (\n      SELECT o.shop_id, o.id FROM auth.oauth_tokens o WHERE o.status <> 'active' AND o.updated_at < bound\n        AND NOT EXISTS (SELECT FROM auth.nonces n WHERE n.shop_id = o.shop_id\n          AND n.oauth_token_id = o.id) LIMIT most) old\n    WHERE t.shop_id = old.shop_id AND t.id = old.id;\n  WHEN 'access_tokens' THEN\n    DELETE FROM auth.access_tokens t USING (\n      (SELECT shop_id, id FROM auth.access_tokens WHERE status = 'revoked' AND updated_at < bound LIMIT most)\n      UNION (SELECT shop_id, id FROM auth.access_tokens WHERE expires_at < bound LIMIT most)) old\n    WHERE t.shop_id = old.shop_id AND t.id = old.id;\n  WHEN 'sessions' THEN\n    DELETE FROM auth.sessions WHERE id IN (SELECT id FROM auth.sessions WHERE expires_at < bound LIMIT most);\n  WHEN 'passkey_challenges' THEN\n    DELETE FROM auth.passkey_challenges WHERE digest IN (SELECT digest FROM auth.passkey_challenges\n      WHERE expires_at < bound LIMIT most);\n  WHEN 'app_secrets' THEN\n    DELETE FROM auth.app_secrets WHERE (app_id, generation) IN (SELECT app_id, generation FROM auth.app_secrets\n      WHERE expires_at < bound LIMIT most);\n  WHEN 'webhook_secrets' THEN\n    DELETE FROM auth.webhook_secrets WHERE id IN (SELECT id FROM auth.webhook_secrets\n      WHERE expires_at < bound LIMIT most);\n  WHEN 'request_counts' THEN\n    DELETE FROM auth.request_counts c USING (SELECT shop_id, hour, credential_id FROM auth.request_counts\n      WHERE hour < bound LIMIT most) old\n    WHERE c.shop_id = old.shop_id AND c.hour = old.hour AND c.credential_id = old.credential_id;\n  WHEN 'installations' THEN\n    DELETE FROM auth.installations i USING (\n      SELECT u.shop_id, u.id FROM auth.installations u WHERE u.status = 'uninstalled' AND u.uninstalled_at < bound\n        AND NOT EXISTS (SELECT FROM auth.oauth_tokens o WHERE o.shop_id = u.shop_id\n          AND o.installation_id = u.id) LIMIT most) old\n    WHERE i.shop_id = old.shop_id AND i.id = old.id;\n  WHEN 'audit_entries' THEN\n    RETURN auth.remove_audit_entries(bound, most);\n  WHEN 'apps' THEN\n    DELETE FROM auth.apps WHERE id IN (\n      SELECT a.id FROM auth.apps a\n      WHERE (a.deleted_at < bound OR (a.client_url IS NOT NULL AND a.updated_at < bound))\n        AND NOT EXISTS (SELECT FROM auth.installations i WHERE i.app_id = a.id)\n        AND NOT EXISTS (SELECT FROM auth.audit_entries e WHERE e.app_id = a.id) LIMIT most);\n  WHEN 'app_requests' THEN\n    DELETE FROM auth.app_requests r USING (SELECT shop_id, id FROM auth.app_requests\n      WHERE requested_at < bound LIMIT most) old\n    WHERE r.shop_id = old.shop_id AND r.id = old.id;\n  WHEN 'device_authorizations' THEN\n    DELETE FROM auth.device_authorizations WHERE id IN (SELECT id FROM auth.device_authorizations\n      WHERE expires_at < bound LIMIT most);\n  WHEN 'request_days' THEN\n    DELETE FROM auth.request_days d USING (SELECT shop_id, installation_id, day FROM auth.request_days\n      WHERE day < bound LIMIT most) old\n    WHERE d.shop_id = old.shop_id AND d.installation_id = old.installation_id AND d.day = old.day;\n  WHEN 'webhook_counts' THEN\n    DELETE FROM auth.webhook_counts c USING (SELECT shop_id, installation_id, hour FROM auth.webhook_counts\n      WHERE hour < bound LIMIT most) old\n    WHERE c.shop_id = old.shop_id AND c.installation_id = old.installation_id AND c.hour = old.hour;\n  WHEN 'webhook_days' THEN\n    DELETE FROM auth.webhook_days d USING (SELECT shop_id, installation_id, day FROM auth.webhook_days\n      WHERE day < bound LIMIT most) old\n    WHERE d.shop_id = old.shop_id AND d.installation_id = old.installation_id AND d.day = old.day;\n  END CASE;\n  GET DIAGNOSTICS removed = ROW_COUNT;\n  RETURN removed;\nEND\n$$;\n"],
	["libs/auth/members/migrations/auth/1796000000100-add-custom-roles.sql", "-- Roles that a shop defines, the last visit of a member, and shops that require a second factor.\nCREATE TABLE auth.roles (\n  shop_id uuid NOT NULL REFERENCES auth.shops (id),\n  id uuid NOT NULL,\n  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),\n  name_key text COLLATE \"C\" NOT NULL,\n  scopes text[] NOT NULL,\n  created_at timestamptz NOT NULL DEFAULT now(),\n  updated_at timestamptz NOT NULL DEFAULT now(),\n  PRIMARY KEY (shop_id, id)\n);\nCREATE UNIQUE INDEX roles_name ON auth.roles (shop_id, name_key);\nALTER TABLE auth.roles ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop ON auth.roles USING (shop_id = (SELECT auth.current_shop()));\nGRANT SELECT, INSERT, UPDATE, DELETE ON auth.roles TO storewright_auth;\n\nALTER TABLE auth.members ADD COLUMN role_id uuid, ADD COLUMN last_seen_at timestamptz;\nCREATE INDEX members_role ON auth.members (shop_id, role_id) WHERE role_id IS NOT NULL;\n\nALTER TABLE auth.invitations ADD COLUMN role_id uuid;\n\nALTER TABLE auth.shops ADD COLUMN second_factor_required boolean NOT NULL DEFAULT false;\n"],
	["libs/auth/members/migrations/auth/1796000000200-add-saved-views.sql", "-- Views of lists that members save, for themselves or for the whole shop.\nCREATE TABLE auth.saved_views (\n  shop_id uuid NOT NULL REFERENCES auth.shops (id),\n  id uuid NOT NULL,\n  owner_id uuid NOT NULL,\n  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),\n  list text COLLATE \"C\" NOT NULL,\n  query text NOT NULL CHECK (length(query) <= 2000),\n  is_shared boolean NOT NULL,\n  created_at timestamptz NOT NULL DEFAULT now(),\n  PRIMARY KEY (shop_id, id)\n);\nCREATE INDEX saved_views_owner ON auth.saved_views (shop_id, owner_id);\nALTER TABLE auth.saved_views ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop ON auth.saved_views USING (shop_id = (SELECT auth.current_shop()));\nGRANT SELECT, INSERT, DELETE ON auth.saved_views TO storewright_auth;\n"],
	["libs/auth/members/migrations/auth/1796000000210-change-saved-views.sql", "GRANT UPDATE (name, query, is_shared) ON auth.saved_views TO storewright_auth;\n"],
	["libs/auth/members/migrations/auth/1796000000310-add-notifications.sql", "-- Notifications of members, and how each member receives each kind.\nCREATE TABLE auth.notifications (\n  shop_id uuid NOT NULL,\n  id uuid NOT NULL,\n  owner_id uuid NOT NULL REFERENCES auth.owners (id),\n  kind text COLLATE \"C\" NOT NULL,\n  installation_id uuid NOT NULL,\n  app_name text NOT NULL,\n  read_at timestamptz,\n  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),\n  PRIMARY KEY (shop_id, id),\n  FOREIGN KEY (shop_id, owner_id) REFERENCES auth.members (shop_id, owner_id) ON DELETE CASCADE\n);\nCREATE INDEX notifications_owner ON auth.notifications (shop_id, owner_id, id);\nALTER TABLE auth.notifications ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop ON auth.notifications USING (shop_id = (SELECT auth.current_shop()));\nGRANT SELECT, UPDATE ON auth.notifications TO storewright_auth;\n\nCREATE TABLE auth.notification_preferences (\n  shop_id uuid NOT NULL,\n  owner_id uuid NOT NULL REFERENCES auth.owners (id),\n  kind text COLLATE \"C\" NOT NULL,\n  in_panel boolean NOT NULL,\n  by_mail boolean NOT NULL,\n  mailed_at timestamptz,\n  PRIMARY KEY (shop_id, owner_id, kind),\n  FOREIGN KEY (shop_id, owner_id) REFERENCES auth.members (shop_id, owner_id) ON DELETE CASCADE\n);\nALTER TABLE auth.notification_preferences ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop ON auth.notification_preferences USING (shop_id = (SELECT auth.current_shop()));\nGRANT SELECT, INSERT, UPDATE ON auth.notification_preferences TO storewright_auth;\n\n-- Time-ordered id (RFC 9562), as lists are sorted by id.\nCREATE FUNCTION auth.new_id() RETURNS uuid LANGUAGE sql VOLATILE SET search_path = pg_catalog\nAS $$\n  SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())\n    PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6),\n    52, 1), 53, 1), 'hex')::uuid\n$$;\nREVOKE EXECUTE ON FUNCTION auth.new_id() FROM PUBLIC;\n\n-- Notifies the members who have the right: owners, administrators, and staff with that right. An unread notification\n-- about the same installation suppresses a repetition. A member gets at most one mail of a kind per hour.\nCREATE FUNCTION auth.add_notifications(of_kind text, needed text, installations uuid[]) RETURNS void\n  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog\nAS $$\nBEGIN\n  DELETE FROM auth.notifications n USING auth.installations i\n  WHERE i.id = ANY (installations) AND n.shop_id = i.shop_id AND n.created_at < now() - interval '90 days';\n\n  WITH recipients AS MATERIALIZED (\n    SELECT i.shop_id, m.owner_id, i.id AS installation_id, a.name AS app_name, s.name AS shop_name, s.domain, o.email,\n      coalesce(p.in_panel, true) AS in_panel, coalesce(p.by_mail, true) AS by_mail\n    FROM auth.installations i\n      JOIN auth.apps a ON a.id = i.app_id\n      JOIN auth.shops s ON s.id = i.shop_id\n      JOIN auth.members m ON m.shop_id = i.shop_id\n        AND (m.role IN ('owner', 'administrator') OR needed = ANY (m.scopes))\n      JOIN auth.owners o ON o.id = m.owner_id\n      LEFT JOIN auth.notification_preferences p ON p.shop_id = m.shop_id AND p.owner_id = m.owner_id\n        AND p.kind = of_kind\n    WHERE i.id = ANY (installations) AND i.status = 'installed'\n      AND NOT EXISTS (SELECT FROM auth.notifications n WHERE n.shop_id = i.shop_id AND n.owner_id = m.owner_id\n        AND n.kind = of_kind AND n.installation_id = i.id AND n.read_at IS NULL)\n  ), shown AS (\n    INSERT INTO auth.notifications (shop_id, id, owner_id, kind, installation_id, app_name)\n    SELECT r.shop_id, auth.new_id(), r.owner_id, of_kind, r.installation_id, r.app_name\n    FROM recipients r WHERE r.in_panel\n  ), mails AS (\n    SELECT DISTINCT ON (r.shop_id, r.owner_id) r.* FROM recipients r WHERE r.by_mail\n    ORDER BY r.shop_id, r.owner_id, r.installation_id\n  ), due AS (\n    INSERT INTO auth.notification_preferences AS p (shop_id, owner_id, kind, in_panel, by_mail, mailed_at)\n    SELECT m.shop_id, m.owner_id, of_kind, m.in_panel, true, now() FROM mails m\n    ON CONFLICT (shop_id, owner_id, kind) DO UPDATE SET mailed_at = EXCLUDED.mailed_at\n      WHERE p.mailed_at IS NULL OR p.mailed_at <= EXCLUDED.mailed_at - interval '1 hour'\n    RETURNING p.shop_id, p.owner_id\n  )\n  INSERT INTO auth.outgoing_mails (id, kind, email, shop_domain, details)\n  SELECT auth.new_id(), 'notification', m.email, m.domain, jsonb_build_object('notification', of_kind,\n    'shop', m.shop_name, 'name', m.app_name, 'installation_id', m.installation_id)\n  FROM mails m JOIN due d ON d.shop_id = m.shop_id AND d.owner_id = m.owner_id;\nEND\n$$;\nREVOKE EXECUTE ON FUNCTION auth.add_notifications(text, text, uuid[]) FROM PUBLIC;\n\n-- Notifies members of the current shop about an installation.\nCREATE FUNCTION auth.notify_members(of_kind text, needed text, installation uuid) RETURNS void\n  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog\nAS $$\n  SELECT auth.add_notifications(of_kind, needed, array_agg(i.id)) FROM auth.installations i\n  WHERE i.shop_id = auth.current_shop() AND i.id = installation\n$$;\nREVOKE EXECUTE ON FUNCTION auth.notify_members(text, text, uuid) FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION auth.notify_members(text, text, uuid) TO storewright_auth, storewright_hooks;\n\n-- Notifies members of all shops in which an app of the current person requests more scopes than granted.\nCREATE FUNCTION auth.notify_of_permissions(of_kind text, needed text, app uuid) RETURNS void\n  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog\nAS $$\n  SELECT auth.add_notifications(of_kind, needed, array_agg(i.id)) FROM auth.installations i\n    JOIN auth.apps a ON a.id = i.app_id\n  WHERE a.id = app AND a.owner_id = auth.current_owner() AND i.status = 'installed' AND NOT (a.scopes <@ i.scopes)\n$$;\nREVOKE EXECUTE ON FUNCTION auth.notify_of_permissions(text, text, uuid) FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION auth.notify_of_permissions(text, text, uuid) TO storewright_auth;\n"],
	["libs/auth/members/migrations/auth/1796000000520-notify-of-objects.sql", "-- A notification is about an app, or about an object of the shop such as an order.\nALTER TABLE auth.notifications ALTER COLUMN installation_id DROP NOT NULL, ALTER COLUMN app_name DROP NOT NULL,\n  ADD COLUMN subject_type text COLLATE \"C\", ADD COLUMN subject_id uuid, ADD COLUMN subject_name text;\nCREATE INDEX notifications_kind ON auth.notifications (shop_id, owner_id, kind, created_at);\nCREATE INDEX notifications_created ON auth.notifications (created_at);\n\n-- Notifies the members who have the right: owners, administrators, and staff with that right. A repetition about the\n-- same installation is suppressed by an unread notification, and by any notification after `since`. A member gets at\n-- most one mail of a kind per hour, and one after `since`.\nCREATE FUNCTION auth.add_notifications(of_kind text, needed text, installations uuid[], since timestamptz) RETURNS void\n  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog\nAS $$\nBEGIN\n  WITH recipients AS MATERIALIZED (\n    SELECT i.shop_id, m.owner_id, i.id AS installation_id, a.name AS app_name, s.name AS shop_name, s.domain, o.email,\n      coalesce(p.in_panel, true) AS in_panel, coalesce(p.by_mail, true) AS by_mail\n    FROM auth.installations i\n      JOIN auth.apps a ON a.id = i.app_id\n      JOIN auth.shops s ON s.id = i.shop_id\n      JOIN auth.members m ON m.shop_id = i.shop_id\n        AND (m.role IN ('owner', 'administrator') OR needed = ANY (m.scopes))\n      JOIN auth.owners o ON o.id = m.owner_id\n      LEFT JOIN auth.notification_preferences p ON p.shop_id = m.shop_id AND p.owner_id = m.owner_id\n        AND p.kind = of_kind\n    WHERE i.id = ANY (installations) AND i.status = 'installed'\n      AND NOT EXISTS (SELECT FROM auth.notifications n WHERE n.shop_id = i.shop_id AND n.owner_id = m.owner_id\n        AND n.kind = of_kind AND n.installation_id = i.id AND (n.read_at IS NULL OR n.created_at > since))\n  ), shown AS (\n    INSERT INTO auth.notifications (shop_id, id, owner_id, kind, installation_id, app_name)\n    SELECT r.shop_id, auth.new_id(), r.owner_id, of_kind, r.installation_id, r.app_name\n    FROM recipients r WHERE r.in_panel\n  ), mails AS (\n    SELECT DISTINCT ON (r.shop_id, r.owner_id) r.* FROM recipients r WHERE r.by_mail\n    ORDER BY r.shop_id, r.owner_id, r.installation_id\n  ), due AS (\n    INSERT INTO auth.notification_preferences AS p (shop_id, owner_id, kind, in_panel, by_mail, mailed_at)\n    SELECT m.shop_id, m.owner_id, of_kind, m.in_panel, true, now() FROM mails m\n    ON CONFLICT (shop_id, owner_id, kind) DO UPDATE SET mailed_at = EXCLUDED.mailed_at\n      WHERE p.mailed_at IS NULL\n        OR p.mailed_at <= least(EXCLUDED.mailed_at - interval '1 hour', coalesce(since, 'infinity'))\n    RETURNING p.shop_id, p.owner_id\n  )\n  INSERT INTO auth.outgoing_mails (id, kind, email, shop_domain, details)\n  SELECT auth.new_id(), 'notification', m.email, m.domain, jsonb_build_object('notification', of_kind,\n    'shop', m.shop_name, 'name', m.app_name, 'installation_id', m.installation_id)\n  FROM mails m JOIN due d ON d.shop_id = m.shop_id AND d.owner_id = m.owner_id;\nEND\n$$;\nREVOKE EXECUTE ON FUNCTION auth.add_notifications(text, text, uuid[], timestamptz) FROM PUBLIC;\n\n-- Deletes nothing, because the worker deletes old notifications.\nCREATE OR REPLACE FUNCTION auth.add_notifications(of_kind text, needed text, installations uuid[]) RETURNS void\n  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog\nAS $$ SELECT auth.add_notifications(of_kind, needed, installations, NULL) $$;\n\n-- Notifies members of the current shop about an installation whose failure started at `since`, once per failure.\nCREATE FUNCTION auth.notify_of_failure(of_kind text, needed text, installation uuid, since timestamptz) RETURNS void\n  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog\nAS $$\n  SELECT auth.add_notifications(of_kind, needed, array_agg(i.id), since) FROM auth.installations i\n  WHERE i.shop_id = auth.current_shop() AND i.id = installation\n$$;\nREVOKE EXECUTE ON FUNCTION auth.notify_of_failure(text, text, uuid, timestamptz) FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION auth.notify_of_failure(text, text, uuid, timestamptz) TO storewright_hooks;\n\n-- Notifies members of the current shop about objects. Element n of each array is about object n. A member gets at most\n-- `hourly` notifications of a kind per hour, and none while one about the same object is unread.\nCREATE FUNCTION auth.notify_of_objects(kinds text[], needed text[], chosen boolean[], hourly integer[], types text[],\n  ids uuid[], names text[]) RETURNS void\n  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog\nAS $$\nBEGIN\n  -- Two processes that count at the same time would exceed the limit.\n  PERFORM pg_advisory_xact_lock(hashtextextended('auth.notify_of_objects ' || auth.current_shop(), 0));\n  INSERT INTO auth.notifications (shop_id, id, owner_id, kind, subject_type, subject_id, subject_name)\n  SELECT m.shop_id, auth.new_id(), m.owner_id, f.kind, f.type, f.id, f.name\n  FROM (\n    SELECT u.*, row_number() OVER (PARTITION BY u.kind ORDER BY u.place) AS nth\n    FROM unnest(kinds, needed, chosen, hourly, types, ids, names) WITH ORDINALITY\n      AS u (kind, needs, is_chosen, most, type, id, name, place)\n  ) f\n    JOIN auth.members m ON m.shop_id = auth.current_shop()\n      AND (m.role IN ('owner', 'administrator') OR f.needs = ANY (m.scopes))\n    LEFT JOIN auth.notification_preferences p ON p.shop_id = m.shop_id AND p.owner_id = m.owner_id AND p.kind = f.kind\n  WHERE coalesce(p.in_panel, f.is_chosen)\n    AND NOT EXISTS (SELECT FROM auth.notifications n WHERE n.shop_id = m.shop_id AND n.owner_id = m.owner_id\n      AND n.kind = f.kind AND n.subject_id = f.id AND n.read_at IS NULL)\n    AND f.nth + (SELECT count(*) FROM auth.notifications n WHERE n.shop_id = m.shop_id AND n.owner_id = m.owner_id\n      AND n.kind = f.kind AND n.created_at > now() - interval '1 hour') <= f.most\n  ORDER BY f.place;\nEND\n$$;\nREVOKE EXECUTE ON FUNCTION auth.notify_of_objects(text[], text[], boolean[], integer[], text[], uuid[], text[])\n  FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION auth.notify_of_objects(text[], text[], boolean[], integer[], text[], uuid[], text[])\n  TO storewright_shop;\n\n-- Deletes at most `most` notifications from before this time. Returns their number.\nCREATE FUNCTION auth.remove_notifications(before timestamptz, most integer) RETURNS integer\n  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog\nAS $$\nDECLARE\n  removed integer;\nBEGIN\n  IF NOT pg_try_advisory_xact_lock(hashtextextended('auth.remove_outdated', 0)) THEN\n    RETURN 0;\n  END IF;\n  DELETE FROM auth.notifications n USING (SELECT shop_id, id FROM auth.notifications\n    WHERE created_at < least(before, now() - interval '1 day') LIMIT most) old\n  WHERE n.shop_id = old.shop_id AND n.id = old.id;\n  GET DIAGNOSTICS removed = ROW_COUNT;\n  RETURN removed;\nEND\n$$;\nREVOKE EXECUTE ON FUNCTION auth.remove_notifications(timestamptz, integer) FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION auth.remove_notifications(timestamptz, integer) TO storewright_hooks;\n"],
	["libs/auth/members/migrations/auth/1796000000970-mail-of-objects.sql", "-- Queues mails about objects for members of the current shop who have the right and did not turn the mails off. Element\n-- n of each array is about object n. A member gets at most one mail of a kind per hour.\nCREATE FUNCTION auth.mail_of_objects(kinds text[], needed text[], chosen boolean[], mailed boolean[], ids uuid[],\n  names text[]) RETURNS void\n  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog\nAS $$\nBEGIN\n  WITH facts AS (\n    SELECT DISTINCT ON (u.kind) u.kind, u.needs, u.is_chosen, u.id, u.name\n    FROM unnest(kinds, needed, chosen, mailed, ids, names) WITH ORDINALITY\n      AS u (kind, needs, is_chosen, is_mailed, id, name, place)\n    WHERE u.is_mailed\n    ORDER BY u.kind, u.place\n  ), mails AS MATERIALIZED (\n    SELECT m.shop_id, m.owner_id, f.kind, f.id, f.name, s.name AS shop_name, s.domain, o.email,\n      coalesce(p.in_panel, f.is_chosen) AS in_panel\n    FROM facts f\n      JOIN auth.members m ON m.shop_id = auth.current_shop()\n        AND (m.role IN ('owner', 'administrator') OR f.needs = ANY (m.scopes))\n      JOIN auth.shops s ON s.id = m.shop_id\n      JOIN auth.owners o ON o.id = m.owner_id\n      LEFT JOIN auth.notification_preferences p ON p.shop_id = m.shop_id AND p.owner_id = m.owner_id\n        AND p.kind = f.kind\n    WHERE coalesce(p.by_mail, f.is_chosen)\n  ), due AS (\n    INSERT INTO auth.notification_preferences AS p (shop_id, owner_id, kind, in_panel, by_mail, mailed_at)\n    SELECT m.shop_id, m.owner_id, m.kind, m.in_panel, true, now() FROM mails m\n    -- In the order of the key, so that two processes cannot lock each other out.\n    ORDER BY m.owner_id, m.kind\n    ON CONFLICT (shop_id, owner_id, kind) DO UPDATE SET mailed_at = EXCLUDED.mailed_at\n      WHERE p.mailed_at IS NULL OR p.mailed_at <= EXCLUDED.mailed_at - interval '1 hour'\n    RETURNING p.shop_id, p.owner_id, p.kind\n  )\n  INSERT INTO auth.outgoing_mails (id, kind, email, shop_domain, details)\n  SELECT auth.new_id(), 'notification', m.email, m.domain, jsonb_build_object('notification', m.kind,\n    'shop', m.shop_name, 'name', m.name, 'subject_id', m.id)\n  FROM mails m JOIN due d ON d.shop_id = m.shop_id AND d.owner_id = m.owner_id AND d.kind = m.kind;\nEND\n$$;\nREVOKE EXECUTE ON FUNCTION auth.mail_of_objects(text[], text[], boolean[], boolean[], uuid[], text[]) FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION auth.mail_of_objects(text[], text[], boolean[], boolean[], uuid[], text[])\n  TO storewright_shop;\n"],
	["libs/auth/own-shops/migrations/auth/1796000000320-add-shop-contact.sql", "-- Contact details that apps and printed orders show to customers.\nALTER TABLE auth.shops ADD COLUMN support_email text, ADD COLUMN support_phone text, ADD COLUMN address text;\n"],
	["libs/auth/own-shops/migrations/auth/1796000000710-add-shop-logos.sql", "-- Logos of shops, which documents of the shop, the grant screen and printed orders show.\nALTER TABLE auth.shops ADD COLUMN logo_url text COLLATE \"C\";\n\nCREATE TABLE auth.shop_logos (\n  shop_id uuid NOT NULL PRIMARY KEY REFERENCES auth.shops (id),\n  digest text COLLATE \"C\" NOT NULL,\n  bytes bytea NOT NULL\n);\nALTER TABLE auth.shop_logos ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop ON auth.shop_logos USING (shop_id = (SELECT auth.current_shop()));\nGRANT SELECT, INSERT, DELETE ON auth.shop_logos TO storewright_auth;\nGRANT SELECT ON auth.shop_logos TO storewright_shop;\n"],
	["libs/auth/token-reports/migrations/auth/1796000000700-create-token-incidents.sql", "-- Work about tokens that the auth API does right after the request that caused it. A row exists until it is handled.\nCREATE TABLE auth.token_incidents (\n  id uuid PRIMARY KEY,\n  kind text COLLATE \"C\" NOT NULL,\n  digest bytea NOT NULL CHECK (octet_length(digest) = 32),\n  token_kind text COLLATE \"C\" NOT NULL,\n  detail jsonb NOT NULL DEFAULT '{}',\n  request_id text,\n  created_at timestamptz NOT NULL DEFAULT now(),\n  UNIQUE (kind, digest)\n);\nALTER TABLE auth.token_incidents ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_auth_api ON auth.token_incidents TO storewright_auth USING (true);\nCREATE POLICY put_in ON auth.token_incidents FOR INSERT TO storewright_shop WITH CHECK (kind = 'canary_used');\nGRANT SELECT, INSERT, UPDATE, DELETE ON auth.token_incidents TO storewright_auth;\nGRANT INSERT ON auth.token_incidents TO storewright_shop;\n\n-- Tokens that give no access. Their use is reported to the owners of the shop.\nCREATE TABLE auth.canary_tokens (\n  shop_id uuid NOT NULL REFERENCES auth.shops (id),\n  id uuid NOT NULL,\n  name text NOT NULL,\n  digest bytea NOT NULL UNIQUE CHECK (octet_length(digest) = 32),\n  last_four text NOT NULL,\n  created_at timestamptz NOT NULL DEFAULT now(),\n  last_used_at timestamptz,\n  alerted_at timestamptz,\n  PRIMARY KEY (shop_id, id)\n);\nALTER TABLE auth.canary_tokens ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop_or_bearer ON auth.canary_tokens\n  USING (shop_id = (SELECT auth.current_shop()) OR digest = (SELECT auth.current_credential()))\n  WITH CHECK (shop_id = (SELECT auth.current_shop()));\nGRANT SELECT, INSERT, UPDATE, DELETE ON auth.canary_tokens TO storewright_auth;\nGRANT SELECT ON auth.canary_tokens TO storewright_shop;\n\n-- SHA-256 of the secret, which finds the app of a reported secret. null for a secret that is older and unused since.\nALTER TABLE auth.app_secrets ADD COLUMN digest bytea CHECK (octet_length(digest) = 32);\nCREATE UNIQUE INDEX app_secrets_digest ON auth.app_secrets (digest);\nCREATE POLICY of_holder ON auth.app_secrets FOR SELECT TO storewright_auth\n  USING (digest = (SELECT auth.current_credential()));\n\n-- Time of the mail that announces the expiry of an unused token. It counts only if the token was not used since.\nALTER TABLE auth.access_tokens ADD COLUMN unused_notice_at timestamptz;\n"],
	["libs/auth/token-reports/migrations/auth/1796000000890-expire-unused-tokens.sql", "-- Queues access tokens that no request has used: for a notice if their last use is before notice_before, and for\n-- expiry if it is before expire_before and the notice is a week old. The auth API repeats these checks. Tokens of\n-- suspended shops cannot be used, so they are left out.\nCREATE FUNCTION auth.queue_unused_tokens(notice_before timestamptz, expire_before timestamptz, most integer)\n  RETURNS integer\n  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog\nAS $$\nDECLARE\n  queued integer;\n  week CONSTANT interval := interval '7 days';\nBEGIN\n  INSERT INTO auth.token_incidents (id, kind, digest, token_kind)\n  SELECT auth.new_id(), CASE WHEN u.is_announced THEN 'expired' ELSE 'expiring' END, u.digest, 'access_token'\n  FROM (\n    SELECT t.digest, coalesce(t.last_used_at, t.created_at) AS used_at, t.unused_notice_at,\n      coalesce(t.unused_notice_at > coalesce(t.last_used_at, t.created_at), false) AS is_announced\n    FROM auth.access_tokens t JOIN auth.shops s ON s.id = t.shop_id AND s.status = 'active' AND NOT s.api_suspended\n    WHERE t.session_id IS NULL AND t.status = 'active' AND (t.expires_at IS NULL OR t.expires_at > now())\n  ) u\n  WHERE u.used_at < least(notice_before, now() - week)\n    AND (NOT u.is_announced OR (u.used_at < expire_before AND u.unused_notice_at < now() - week))\n  LIMIT most\n  ON CONFLICT DO NOTHING;\n  GET DIAGNOSTICS queued = ROW_COUNT;\n  RETURN queued;\nEND\n$$;\nREVOKE EXECUTE ON FUNCTION auth.queue_unused_tokens(timestamptz, timestamptz, integer) FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION auth.queue_unused_tokens(timestamptz, timestamptz, integer) TO storewright_hooks;\n"],
	["libs/auth/token-reports/migrations/auth/1796000000951-notify-of-leaks.sql", "-- The auth API notifies members of leaked tokens and used canary tokens.\nGRANT EXECUTE ON FUNCTION auth.notify_of_objects(text[], text[], boolean[], integer[], text[], uuid[], text[])\n  TO storewright_auth;\n"],
	["libs/platform/access/migrations/auth/1796000000800-add-suspensions.sql", "-- Suspension of all apps and access tokens of a shop, and of a single app.\nALTER TABLE auth.shops ADD COLUMN api_suspended boolean NOT NULL DEFAULT false;\nALTER TABLE auth.installations ADD COLUMN suspended boolean NOT NULL DEFAULT false;\n\n-- Copy of installations.suspended for the token check, because the shop API cannot read installations.\nALTER TABLE auth.oauth_tokens ADD COLUMN suspended boolean NOT NULL DEFAULT false;\n\n-- Returns the email of the developer of an app that was installed in the current shop.\nCREATE FUNCTION auth.developer_email(app uuid) RETURNS text\n  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog\nAS $$\n  SELECT o.email FROM auth.apps a JOIN auth.owners o ON o.id = a.owner_id\n  WHERE a.id = app\n    AND EXISTS (SELECT FROM auth.installations i WHERE i.shop_id = auth.current_shop() AND i.app_id = app)\n$$;\nREVOKE EXECUTE ON FUNCTION auth.developer_email(uuid) FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION auth.developer_email(uuid) TO storewright_auth;\n"],
	["libs/platform/access/migrations/auth/1796000000810-add-token-rotations.sql", "-- The previous text of a rotated access token, which works until the new text is used.\nALTER TABLE auth.access_tokens\n  ADD COLUMN previous_digest bytea CHECK (octet_length(previous_digest) = 32),\n  ADD COLUMN previous_expires_at timestamptz;\nCREATE UNIQUE INDEX access_tokens_previous_digest ON auth.access_tokens (previous_digest);\nALTER POLICY of_shop_or_bearer ON auth.access_tokens\n  USING (shop_id = (SELECT auth.current_shop()) OR digest = (SELECT auth.current_credential())\n    OR previous_digest = (SELECT auth.current_credential()));\nGRANT UPDATE (previous_digest, previous_expires_at) ON auth.access_tokens TO storewright_shop;\n\n-- A Secret-Proof with a new secret ends the previous secrets of the app.\nCREATE POLICY end_by_bearer ON auth.app_secrets\n  FOR UPDATE\n  TO storewright_shop\n  USING (app_id = (SELECT t.app_id FROM auth.oauth_tokens t WHERE t.digest = (SELECT auth.current_credential())))\n  WITH CHECK (expires_at <= clock_timestamp());\nGRANT UPDATE (expires_at) ON auth.app_secrets TO storewright_shop;\n"],
	["libs/platform/access/migrations/auth/1796000000920-add-network-allow-lists.sql", "-- Networks from which requests with a token are allowed, in CIDR notation. null allows every network.\nALTER TABLE auth.access_tokens ADD COLUMN allowed_networks text[];\nALTER TABLE auth.access_tokens ADD CONSTRAINT access_tokens_allowed_networks_check\n  CHECK (cardinality(allowed_networks) BETWEEN 1 AND 20);\n\n-- Default of the developer.\nALTER TABLE auth.apps ADD COLUMN allowed_networks text[];\nALTER TABLE auth.apps ADD CONSTRAINT apps_allowed_networks_check\n  CHECK (cardinality(allowed_networks) BETWEEN 1 AND 20);\nGRANT SELECT (allowed_networks) ON auth.apps TO storewright_shop;\n\n-- Choice of the shop. null applies the default of the developer.\nALTER TABLE auth.installations ADD COLUMN allowed_networks text[];\nALTER TABLE auth.installations ADD CONSTRAINT installations_allowed_networks_check\n  CHECK (cardinality(allowed_networks) BETWEEN 1 AND 20);\n\n-- Copy of installations.allowed_networks for the token check, because the shop API cannot read installations.\nALTER TABLE auth.oauth_tokens ADD COLUMN allowed_networks text[];\n"],
	["libs/platform/access/migrations/auth/1796000000931-add-ask-scopes.sql", "-- Scopes of an installation whose writes a member of the shop must approve.\nALTER TABLE auth.installations ADD COLUMN ask_scopes text[] NOT NULL DEFAULT '{}';\n\n-- Copy of installations.ask_scopes for the token check, because the shop API cannot read installations.\nALTER TABLE auth.oauth_tokens ADD COLUMN ask_scopes text[] NOT NULL DEFAULT '{}';\n"],
	["libs/platform/access/migrations/auth/1796000000971-add-daily-limits.sql", "-- Limits of an app per day (UTC) in one shop. null means unlimited.\nALTER TABLE auth.installations ADD COLUMN daily_request_limit integer, ADD COLUMN daily_write_limit integer;\nALTER TABLE auth.installations ADD CONSTRAINT installations_daily_request_limit_check CHECK (daily_request_limit > 0);\nALTER TABLE auth.installations ADD CONSTRAINT installations_daily_write_limit_check CHECK (daily_write_limit > 0);\n\n-- Copies for the token check, because the shop API cannot read installations.\nALTER TABLE auth.oauth_tokens ADD COLUMN daily_request_limit integer, ADD COLUMN daily_write_limit integer;\n\n-- Returns the requests or writes that count for a daily limit of an installation of the current shop. The shop API\n-- writes these counts, so the auth API cannot read their rows.\nCREATE FUNCTION auth.daily_count(counted text, installation uuid) RETURNS integer\n  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog\nAS $$\n  SELECT coalesce((\n    SELECT r.points FROM auth.installations i\n      JOIN auth.rate_limits r ON r.key = 'shop-api:daily-' || counted || ':' || i.id\n    WHERE i.shop_id = auth.current_shop() AND i.id = installation\n      AND r.expire > extract(epoch FROM now()) * 1000), 0)\n$$;\nREVOKE EXECUTE ON FUNCTION auth.daily_count(text, uuid) FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION auth.daily_count(text, uuid) TO storewright_auth;\n"],
	["libs/platform/schema/migrations/auth/1795000000000-create-auth.sql", "CREATE FUNCTION auth.current_shop() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE\n  AS $$ SELECT nullif(current_setting('app.shop_id', true), '')::uuid $$;\nCREATE FUNCTION auth.current_owner() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE\n  AS $$ SELECT nullif(current_setting('app.owner_id', true), '')::uuid $$;\nCREATE FUNCTION auth.current_credential() RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE\n  AS $$ SELECT decode(nullif(current_setting('app.credential', true), ''), 'hex') $$;\nCREATE FUNCTION auth.current_app() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE\n  AS $$ SELECT nullif(current_setting('app.app_id', true), '')::uuid $$;\n\nCREATE TABLE auth.key_checks (\n  name text COLLATE \"C\" PRIMARY KEY,\n  digest bytea NOT NULL CHECK (octet_length(digest) = 32)\n);\nGRANT SELECT, INSERT, UPDATE ON auth.key_checks TO storewright_auth;\nGRANT SELECT ON auth.key_checks TO storewright_hooks, storewright_shop;\n\nCREATE TABLE auth.outgoing_mails (\n  id uuid PRIMARY KEY,\n  kind text COLLATE \"C\" NOT NULL,\n  email text NOT NULL CHECK (length(email) <= 320),\n  shop_domain text COLLATE \"C\",\n  attempts integer NOT NULL DEFAULT 0,\n  next_attempt_at timestamptz NOT NULL DEFAULT now(),\n  created_at timestamptz NOT NULL DEFAULT now(),\n  language text COLLATE \"C\" CHECK (language ~ '^[a-z]{2}$'),\n  details jsonb NOT NULL DEFAULT '{}'\n);\nCREATE INDEX outgoing_mails_next_attempt_at ON auth.outgoing_mails (next_attempt_at);\nALTER TABLE auth.outgoing_mails ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY put_in ON auth.outgoing_mails FOR INSERT TO storewright_auth WITH CHECK (true);\nGRANT INSERT ON auth.outgoing_mails TO storewright_auth;\n\nCREATE TABLE auth.owners (\n  id uuid PRIMARY KEY,\n  email text NOT NULL,\n  email_key text COLLATE \"C\" NOT NULL UNIQUE,\n  name text NOT NULL,\n  password_hash text NOT NULL,\n  created_at timestamptz NOT NULL DEFAULT now(),\n  updated_at timestamptz NOT NULL DEFAULT now(),\n  language text COLLATE \"C\" CHECK (language ~ '^[a-z]{2}$')\n);\nALTER TABLE auth.owners ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nGRANT SELECT, INSERT, UPDATE, DELETE ON auth.owners TO storewright_auth;\n\nCREATE TABLE auth.apps (\n  id uuid PRIMARY KEY,\n  owner_id uuid NOT NULL REFERENCES auth.owners (id),\n  name text NOT NULL,\n  install_url text NOT NULL,\n  scopes text[] NOT NULL,\n  webhook_url text,\n  webhook_events text[] NOT NULL DEFAULT '{}',\n  require_proof boolean NOT NULL DEFAULT false,\n  version integer NOT NULL DEFAULT 1,\n  created_at timestamptz NOT NULL DEFAULT now(),\n  updated_at timestamptz NOT NULL DEFAULT now(),\n  deleted_at timestamptz,\n  require_secret boolean NOT NULL DEFAULT false,\n  description text,\n  privacy_url text,\n  support_url text,\n  icon_digest text COLLATE \"C\" CHECK (icon_digest ~ '^[0-9a-f]{64}$')\n);\nCREATE INDEX ON auth.apps (owner_id, id);\nGRANT SELECT, INSERT, UPDATE, DELETE ON auth.apps TO storewright_auth;\nGRANT SELECT (id, owner_id, webhook_events, webhook_url) ON auth.apps TO storewright_hooks;\nGRANT SELECT (id, require_proof) ON auth.apps TO storewright_shop;\n\nCREATE TABLE auth.app_icons (\n  app_id uuid PRIMARY KEY REFERENCES auth.apps (id) ON DELETE CASCADE,\n  media_type text COLLATE \"C\" NOT NULL,\n  bytes bytea NOT NULL,\n  created_at timestamptz NOT NULL DEFAULT now()\n);\nALTER TABLE auth.app_icons ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_app ON auth.app_icons FOR SELECT USING (app_id = (SELECT auth.current_app()));\nGRANT SELECT, INSERT, DELETE ON auth.app_icons TO storewright_auth;\n\nCREATE TABLE auth.app_secrets (\n  app_id uuid NOT NULL REFERENCES auth.apps (id) ON DELETE CASCADE,\n  generation integer NOT NULL,\n  sealed text NOT NULL,\n  created_at timestamptz NOT NULL DEFAULT now(),\n  expires_at timestamptz,\n  id uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE,\n  PRIMARY KEY (app_id, generation)\n);\nALTER TABLE auth.app_secrets ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nGRANT SELECT, INSERT, UPDATE, DELETE ON auth.app_secrets TO storewright_auth;\nGRANT SELECT ON auth.app_secrets TO storewright_shop;\n\nCREATE TABLE auth.email_changes (\n  id uuid PRIMARY KEY,\n  owner_id uuid NOT NULL UNIQUE REFERENCES auth.owners (id) ON DELETE CASCADE,\n  email text NOT NULL CHECK (length(email) <= 320),\n  email_key text COLLATE \"C\" NOT NULL,\n  current_mail_id uuid NOT NULL UNIQUE,\n  new_mail_id uuid NOT NULL UNIQUE,\n  current_digest bytea UNIQUE CHECK (octet_length(current_digest) = 32),\n  new_digest bytea UNIQUE CHECK (octet_length(new_digest) = 32),\n  current_confirmed_at timestamptz,\n  new_confirmed_at timestamptz,\n  created_at timestamptz NOT NULL DEFAULT now(),\n  expires_at timestamptz NOT NULL\n);\nALTER TABLE auth.email_changes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_owner_or_bearer ON auth.email_changes\n  TO storewright_auth\n  USING (owner_id = (SELECT auth.current_owner()) OR current_digest = (SELECT auth.current_credential())\n    OR new_digest = (SELECT auth.current_credential())\n      OR (sha256(convert_to(email_key, 'UTF8'::name)) = (SELECT auth.current_credential())));\nGRANT SELECT, INSERT, UPDATE, DELETE ON auth.email_changes TO storewright_auth;\n\nCREATE TABLE auth.passkey_challenges (\n  digest bytea PRIMARY KEY CHECK (length(digest) = 32),\n  owner_id uuid REFERENCES auth.owners (id) ON DELETE CASCADE,\n  rp_id text COLLATE \"C\" NOT NULL,\n  expires_at timestamptz NOT NULL\n);\nCREATE INDEX passkey_challenges_owner_id ON auth.passkey_challenges (owner_id);\nCREATE INDEX passkey_challenges_expires_at ON auth.passkey_challenges (expires_at);\nALTER TABLE auth.passkey_challenges ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_bearer ON auth.passkey_challenges\n  TO storewright_auth\n  USING (digest = (SELECT auth.current_credential()));\nCREATE POLICY of_owner ON auth.passkey_challenges\n  FOR SELECT\n  TO storewright_auth\n  USING (owner_id = (SELECT auth.current_owner()));\nGRANT SELECT, INSERT, DELETE ON auth.passkey_challenges TO storewright_auth;\n\nCREATE TABLE auth.passkeys (\n  id uuid PRIMARY KEY,\n  owner_id uuid NOT NULL REFERENCES auth.owners (id) ON DELETE CASCADE,\n  name text NOT NULL,\n  rp_id text COLLATE \"C\" NOT NULL,\n  digest bytea NOT NULL UNIQUE CHECK (length(digest) = 32),\n  credential_id bytea NOT NULL CHECK (length(credential_id) <= 1023),\n  public_key bytea NOT NULL,\n  counter bigint NOT NULL,\n  transports text[] NOT NULL,\n  backed_up boolean NOT NULL,\n  created_at timestamptz NOT NULL DEFAULT now(),\n  last_used_at timestamptz\n);\nCREATE INDEX passkeys_owner_id ON auth.passkeys (owner_id);\nALTER TABLE auth.passkeys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_owner_or_bearer ON auth.passkeys\n  TO storewright_auth\n  USING (owner_id = (SELECT auth.current_owner()) OR digest = (SELECT auth.current_credential()));\nGRANT SELECT, INSERT, UPDATE, DELETE ON auth.passkeys TO storewright_auth;\n\nCREATE TABLE auth.password_resets (\n  id uuid PRIMARY KEY,\n  owner_id uuid NOT NULL REFERENCES auth.owners (id) ON DELETE CASCADE,\n  digest bytea NOT NULL UNIQUE CHECK (length(digest) = 32),\n  created_at timestamptz NOT NULL DEFAULT now(),\n  expires_at timestamptz NOT NULL\n);\nCREATE INDEX password_resets_owner_id ON auth.password_resets (owner_id);\nALTER TABLE auth.password_resets ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_owner_or_bearer ON auth.password_resets\n  TO storewright_auth\n  USING (owner_id = (SELECT auth.current_owner()) OR digest = (SELECT auth.current_credential()));\nGRANT SELECT, INSERT, DELETE ON auth.password_resets TO storewright_auth;\n\nCREATE TABLE auth.rate_limits (\n  key text COLLATE \"C\" PRIMARY KEY CHECK (length(key) < 256),\n  points integer NOT NULL,\n  expire bigint\n);\nCREATE INDEX rate_limits_expire ON auth.rate_limits (expire);\nALTER TABLE auth.rate_limits ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_auth_api ON auth.rate_limits TO storewright_auth USING (key ~~ 'auth-api:%');\nCREATE POLICY of_shop_api ON auth.rate_limits TO storewright_shop USING (key ~~ 'shop-api:%');\nGRANT SELECT, INSERT, UPDATE, DELETE ON auth.rate_limits TO storewright_auth, storewright_shop;\n\nCREATE TABLE auth.retention_runs (\n  data text COLLATE \"C\" PRIMARY KEY CHECK (data IN ('auth', 'shop')),\n  reached timestamptz NOT NULL DEFAULT now(),\n  seen timestamptz NOT NULL DEFAULT now()\n);\nGRANT SELECT, UPDATE (reached, seen) ON auth.retention_runs TO storewright_hooks;\n\nCREATE TABLE auth.sessions (\n  id uuid PRIMARY KEY,\n  owner_id uuid NOT NULL REFERENCES auth.owners (id) ON DELETE CASCADE,\n  digest bytea NOT NULL UNIQUE,\n  created_at timestamptz NOT NULL DEFAULT now(),\n  last_seen_at timestamptz NOT NULL DEFAULT now(),\n  expires_at timestamptz NOT NULL,\n  authenticated_at timestamptz NOT NULL DEFAULT now(),\n  user_agent text CHECK (length(user_agent) <= 255),\n  network text,\n  kind text COLLATE \"C\" NOT NULL DEFAULT 'full' CHECK (kind IN ('full', 'device'))\n);\nCREATE INDEX ON auth.sessions (owner_id);\nCREATE INDEX sessions_expires_at ON auth.sessions (expires_at);\nALTER TABLE auth.sessions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_owner_or_bearer ON auth.sessions\n  USING (owner_id = (SELECT auth.current_owner()) OR digest = (SELECT auth.current_credential()));\nGRANT SELECT, INSERT, UPDATE, DELETE ON auth.sessions TO storewright_auth;\n\nCREATE TABLE auth.device_authorizations (\n  id uuid PRIMARY KEY,\n  digest bytea NOT NULL UNIQUE CHECK (octet_length(digest) = 32),\n  user_code_digest bytea NOT NULL UNIQUE CHECK (octet_length(user_code_digest) = 32),\n  device_name text,\n  address text COLLATE \"C\" NOT NULL,\n  status text COLLATE \"C\" NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'allowed', 'denied')),\n  owner_id uuid REFERENCES auth.owners (id) ON DELETE CASCADE,\n  session_id uuid REFERENCES auth.sessions (id) ON DELETE CASCADE,\n  poll_seconds integer NOT NULL,\n  polled_at timestamptz,\n  created_at timestamptz NOT NULL DEFAULT now(),\n  expires_at timestamptz NOT NULL,\n  user_agent text CHECK (length(user_agent) <= 255),\n  CHECK ((status = 'allowed') = ((owner_id IS NOT NULL) AND (session_id IS NOT NULL)))\n);\nCREATE INDEX device_authorizations_owner_id ON auth.device_authorizations (owner_id);\nCREATE INDEX device_authorizations_session_id ON auth.device_authorizations (session_id);\nCREATE INDEX device_authorizations_expires_at ON auth.device_authorizations (expires_at);\nALTER TABLE auth.device_authorizations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_bearer ON auth.device_authorizations\n  TO storewright_auth\n  USING (digest = (SELECT auth.current_credential()) OR user_code_digest = (SELECT auth.current_credential()));\nGRANT SELECT, INSERT, UPDATE, DELETE ON auth.device_authorizations TO storewright_auth;\n\nCREATE TABLE auth.session_transfers (\n  session_id uuid PRIMARY KEY REFERENCES auth.sessions (id) ON DELETE CASCADE,\n  owner_id uuid NOT NULL REFERENCES auth.owners (id) ON DELETE CASCADE,\n  digest bytea NOT NULL UNIQUE CHECK (octet_length(digest) = 32),\n  shop_domain text COLLATE \"C\" NOT NULL,\n  sealed text NOT NULL,\n  expires_at timestamptz NOT NULL\n);\nCREATE INDEX session_transfers_owner_id ON auth.session_transfers (owner_id);\nALTER TABLE auth.session_transfers ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_owner_or_bearer ON auth.session_transfers\n  TO storewright_auth\n  USING (owner_id = (SELECT auth.current_owner()) OR digest = (SELECT auth.current_credential()))\n  WITH CHECK (owner_id = (SELECT auth.current_owner()));\nGRANT SELECT, INSERT, UPDATE, DELETE ON auth.session_transfers TO storewright_auth;\n\nCREATE TABLE auth.shops (\n  id uuid PRIMARY KEY,\n  domain text COLLATE \"C\" NOT NULL UNIQUE CHECK (domain ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),\n  name text NOT NULL,\n  title text NOT NULL,\n  description text NOT NULL,\n  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended')),\n  created_at timestamptz NOT NULL DEFAULT now(),\n  updated_at timestamptz NOT NULL DEFAULT now(),\n  is_test boolean NOT NULL DEFAULT false,\n  time_zone text COLLATE \"C\" NOT NULL DEFAULT 'UTC' CHECK (time_zone ~ '^[A-Za-z0-9_+/-]{1,64}$'),\n  version integer NOT NULL DEFAULT 1,\n  currency_code text COLLATE \"C\" NOT NULL DEFAULT 'EUR' CHECK (currency_code ~ '^[A-Z]{3}$')\n);\nGRANT SELECT, INSERT, UPDATE, DELETE ON auth.shops TO storewright_auth;\nGRANT SELECT ON auth.shops TO storewright_hooks, storewright_shop;\n\nCREATE TABLE auth.access_tokens (\n  shop_id uuid NOT NULL REFERENCES auth.shops (id),\n  id uuid NOT NULL,\n  name text NOT NULL,\n  scopes text[],\n  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'revoked')),\n  digest bytea NOT NULL UNIQUE CHECK (octet_length(digest) = 32),\n  last_four text NOT NULL,\n  created_at timestamptz NOT NULL DEFAULT now(),\n  updated_at timestamptz NOT NULL DEFAULT now(),\n  expires_at timestamptz,\n  last_used_at timestamptz,\n  session_id uuid REFERENCES auth.sessions (id) ON DELETE CASCADE,\n  writes_until timestamptz,\n  PRIMARY KEY (shop_id, id),\n  CHECK ((session_id IS NULL) OR (expires_at IS NOT NULL))\n);\nCREATE INDEX ON auth.access_tokens (session_id) WHERE session_id IS NOT NULL;\nCREATE INDEX access_tokens_expires_at ON auth.access_tokens (expires_at);\nCREATE INDEX access_tokens_revoked ON auth.access_tokens (updated_at) WHERE status = 'revoked';\nALTER TABLE auth.access_tokens ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop_or_bearer ON auth.access_tokens\n  USING (shop_id = (SELECT auth.current_shop()) OR digest = (SELECT auth.current_credential()))\n  WITH CHECK (shop_id = (SELECT auth.current_shop()));\nGRANT SELECT, INSERT, UPDATE, DELETE ON auth.access_tokens TO storewright_auth;\nGRANT SELECT, UPDATE (last_used_at, writes_until) ON auth.access_tokens TO storewright_shop;\n\nCREATE TABLE auth.app_requests (\n  shop_id uuid NOT NULL REFERENCES auth.shops (id),\n  id uuid NOT NULL,\n  app_id uuid NOT NULL,\n  installation_id uuid NOT NULL,\n  requested_at timestamptz NOT NULL,\n  method text NOT NULL,\n  route text NOT NULL,\n  status integer NOT NULL,\n  duration_ms integer NOT NULL,\n  request_id text NOT NULL,\n  left_out integer NOT NULL,\n  PRIMARY KEY (shop_id, id)\n);\nCREATE INDEX app_requests_app_id ON auth.app_requests (app_id, id);\nCREATE INDEX app_requests_refused ON auth.app_requests (app_id, id) WHERE status >= 400;\nCREATE INDEX app_requests_request_id ON auth.app_requests (request_id);\nCREATE INDEX app_requests_requested_at ON auth.app_requests (requested_at);\nALTER TABLE auth.app_requests ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nGRANT SELECT ON auth.app_requests TO storewright_auth;\nGRANT INSERT ON auth.app_requests TO storewright_shop;\n\nCREATE TABLE auth.audit_entries (\n  id uuid PRIMARY KEY,\n  shop_id uuid REFERENCES auth.shops (id),\n  owner_id uuid REFERENCES auth.owners (id),\n  app_id uuid REFERENCES auth.apps (id),\n  kind text NOT NULL,\n  detail jsonb NOT NULL DEFAULT '{}',\n  request_id text,\n  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),\n  CHECK ((shop_id IS NOT NULL) OR (owner_id IS NOT NULL))\n);\nCREATE INDEX ON auth.audit_entries (shop_id, id);\nCREATE INDEX ON auth.audit_entries (owner_id, id);\nCREATE INDEX audit_entries_created_at ON auth.audit_entries (created_at);\nCREATE INDEX audit_entries_app_id ON auth.audit_entries (app_id) WHERE app_id IS NOT NULL;\nCREATE INDEX audit_entries_webhooks ON auth.audit_entries (app_id, ((detail ->> 'installation_id')), id)\n  WHERE (owner_id IS NOT NULL)\n    AND kind IN ('webhooks.paused', 'webhooks.resumed', 'webhooks.expiring', 'webhooks.expired');\nALTER TABLE auth.audit_entries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop_or_owner ON auth.audit_entries\n  USING (shop_id = (SELECT auth.current_shop()) OR owner_id = (SELECT auth.current_owner()));\nGRANT SELECT, INSERT ON auth.audit_entries TO storewright_auth;\nGRANT INSERT ON auth.audit_entries TO storewright_hooks, storewright_shop;\n\nCREATE TABLE auth.deprecated_requests (\n  shop_id uuid NOT NULL REFERENCES auth.shops (id),\n  day timestamptz NOT NULL,\n  credential_id uuid NOT NULL,\n  feature text NOT NULL,\n  id uuid NOT NULL DEFAULT uuidv7(),\n  credential text NOT NULL CHECK (credential IN ('installations', 'access_tokens')),\n  sunset_at timestamptz,\n  requests integer NOT NULL,\n  last_request_at timestamptz NOT NULL,\n  PRIMARY KEY (shop_id, day, credential_id, feature)\n);\nALTER TABLE auth.deprecated_requests ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop ON auth.deprecated_requests USING (shop_id = (SELECT auth.current_shop()));\nGRANT SELECT ON auth.deprecated_requests TO storewright_auth;\nGRANT SELECT, INSERT, UPDATE (last_request_at, requests, sunset_at), DELETE ON auth.deprecated_requests\n  TO storewright_shop;\n\nCREATE TABLE auth.event_outbox (\n  shop_id uuid NOT NULL REFERENCES auth.shops (id),\n  id uuid NOT NULL,\n  type text COLLATE \"C\" NOT NULL,\n  resource_type text COLLATE \"C\" NOT NULL,\n  resource_id text COLLATE \"C\" NOT NULL,\n  resource text NOT NULL,\n  changed text[] NOT NULL,\n  occurred_at timestamptz NOT NULL,\n  refused_at timestamptz,\n  traceparent text,\n  PRIMARY KEY (shop_id, id)\n);\nCREATE INDEX ON auth.event_outbox (shop_id, occurred_at, id) WHERE refused_at IS NULL;\nALTER TABLE auth.event_outbox ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop ON auth.event_outbox USING (shop_id = (SELECT auth.current_shop()));\nGRANT SELECT, INSERT ON auth.event_outbox TO storewright_auth;\nGRANT SELECT, UPDATE (refused_at), DELETE ON auth.event_outbox TO storewright_hooks;\n\nCREATE TABLE auth.installations (\n  shop_id uuid NOT NULL REFERENCES auth.shops (id),\n  id uuid NOT NULL,\n  app_id uuid NOT NULL REFERENCES auth.apps (id),\n  scopes text[] NOT NULL,\n  status text NOT NULL CHECK (status IN ('installed', 'uninstalled')),\n  version integer NOT NULL DEFAULT 1,\n  created_at timestamptz NOT NULL DEFAULT now(),\n  updated_at timestamptz NOT NULL DEFAULT now(),\n  uninstalled_at timestamptz,\n  installed_at timestamptz NOT NULL DEFAULT now(),\n  PRIMARY KEY (shop_id, id),\n  UNIQUE (shop_id, app_id)\n);\nCREATE INDEX ON auth.installations (app_id);\nCREATE INDEX installations_uninstalled ON auth.installations (uninstalled_at) WHERE status = 'uninstalled';\nALTER TABLE auth.installations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop ON auth.installations USING (shop_id = (SELECT auth.current_shop()));\nGRANT SELECT, INSERT, UPDATE, DELETE ON auth.installations TO storewright_auth;\nGRANT SELECT ON auth.installations TO storewright_hooks;\n\nCREATE TABLE auth.invitations (\n  shop_id uuid NOT NULL REFERENCES auth.shops (id),\n  id uuid NOT NULL,\n  email text NOT NULL CHECK (length(email) <= 320),\n  email_key text COLLATE \"C\" NOT NULL,\n  role text COLLATE \"C\" NOT NULL CHECK (role IN ('owner', 'administrator', 'staff', 'read_only')),\n  scopes text[],\n  status text COLLATE \"C\" NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'accepted', 'withdrawn')),\n  invited_by uuid NOT NULL REFERENCES auth.owners (id),\n  digest bytea UNIQUE CHECK (octet_length(digest) = 32),\n  mailed_at timestamptz,\n  created_at timestamptz NOT NULL DEFAULT now(),\n  expires_at timestamptz NOT NULL,\n  PRIMARY KEY (shop_id, id),\n  CHECK ((role = 'staff') = (scopes IS NOT NULL))\n);\nCREATE UNIQUE INDEX invitations_pending ON auth.invitations (shop_id, email_key) WHERE status = 'pending';\nALTER TABLE auth.invitations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop_or_bearer ON auth.invitations\n  USING (shop_id = (SELECT auth.current_shop()) OR digest = (SELECT auth.current_credential()))\n  WITH CHECK (shop_id = (SELECT auth.current_shop()));\nGRANT SELECT, INSERT, UPDATE, DELETE ON auth.invitations TO storewright_auth;\n\nCREATE TABLE auth.members (\n  shop_id uuid NOT NULL,\n  owner_id uuid NOT NULL,\n  created_at timestamptz NOT NULL DEFAULT now(),\n  role text COLLATE \"C\" NOT NULL DEFAULT 'owner' CHECK (role IN ('owner', 'administrator', 'staff', 'read_only')),\n  scopes text[],\n  updated_at timestamptz NOT NULL DEFAULT now(),\n  PRIMARY KEY (shop_id, owner_id),\n  CONSTRAINT shop_owners_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES auth.shops (id),\n  CONSTRAINT shop_owners_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES auth.owners (id),\n  CHECK ((role = 'staff') = (scopes IS NOT NULL))\n);\nCREATE INDEX ON auth.members (owner_id, shop_id);\nALTER TABLE auth.members ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop_or_owner ON auth.members\n  USING (shop_id = (SELECT auth.current_shop()) OR owner_id = (SELECT auth.current_owner()));\nGRANT SELECT, INSERT, UPDATE, DELETE ON auth.members TO storewright_auth;\n\nCREATE TABLE auth.oauth_tokens (\n  shop_id uuid NOT NULL,\n  id uuid NOT NULL,\n  installation_id uuid NOT NULL,\n  app_id uuid NOT NULL REFERENCES auth.apps (id),\n  status text NOT NULL CHECK (status IN ('pending', 'active', 'revoked', 'superseded')),\n  scopes text[] NOT NULL,\n  digest bytea UNIQUE CHECK (octet_length(digest) = 32),\n  created_at timestamptz NOT NULL DEFAULT now(),\n  updated_at timestamptz NOT NULL DEFAULT now(),\n  first_used_at timestamptz,\n  last_used_at timestamptz,\n  writes_until timestamptz,\n  PRIMARY KEY (shop_id, id),\n  FOREIGN KEY (shop_id, installation_id) REFERENCES auth.installations (shop_id, id),\n  CHECK ((status = 'pending') <= (digest IS NULL))\n);\nCREATE INDEX ON auth.oauth_tokens (shop_id, installation_id);\nCREATE UNIQUE INDEX ON auth.oauth_tokens (shop_id, installation_id) WHERE status = 'active';\nCREATE INDEX oauth_tokens_ended ON auth.oauth_tokens (updated_at) WHERE status <> 'active';\nALTER TABLE auth.oauth_tokens ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop_or_bearer ON auth.oauth_tokens\n  USING (shop_id = (SELECT auth.current_shop()) OR digest = (SELECT auth.current_credential()))\n  WITH CHECK (shop_id = (SELECT auth.current_shop()));\nGRANT SELECT, INSERT, UPDATE, DELETE ON auth.oauth_tokens TO storewright_auth;\nGRANT SELECT, UPDATE (first_used_at, last_used_at, writes_until) ON auth.oauth_tokens TO storewright_shop;\n\nCREATE TABLE auth.nonces (\n  digest bytea PRIMARY KEY CHECK (octet_length(digest) = 32),\n  shop_id uuid NOT NULL,\n  oauth_token_id uuid NOT NULL,\n  created_at timestamptz NOT NULL DEFAULT now(),\n  expires_at timestamptz NOT NULL,\n  exchanged_at timestamptz,\n  code_challenge text COLLATE \"C\" CHECK (code_challenge ~ '^[A-Za-z0-9_-]{43}$'),\n  FOREIGN KEY (shop_id, oauth_token_id) REFERENCES auth.oauth_tokens (shop_id, id)\n);\nCREATE INDEX ON auth.nonces (shop_id, oauth_token_id);\nCREATE INDEX nonces_expires_at ON auth.nonces (expires_at);\nALTER TABLE auth.nonces ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop_or_bearer ON auth.nonces\n  USING (shop_id = (SELECT auth.current_shop()) OR digest = (SELECT auth.current_credential()))\n  WITH CHECK (shop_id = (SELECT auth.current_shop()));\nGRANT SELECT, INSERT, UPDATE, DELETE ON auth.nonces TO storewright_auth;\n\nCREATE TABLE auth.request_counts (\n  shop_id uuid NOT NULL REFERENCES auth.shops (id),\n  hour timestamptz NOT NULL,\n  credential_id uuid NOT NULL,\n  credential text NOT NULL CHECK (credential IN ('installations', 'access_tokens')),\n  requests integer NOT NULL,\n  client_errors integer NOT NULL,\n  server_errors integer NOT NULL,\n  PRIMARY KEY (shop_id, hour, credential_id)\n);\nCREATE INDEX request_counts_hour ON auth.request_counts (hour);\nCREATE INDEX ON auth.request_counts (shop_id, credential_id, hour);\nALTER TABLE auth.request_counts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop ON auth.request_counts USING (shop_id = (SELECT auth.current_shop()));\nGRANT SELECT ON auth.request_counts TO storewright_auth;\nGRANT SELECT, INSERT, UPDATE (client_errors, requests, server_errors), DELETE ON auth.request_counts\n  TO storewright_shop;\n\nCREATE TABLE auth.request_days (\n  shop_id uuid NOT NULL REFERENCES auth.shops (id),\n  installation_id uuid NOT NULL,\n  day timestamptz NOT NULL,\n  requests integer NOT NULL,\n  client_errors integer NOT NULL,\n  server_errors integer NOT NULL,\n  PRIMARY KEY (shop_id, installation_id, day)\n);\nCREATE INDEX request_days_day ON auth.request_days (day);\nALTER TABLE auth.request_days ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop ON auth.request_days USING (shop_id = (SELECT auth.current_shop()));\nGRANT SELECT ON auth.request_days TO storewright_auth;\nGRANT SELECT, INSERT, UPDATE (client_errors, requests, server_errors) ON auth.request_days TO storewright_shop;\n\nCREATE TABLE auth.test_shops (\n  shop_id uuid PRIMARY KEY REFERENCES auth.shops (id),\n  owner_id uuid NOT NULL REFERENCES auth.owners (id),\n  status text COLLATE \"C\" NOT NULL CHECK (status IN ('preparing', 'ready', 'resetting', 'removing')),\n  requested_at timestamptz NOT NULL DEFAULT now(),\n  emptied_at timestamptz,\n  created_at timestamptz NOT NULL DEFAULT now()\n);\nCREATE INDEX test_shops_owner_id ON auth.test_shops (owner_id, shop_id);\nCREATE INDEX test_shops_to_do ON auth.test_shops (shop_id) WHERE status <> 'ready';\nALTER TABLE auth.test_shops ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop_or_owner ON auth.test_shops\n  USING (shop_id = (SELECT auth.current_shop()) OR owner_id = (SELECT auth.current_owner()));\nGRANT SELECT, INSERT, UPDATE ON auth.test_shops TO storewright_auth;\nGRANT SELECT, UPDATE (emptied_at, status) ON auth.test_shops TO storewright_shop;\n\nCREATE TABLE auth.totp_devices (\n  id uuid PRIMARY KEY,\n  owner_id uuid NOT NULL UNIQUE REFERENCES auth.owners (id) ON DELETE CASCADE,\n  sealed text NOT NULL,\n  last_step bigint,\n  confirmed_at timestamptz,\n  created_at timestamptz NOT NULL DEFAULT now()\n);\nALTER TABLE auth.totp_devices ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_owner ON auth.totp_devices TO storewright_auth USING (owner_id = (SELECT auth.current_owner()));\nGRANT SELECT, INSERT, UPDATE, DELETE ON auth.totp_devices TO storewright_auth;\n\nCREATE TABLE auth.recovery_codes (\n  digest bytea PRIMARY KEY CHECK (length(digest) = 32),\n  owner_id uuid NOT NULL REFERENCES auth.totp_devices (owner_id) ON DELETE CASCADE,\n  created_at timestamptz NOT NULL DEFAULT now()\n);\nCREATE INDEX recovery_codes_owner_id ON auth.recovery_codes (owner_id);\nALTER TABLE auth.recovery_codes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_owner ON auth.recovery_codes TO storewright_auth USING (owner_id = (SELECT auth.current_owner()));\nGRANT SELECT, INSERT, DELETE ON auth.recovery_codes TO storewright_auth;\n\nCREATE TABLE auth.webhook_counts (\n  shop_id uuid NOT NULL REFERENCES auth.shops (id),\n  installation_id uuid NOT NULL,\n  hour timestamptz NOT NULL,\n  delivered integer NOT NULL,\n  waiting integer NOT NULL,\n  failed integer NOT NULL,\n  delays integer[] NOT NULL CHECK (cardinality(delays) = 13),\n  PRIMARY KEY (shop_id, installation_id, hour)\n);\nCREATE INDEX webhook_counts_hour ON auth.webhook_counts (hour);\nALTER TABLE auth.webhook_counts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop ON auth.webhook_counts USING (shop_id = (SELECT auth.current_shop()));\nGRANT SELECT ON auth.webhook_counts TO storewright_auth;\nGRANT SELECT, INSERT, UPDATE (delays, delivered, failed, waiting) ON auth.webhook_counts TO storewright_hooks;\n\nCREATE TABLE auth.webhook_days (\n  shop_id uuid NOT NULL REFERENCES auth.shops (id),\n  installation_id uuid NOT NULL,\n  day timestamptz NOT NULL,\n  delivered integer NOT NULL,\n  waiting integer NOT NULL,\n  failed integer NOT NULL,\n  delays integer[] NOT NULL CHECK (cardinality(delays) = 13),\n  PRIMARY KEY (shop_id, installation_id, day)\n);\nCREATE INDEX webhook_days_day ON auth.webhook_days (day);\nALTER TABLE auth.webhook_days ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop ON auth.webhook_days USING (shop_id = (SELECT auth.current_shop()));\nGRANT SELECT ON auth.webhook_days TO storewright_auth;\nGRANT SELECT, INSERT, UPDATE (delays, delivered, failed, waiting) ON auth.webhook_days TO storewright_hooks;\n\nCREATE TABLE auth.webhook_secrets (\n  app_id uuid NOT NULL REFERENCES auth.apps (id) ON DELETE CASCADE,\n  generation integer NOT NULL,\n  id uuid NOT NULL UNIQUE,\n  sealed text NOT NULL,\n  created_at timestamptz NOT NULL DEFAULT now(),\n  expires_at timestamptz,\n  PRIMARY KEY (app_id, generation)\n);\nALTER TABLE auth.webhook_secrets ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nGRANT SELECT, INSERT, UPDATE, DELETE ON auth.webhook_secrets TO storewright_auth;\nGRANT SELECT ON auth.webhook_secrets TO storewright_hooks;\n\nCREATE VIEW auth.shop_owners WITH (security_invoker = true) AS\n SELECT shop_id,\n    owner_id,\n    created_at\n   FROM auth.members\n  WHERE (role = 'owner'::text)\n  WITH LOCAL CHECK OPTION;\nGRANT SELECT, INSERT, UPDATE, DELETE ON auth.shop_owners TO storewright_auth;\n\nCREATE POLICY of_owner_or_bearer ON auth.owners\n  USING (id = (SELECT auth.current_owner())\n    OR (sha256(convert_to(email_key, 'UTF8'::name)) = (SELECT auth.current_credential())) OR (id = ( SELECT s.owner_id\n    FROM auth.sessions s\n    WHERE s.digest = (SELECT auth.current_credential()))));\nCREATE POLICY of_developer ON auth.app_icons\n  USING (EXISTS ( SELECT 1\n    FROM auth.apps a\n    WHERE ((a.id = app_icons.app_id) AND a.owner_id = (SELECT auth.current_owner()))));\nCREATE POLICY of_bearer ON auth.app_secrets\n  FOR SELECT\n  TO storewright_shop\n  USING (app_id = ( SELECT t.app_id\n    FROM auth.oauth_tokens t\n    WHERE t.digest = (SELECT auth.current_credential())));\nCREATE POLICY of_developer_or_bearer ON auth.app_secrets\n  TO storewright_auth\n  USING (app_id = (SELECT auth.current_app()) OR (EXISTS ( SELECT 1\n    FROM auth.apps a\n    WHERE ((a.id = app_secrets.app_id) AND a.owner_id = (SELECT auth.current_owner()))))\n      OR (app_id = ( SELECT t.app_id\n    FROM auth.oauth_tokens t\n    WHERE t.digest = (SELECT auth.current_credential()))));\nCREATE POLICY of_shop_or_developer ON auth.app_requests\n  USING (shop_id = (SELECT auth.current_shop()) OR (app_id IN ( SELECT apps.id\n    FROM auth.apps\n    WHERE apps.owner_id = (SELECT auth.current_owner()))))\n  WITH CHECK (shop_id = (SELECT auth.current_shop()));\nCREATE POLICY of_developer ON auth.webhook_secrets\n  TO storewright_auth\n  USING (app_id = (SELECT auth.current_app()) OR (EXISTS ( SELECT 1\n    FROM auth.apps a\n    WHERE ((a.id = webhook_secrets.app_id) AND a.owner_id = (SELECT auth.current_owner())))));\nCREATE POLICY of_shop ON auth.webhook_secrets\n  FOR SELECT\n  TO storewright_hooks\n  USING (EXISTS ( SELECT 1\n    FROM auth.installations i\n    WHERE (i.shop_id = (SELECT auth.current_shop()) AND (i.app_id = webhook_secrets.app_id))));\n\nCREATE FUNCTION auth.shops_of_app(app uuid) RETURNS SETOF uuid\n  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog\nAS $$\n        SELECT i.shop_id FROM auth.installations i JOIN auth.apps a ON a.id = i.app_id\n        WHERE i.app_id = app AND i.status = 'installed' AND a.owner_id = auth.current_owner()\n$$;\nREVOKE EXECUTE ON FUNCTION auth.shops_of_app(uuid) FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION auth.shops_of_app(uuid) TO storewright_auth;\n\nCREATE FUNCTION auth.shops_to_relay() RETURNS SETOF uuid\n  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog\nAS $$\n  SELECT DISTINCT shop_id FROM auth.event_outbox WHERE refused_at IS NULL\n$$;\nREVOKE EXECUTE ON FUNCTION auth.shops_to_relay() FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION auth.shops_to_relay() TO storewright_hooks;\n\nCREATE FUNCTION auth.webhook_audience(installation uuid)\n  RETURNS TABLE (scopes text[], webhook_events text[], installed_at timestamptz)\n  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog\nAS $$\n        SELECT i.scopes, a.webhook_events, i.installed_at FROM auth.installations i\n          JOIN auth.apps a ON a.id = i.app_id\n        WHERE i.shop_id = auth.current_shop() AND i.id = installation AND i.status = 'installed'\n          AND a.webhook_url IS NOT NULL\n$$;\nREVOKE EXECUTE ON FUNCTION auth.webhook_audience(uuid) FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION auth.webhook_audience(uuid) TO storewright_shop;\n\nCREATE FUNCTION auth.owner_name(owner uuid) RETURNS text\n  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog\n  AS $$ SELECT o.name FROM auth.owners o WHERE o.id = owner $$;\nREVOKE EXECUTE ON FUNCTION auth.owner_name(uuid) FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION auth.owner_name(uuid) TO storewright_auth;\n\nCREATE FUNCTION auth.remove_outdated(kind text, before timestamptz, most integer) RETURNS integer\n  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog\nAS $$\nDECLARE\n  removed integer;\n  latest CONSTANT timestamptz := now() - CASE kind WHEN 'audit_entries' THEN interval '30 days' ELSE interval '1 day'\n    END;\n  bound CONSTANT timestamptz := least(before, latest);\nBEGIN\n  -- One worker at a time; the others have nothing to do.\n  IF NOT pg_try_advisory_xact_lock(hashtextextended('auth.remove_outdated', 0)) THEN\n    RETURN 0;\n  END IF;\n  CASE kind\n  WHEN 'nonces' THEN\n    DELETE FROM auth.nonces WHERE digest IN (SELECT digest FROM auth.nonces WHERE expires_at < bound LIMIT most);\n  WHEN 'oauth_tokens' THEN\n    DELETE FROM auth.oauth_tokens t USING (\n      SELECT o.shop_id, o.id FROM auth.oauth_tokens o WHERE o.status <> 'active' AND o.updated_at < bound\n        AND NOT EXISTS (SELECT FROM auth.nonces n WHERE n.shop_id = o.shop_id\n          AND n.oauth_token_id = o.id) LIMIT most) old\n    WHERE t.shop_id = old.shop_id AND t.id = old.id;\n  WHEN 'access_tokens' THEN\n    DELETE FROM auth.access_tokens t USING (\n      (SELECT shop_id, id FROM auth.access_tokens WHERE status = 'revoked' AND updated_at < bound LIMIT most)\n      UNION (SELECT shop_id, id FROM auth.access_tokens WHERE expires_at < bound LIMIT most)) old\n    WHERE t.shop_id = old.shop_id AND t.id = old.id;\n  WHEN 'sessions' THEN\n    DELETE FROM auth.sessions WHERE id IN (SELECT id FROM auth.sessions WHERE expires_at < bound LIMIT most);\n  WHEN 'passkey_challenges' THEN\n    DELETE FROM auth.passkey_challenges WHERE digest IN (SELECT digest FROM auth.passkey_challenges\n      WHERE expires_at < bound LIMIT most);\n  WHEN 'app_secrets' THEN\n    DELETE FROM auth.app_secrets WHERE (app_id, generation) IN (SELECT app_id, generation FROM auth.app_secrets\n      WHERE expires_at < bound LIMIT most);\n  WHEN 'webhook_secrets' THEN\n    DELETE FROM auth.webhook_secrets WHERE id IN (SELECT id FROM auth.webhook_secrets\n      WHERE expires_at < bound LIMIT most);\n  WHEN 'request_counts' THEN\n    DELETE FROM auth.request_counts c USING (SELECT shop_id, hour, credential_id FROM auth.request_counts\n      WHERE hour < bound LIMIT most) old\n    WHERE c.shop_id = old.shop_id AND c.hour = old.hour AND c.credential_id = old.credential_id;\n  WHEN 'installations' THEN\n    DELETE FROM auth.installations i USING (\n      SELECT u.shop_id, u.id FROM auth.installations u WHERE u.status = 'uninstalled' AND u.uninstalled_at < bound\n        AND NOT EXISTS (SELECT FROM auth.oauth_tokens o WHERE o.shop_id = u.shop_id\n          AND o.installation_id = u.id) LIMIT most) old\n    WHERE i.shop_id = old.shop_id AND i.id = old.id;\n  WHEN 'audit_entries' THEN\n    DELETE FROM auth.audit_entries WHERE id IN (SELECT id FROM auth.audit_entries\n      WHERE created_at < bound LIMIT most);\n  WHEN 'apps' THEN\n    DELETE FROM auth.apps WHERE id IN (\n      SELECT a.id FROM auth.apps a WHERE a.deleted_at < bound\n        AND NOT EXISTS (SELECT FROM auth.installations i WHERE i.app_id = a.id)\n        AND NOT EXISTS (SELECT FROM auth.audit_entries e WHERE e.app_id = a.id) LIMIT most);\n  WHEN 'app_requests' THEN\n    DELETE FROM auth.app_requests r USING (SELECT shop_id, id FROM auth.app_requests\n      WHERE requested_at < bound LIMIT most) old\n    WHERE r.shop_id = old.shop_id AND r.id = old.id;\n  WHEN 'device_authorizations' THEN\n    DELETE FROM auth.device_authorizations WHERE id IN (SELECT id FROM auth.device_authorizations\n      WHERE expires_at < bound LIMIT most);\n  WHEN 'request_days' THEN\n    DELETE FROM auth.request_days d USING (SELECT shop_id, installation_id, day FROM auth.request_days\n      WHERE day < bound LIMIT most) old\n    WHERE d.shop_id = old.shop_id AND d.installation_id = old.installation_id AND d.day = old.day;\n  WHEN 'webhook_counts' THEN\n    DELETE FROM auth.webhook_counts c USING (SELECT shop_id, installation_id, hour FROM auth.webhook_counts\n      WHERE hour < bound LIMIT most) old\n    WHERE c.shop_id = old.shop_id AND c.installation_id = old.installation_id AND c.hour = old.hour;\n  WHEN 'webhook_days' THEN\n    DELETE FROM auth.webhook_days d USING (SELECT shop_id, installation_id, day FROM auth.webhook_days\n      WHERE day < bound LIMIT most) old\n    WHERE d.shop_id = old.shop_id AND d.installation_id = old.installation_id AND d.day = old.day;\n  END CASE;\n  GET DIAGNOSTICS removed = ROW_COUNT;\n  RETURN removed;\nEND\n$$;\nREVOKE EXECUTE ON FUNCTION auth.remove_outdated(text, timestamptz, integer) FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION auth.remove_outdated(text, timestamptz, integer) TO storewright_hooks;\n\nCREATE FUNCTION auth.installation_of_bearer()\n  RETURNS TABLE (shop_id uuid, id uuid, app_id uuid, scopes text[], status text, version integer,\n    installed_at timestamptz, created_at timestamptz, updated_at timestamptz)\n  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog\nAS $$\n        SELECT i.shop_id, i.id, i.app_id, i.scopes, i.status, i.version, i.installed_at, i.created_at, i.updated_at\n        FROM auth.oauth_tokens t JOIN auth.installations i ON i.shop_id = t.shop_id AND i.id = t.installation_id\n        WHERE t.digest = auth.current_credential() AND t.status = 'active'\n$$;\nREVOKE EXECUTE ON FUNCTION auth.installation_of_bearer() FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION auth.installation_of_bearer() TO storewright_shop;\n\nCREATE FUNCTION auth.claim_mail(lease_seconds integer)\n  RETURNS TABLE (id uuid, kind text, email text, shop_domain text, attempts integer)\n  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog\nAS $$\n  UPDATE auth.outgoing_mails m SET attempts = m.attempts + 1,\n    next_attempt_at = now() + make_interval(secs => lease_seconds)\n  WHERE m.id = (SELECT d.id FROM auth.outgoing_mails d WHERE d.next_attempt_at <= now()\n    ORDER BY d.next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)\n  RETURNING m.id, m.kind, m.email, m.shop_domain, m.attempts\n$$;\nREVOKE EXECUTE ON FUNCTION auth.claim_mail(integer) FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION auth.claim_mail(integer) TO storewright_auth;\n\nCREATE FUNCTION auth.put_off_mail(mail uuid, seconds integer) RETURNS void\n  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog\nAS $$\n  UPDATE auth.outgoing_mails SET next_attempt_at = now() + make_interval(secs => seconds) WHERE id = mail\n$$;\nREVOKE EXECUTE ON FUNCTION auth.put_off_mail(uuid, integer) FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION auth.put_off_mail(uuid, integer) TO storewright_auth;\n\nCREATE FUNCTION auth.remove_mail(mail uuid) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog\n  AS $$ DELETE FROM auth.outgoing_mails WHERE id = mail $$;\nREVOKE EXECUTE ON FUNCTION auth.remove_mail(uuid) FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION auth.remove_mail(uuid) TO storewright_auth;\n\nCREATE FUNCTION auth.installations_of_app(app uuid)\n  RETURNS TABLE (shop_id uuid, id uuid, app_id uuid, scopes text[], status text, installed_at timestamptz,\n    uninstalled_at timestamptz)\n  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog\nAS $$\n  SELECT i.shop_id, i.id, i.app_id, i.scopes, i.status, i.installed_at, i.uninstalled_at\n  FROM auth.installations i JOIN auth.apps a ON a.id = i.app_id\n  WHERE i.app_id = app AND a.owner_id = auth.current_owner()\n$$;\nREVOKE EXECUTE ON FUNCTION auth.installations_of_app(uuid) FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION auth.installations_of_app(uuid) TO storewright_auth;\n\nCREATE FUNCTION auth.activity_of_installation(shop uuid, installation uuid)\n  RETURNS TABLE (token_status text, last_used_at timestamptz, requests bigint, client_errors bigint,\n    server_errors bigint)\n  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog\nAS $$\n  SELECT t.status, u.last_used_at, c.requests, c.client_errors, c.server_errors\n  FROM auth.installations i\n  JOIN auth.apps a ON a.id = i.app_id AND a.owner_id = auth.current_owner()\n  LEFT JOIN LATERAL (SELECT o.status FROM auth.oauth_tokens o WHERE o.shop_id = i.shop_id AND o.installation_id = i.id\n    ORDER BY o.status = 'active' DESC, o.id DESC LIMIT 1) t ON true\n  CROSS JOIN LATERAL (SELECT max(o.last_used_at) AS last_used_at FROM auth.oauth_tokens o WHERE o.shop_id = i.shop_id\n    AND o.installation_id = i.id) u\n  CROSS JOIN LATERAL (SELECT coalesce(sum(r.requests), 0) AS requests, coalesce(sum(r.client_errors),\n    0) AS client_errors,\n      coalesce(sum(r.server_errors), 0) AS server_errors FROM auth.request_counts r\n    WHERE r.shop_id = i.shop_id AND r.credential_id = i.id\n      AND r.hour >= date_trunc('day', now()) - make_interval(days => 6)) c\n  WHERE i.shop_id = shop AND i.id = installation\n$$;\nREVOKE EXECUTE ON FUNCTION auth.activity_of_installation(uuid, uuid) FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION auth.activity_of_installation(uuid, uuid) TO storewright_auth;\n\nCREATE FUNCTION auth.member_email(owner uuid) RETURNS text\n  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog\nAS $$ SELECT o.email FROM auth.owners o WHERE o.id = owner\n    AND EXISTS (SELECT FROM auth.members m WHERE m.shop_id = auth.current_shop() AND m.owner_id = owner)\n$$;\nREVOKE EXECUTE ON FUNCTION auth.member_email(uuid) FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION auth.member_email(uuid) TO storewright_auth;\n\nCREATE FUNCTION auth.deprecated_requests_of_app(app uuid)\n  RETURNS TABLE (id uuid, app_id uuid, shop_id uuid, installation_id uuid, feature text, day timestamptz,\n    sunset_at timestamptz, requests integer, last_request_at timestamptz)\n  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog\nAS $$\n        SELECT d.id, i.app_id, d.shop_id, i.id, d.feature, d.day, d.sunset_at, d.requests, d.last_request_at\n        FROM auth.apps a JOIN auth.installations i ON i.app_id = a.id\n        JOIN auth.deprecated_requests d ON d.shop_id = i.shop_id AND d.credential_id = i.id\n        WHERE a.id = app AND a.owner_id = auth.current_owner()\n$$;\nREVOKE EXECUTE ON FUNCTION auth.deprecated_requests_of_app(uuid) FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION auth.deprecated_requests_of_app(uuid) TO storewright_auth;\n\nCREATE FUNCTION auth.mail_attempts(mail uuid) RETURNS integer\n  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog\n  AS $$ SELECT m.attempts FROM auth.outgoing_mails m WHERE m.id = mail $$;\nREVOKE EXECUTE ON FUNCTION auth.mail_attempts(uuid) FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION auth.mail_attempts(uuid) TO storewright_auth;\n\nCREATE FUNCTION auth.request_counts_of_app(app uuid, since timestamptz, part text)\n  RETURNS TABLE (start timestamptz, requests bigint, client_errors bigint, server_errors bigint, shops bigint)\n  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog\nAS $$\n  WITH installed AS (\n    SELECT i.shop_id, i.id FROM auth.apps a JOIN auth.installations i ON i.app_id = a.id\n    WHERE a.id = app AND a.owner_id = auth.current_owner()\n  ), parts AS (\n    SELECT h.hour AS start, h.requests,h.client_errors,h.server_errors FROM installed i\n      JOIN auth.request_counts h ON h.shop_id = i.shop_id AND h.credential_id = i.id WHERE part = 'hour'\n        AND h.hour >= since\n    UNION ALL\n    SELECT date_bin('1 day', h.hour, to_timestamp(0)), sum(h.requests)::integer,sum(h.client_errors)::integer,\n      sum(h.server_errors)::integer FROM installed i JOIN auth.request_counts h ON h.shop_id = i.shop_id\n        AND h.credential_id = i.id\n    WHERE part = 'day' AND h.hour >= since\n      AND h.hour < date_bin('1 day', since + interval '1 day' - interval '1 microsecond', to_timestamp(0))\n        GROUP BY 1, i.shop_id\n    UNION ALL SELECT d.day, d.requests,d.client_errors,d.server_errors FROM installed i\n      JOIN auth.request_days d ON d.shop_id = i.shop_id AND d.installation_id = i.id WHERE part = 'day'\n        AND d.day >= since\n  )\n  SELECT start, sum(parts.requests)::bigint,sum(parts.client_errors)::bigint,sum(parts.server_errors)::bigint,\n    count(*) FROM parts GROUP BY start\n$$;\nREVOKE EXECUTE ON FUNCTION auth.request_counts_of_app(uuid, timestamptz, text) FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION auth.request_counts_of_app(uuid, timestamptz, text) TO storewright_auth;\n\nCREATE FUNCTION auth.test_shops_to_do() RETURNS SETOF uuid\n  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog\nAS $$\n  SELECT shop_id FROM auth.test_shops\n  WHERE status <> 'ready' AND (status <> 'removing' OR emptied_at IS NULL\n    OR requested_at < now() - interval '5 minutes')\n  ORDER BY requested_at\n$$;\nREVOKE EXECUTE ON FUNCTION auth.test_shops_to_do() FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION auth.test_shops_to_do() TO storewright_shop;\n\nCREATE FUNCTION auth.remove_test_shop(is_last boolean) RETURNS void\n  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog\nAS $$\nDECLARE\n  gone CONSTANT uuid := auth.current_shop();\n  name text;\nBEGIN\n  PERFORM FROM auth.test_shops WHERE shop_id = gone AND status = 'removing' FOR UPDATE;\n  IF NOT FOUND THEN\n    RAISE EXCEPTION 'no test shop that is to be removed';\n  END IF;\n  FOR name IN\n    WITH RECURSIVE tables AS (\n      SELECT c.oid, c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'shop_id'\n        AND NOT a.attisdropped\n      WHERE c.relnamespace = 'auth'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition\n        AND c.relname <> 'test_shops'\n    ), depths AS (\n      SELECT oid, 0 AS depth FROM tables\n      UNION ALL\n      SELECT f.conrelid, d.depth + 1 FROM depths d JOIN pg_constraint f ON f.confrelid = d.oid AND f.contype = 'f'\n        AND f.conrelid <> f.confrelid\n      WHERE d.depth < 20\n    )\n    SELECT t.relname FROM tables t JOIN depths d USING (oid) GROUP BY t.oid, t.relname ORDER BY max(d.depth) DESC\n  LOOP\n    EXECUTE format('DELETE FROM auth.%I WHERE shop_id = $1', name) USING gone;\n  END LOOP;\n  IF is_last THEN\n    DELETE FROM auth.test_shops WHERE shop_id = gone;\n    DELETE FROM auth.shops WHERE id = gone;\n  END IF;\nEND\n$$;\nREVOKE EXECUTE ON FUNCTION auth.remove_test_shop(boolean) FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION auth.remove_test_shop(boolean) TO storewright_shop;\n\nCREATE FUNCTION auth.claim_next_mail(lease_seconds integer)\n  RETURNS TABLE (id uuid, kind text, email text, language text, shop_domain text, attempts integer)\n  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog\nAS $$\n  UPDATE auth.outgoing_mails m SET attempts = m.attempts + 1,\n    next_attempt_at = now() + make_interval(secs => lease_seconds)\n  WHERE m.id = (SELECT d.id FROM auth.outgoing_mails d WHERE d.next_attempt_at <= now()\n    ORDER BY d.next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)\n  RETURNING m.id, m.kind, m.email, m.language, m.shop_domain, m.attempts\n$$;\nREVOKE EXECUTE ON FUNCTION auth.claim_next_mail(integer) FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION auth.claim_next_mail(integer) TO storewright_auth;\n\nCREATE FUNCTION auth.webhook_counts_of_app(app uuid, of_installation uuid, since timestamptz, part text)\n  RETURNS TABLE (start timestamptz, delivered bigint, waiting bigint, failed bigint, delays bigint[])\n  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog\nAS $$\n  WITH installed AS (\n    SELECT i.shop_id, i.id FROM auth.apps a JOIN auth.installations i ON i.app_id = a.id\n    WHERE a.id = app AND a.owner_id = auth.current_owner() AND (of_installation IS NULL OR i.id = of_installation)\n  ), parts AS (\n    SELECT h.hour AS start, h.delivered,h.waiting,h.failed,h.delays FROM installed i\n      JOIN auth.webhook_counts h ON h.shop_id = i.shop_id AND h.installation_id = i.id WHERE part = 'hour'\n        AND h.hour >= since\n    UNION ALL\n    SELECT date_bin('1 day', h.hour, to_timestamp(0)), sum(h.delivered)::integer,sum(h.waiting)::integer,\n      sum(h.failed)::integer,ARRAY[sum(h.delays[1]),sum(h.delays[2]),sum(h.delays[3]),sum(h.delays[4]),\n        sum(h.delays[5]),sum(h.delays[6]),sum(h.delays[7]),sum(h.delays[8]),sum(h.delays[9]),sum(h.delays[10]),\n          sum(h.delays[11]),sum(h.delays[12]),sum(h.delays[13])]::integer[] FROM installed i\n            JOIN auth.webhook_counts h ON h.shop_id = i.shop_id AND h.installation_id = i.id\n    WHERE part = 'day' AND h.hour >= since\n      AND h.hour < date_bin('1 day', since + interval '1 day' - interval '1 microsecond', to_timestamp(0))\n        GROUP BY 1, i.shop_id\n    UNION ALL SELECT d.day, d.delivered,d.waiting,d.failed,d.delays FROM installed i\n      JOIN auth.webhook_days d ON d.shop_id = i.shop_id AND d.installation_id = i.id WHERE part = 'day'\n        AND d.day >= since\n  )\n  SELECT start, sum(parts.delivered)::bigint,sum(parts.waiting)::bigint,sum(parts.failed)::bigint,\n    ARRAY[sum(parts.delays[1]),sum(parts.delays[2]),sum(parts.delays[3]),sum(parts.delays[4]),sum(parts.delays[5]),\n      sum(parts.delays[6]),sum(parts.delays[7]),sum(parts.delays[8]),sum(parts.delays[9]),sum(parts.delays[10]),\n        sum(parts.delays[11]),sum(parts.delays[12]),sum(parts.delays[13])]::bigint[] FROM parts GROUP BY start\n$$;\nREVOKE EXECUTE ON FUNCTION auth.webhook_counts_of_app(uuid, uuid, timestamptz, text) FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION auth.webhook_counts_of_app(uuid, uuid, timestamptz, text) TO storewright_auth;\n\nCREATE FUNCTION auth.webhooks_of_installation(shop uuid, installation uuid)\n  RETURNS TABLE (delivered bigint, waiting bigint, failed bigint)\n  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog\nAS $$\n  SELECT coalesce(sum(c.delivered), 0), coalesce(sum(c.waiting), 0), coalesce(sum(c.failed), 0)\n  FROM auth.installations i JOIN auth.apps a ON a.id = i.app_id AND a.owner_id = auth.current_owner()\n  JOIN auth.webhook_counts c ON c.shop_id = i.shop_id AND c.installation_id = i.id\n    AND c.hour >= date_trunc('day', now()) - make_interval(days => 6)\n  WHERE i.shop_id = shop AND i.id = installation\n$$;\nREVOKE EXECUTE ON FUNCTION auth.webhooks_of_installation(uuid, uuid) FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION auth.webhooks_of_installation(uuid, uuid) TO storewright_auth;\n\nCREATE FUNCTION auth.claim_mail_with_details(lease_seconds integer)\n  RETURNS TABLE (id uuid, kind text, email text, language text, shop_domain text, attempts integer, details jsonb)\n  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog\nAS $$\n  UPDATE auth.outgoing_mails m SET attempts = m.attempts + 1,\n    next_attempt_at = now() + make_interval(secs => lease_seconds)\n  WHERE m.id = (SELECT d.id FROM auth.outgoing_mails d WHERE d.next_attempt_at <= now()\n    ORDER BY d.next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)\n  RETURNING m.id, m.kind, m.email, m.language, m.shop_domain, m.attempts, m.details\n$$;\nREVOKE EXECUTE ON FUNCTION auth.claim_mail_with_details(integer) FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION auth.claim_mail_with_details(integer) TO storewright_auth;\n\nINSERT INTO auth.retention_runs (data) VALUES ('auth'), ('shop');\n"],
	["libs/platform/schema/migrations/auth/1796000000001-add-token-people.sql", "ALTER TABLE auth.access_tokens ADD COLUMN person_id uuid, ADD COLUMN person_name text;\nGRANT SELECT (name) ON auth.apps TO storewright_shop;\n"],
	["libs/platform/schema/migrations/auth/1796000000995-create-downloads.sql", "CREATE TABLE auth.downloads (\n  digest text COLLATE \"C\" PRIMARY KEY CHECK (digest ~ '^[0-9a-f]{128}$'),\n  name text COLLATE \"C\" NOT NULL,\n  bytes bytea NOT NULL,\n  created_at timestamptz NOT NULL DEFAULT now()\n);\nGRANT SELECT, INSERT ON auth.downloads TO storewright_auth;\n"],
	["libs/platform/schema/migrations/shop/1795000000001-create-events.sql", "CREATE FUNCTION shop.current_shop() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE\n  AS $$ SELECT nullif(current_setting('app.shop_id', true), '')::uuid $$;\n\nCREATE TABLE shop.event_streams (\n  shop_id uuid PRIMARY KEY,\n  last_sequence bigint NOT NULL,\n  first_sequence bigint NOT NULL DEFAULT 1,\n  to_serve boolean NOT NULL DEFAULT false,\n  epoch bigint NOT NULL DEFAULT 1,\n  server text,\n  node text\n);\nCREATE INDEX ON shop.event_streams (shop_id) WHERE to_serve;\nALTER TABLE shop.event_streams ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop ON shop.event_streams USING (shop_id = (SELECT shop.current_shop()));\nGRANT SELECT, INSERT, UPDATE (epoch, first_sequence, last_sequence, node, server, to_serve) ON shop.event_streams\n  TO storewright_hooks;\nGRANT SELECT, INSERT, UPDATE (epoch, last_sequence, node, server, to_serve) ON shop.event_streams TO storewright_shop;\n\nCREATE TABLE shop.events (\n  shop_id uuid NOT NULL,\n  id uuid NOT NULL,\n  sequence bigint,\n  type text COLLATE \"C\" NOT NULL,\n  resource_type text COLLATE \"C\" NOT NULL,\n  resource_id text COLLATE \"C\" NOT NULL,\n  resource text NOT NULL,\n  changed text[] NOT NULL,\n  occurred_at timestamptz NOT NULL,\n  epoch bigint NOT NULL DEFAULT 1,\n  traceparent text,\n  PRIMARY KEY (shop_id, id)\n);\nCREATE INDEX ON shop.events (shop_id, occurred_at, id) WHERE sequence IS NULL;\nCREATE UNIQUE INDEX ON shop.events (shop_id, sequence) WHERE sequence IS NOT NULL;\nCREATE INDEX ON shop.events (shop_id, type, sequence) WHERE sequence IS NOT NULL;\nCREATE INDEX ON shop.events (shop_id, resource_id, sequence) WHERE sequence IS NOT NULL;\nALTER TABLE shop.events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop ON shop.events USING (shop_id = (SELECT shop.current_shop()));\nGRANT SELECT, INSERT, UPDATE (epoch, sequence), DELETE ON shop.events TO storewright_hooks;\nGRANT SELECT, INSERT, UPDATE (epoch, sequence) ON shop.events TO storewright_shop;\n\nCREATE TABLE shop.idempotency_keys (\n  shop_id uuid NOT NULL,\n  token_id uuid NOT NULL,\n  key text COLLATE \"C\" NOT NULL,\n  request_digest text NOT NULL,\n  answer jsonb NOT NULL,\n  created_at timestamptz NOT NULL,\n  PRIMARY KEY (shop_id, token_id, key)\n);\nCREATE INDEX ON shop.idempotency_keys (shop_id, created_at);\nALTER TABLE shop.idempotency_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop ON shop.idempotency_keys USING (shop_id = (SELECT shop.current_shop()));\nGRANT SELECT (answer, created_at, key, shop_id, token_id), UPDATE (answer, key), DELETE ON shop.idempotency_keys\n  TO storewright_hooks;\nGRANT SELECT, INSERT, UPDATE, DELETE ON shop.idempotency_keys TO storewright_shop;\n\nCREATE TABLE shop.redactions (\n  shop_id uuid NOT NULL,\n  id uuid NOT NULL,\n  resource_type text COLLATE \"C\" NOT NULL,\n  resource_id uuid NOT NULL,\n  rules jsonb NOT NULL,\n  requested_at timestamptz NOT NULL,\n  swept_at timestamptz,\n  cleared integer NOT NULL DEFAULT 0,\n  finished_at timestamptz,\n  PRIMARY KEY (shop_id, id)\n);\nCREATE INDEX ON shop.redactions (shop_id) WHERE finished_at IS NULL;\nALTER TABLE shop.redactions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop ON shop.redactions USING (shop_id = (SELECT shop.current_shop()));\nGRANT SELECT, UPDATE (cleared, finished_at, swept_at) ON shop.redactions TO storewright_hooks;\nGRANT SELECT, INSERT ON shop.redactions TO storewright_shop;\n\nCREATE TABLE shop.search_terms (\n  shop_id uuid NOT NULL,\n  resource_type text COLLATE \"C\" NOT NULL,\n  resource_id uuid NOT NULL,\n  field text COLLATE \"C\" NOT NULL,\n  term text COLLATE \"C\" NOT NULL,\n  PRIMARY KEY (shop_id, resource_type, resource_id, field, term)\n);\nCREATE INDEX ON shop.search_terms (shop_id, resource_type, term, resource_id) WITH (deduplicate_items = off)\n  WHERE term >= '';\nALTER TABLE shop.search_terms ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop ON shop.search_terms USING (shop_id = (SELECT shop.current_shop()));\nGRANT SELECT, INSERT, DELETE ON shop.search_terms TO storewright_shop;\n\nCREATE TABLE shop.webhook_attempts (\n  shop_id uuid NOT NULL,\n  delivery_id uuid NOT NULL,\n  attempt integer NOT NULL,\n  url text NOT NULL,\n  request_headers jsonb NOT NULL,\n  status integer,\n  duration_ms integer NOT NULL,\n  answer text NOT NULL,\n  error text,\n  attempted_at timestamptz NOT NULL,\n  PRIMARY KEY (shop_id, delivery_id, attempt)\n);\nALTER TABLE shop.webhook_attempts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop ON shop.webhook_attempts USING (shop_id = (SELECT shop.current_shop()));\nGRANT SELECT, INSERT, UPDATE, DELETE ON shop.webhook_attempts TO storewright_hooks;\nGRANT SELECT ON shop.webhook_attempts TO storewright_shop;\n\nCREATE TABLE shop.webhook_deliveries (\n  shop_id uuid NOT NULL,\n  id uuid NOT NULL,\n  installation_id uuid NOT NULL,\n  kind text COLLATE \"C\" NOT NULL CHECK (kind IN ('event', 'again', 'test')),\n  event_id uuid NOT NULL,\n  event_type text COLLATE \"C\" NOT NULL,\n  sequence bigint,\n  status text COLLATE \"C\" NOT NULL CHECK (status IN ('waiting', 'retrying', 'delivered', 'failed', 'skipped')),\n  attempts integer NOT NULL,\n  resource text,\n  error text,\n  created_at timestamptz NOT NULL,\n  updated_at timestamptz NOT NULL,\n  PRIMARY KEY (shop_id, id),\n  CHECK (((kind = 'test') = (resource IS NOT NULL)) AND ((kind = 'test') = (sequence IS NULL)))\n);\nCREATE INDEX ON shop.webhook_deliveries (shop_id, installation_id, id);\nCREATE INDEX ON shop.webhook_deliveries (shop_id, event_id, id);\nCREATE INDEX ON shop.webhook_deliveries (shop_id, event_type, id);\nCREATE INDEX ON shop.webhook_deliveries (shop_id, status, id) WHERE status <> 'delivered';\nCREATE INDEX ON shop.webhook_deliveries (shop_id, installation_id, status, id) WHERE status <> 'delivered';\nCREATE INDEX ON shop.webhook_deliveries (shop_id, kind, id) WHERE kind <> 'event';\nALTER TABLE shop.webhook_deliveries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop ON shop.webhook_deliveries USING (shop_id = (SELECT shop.current_shop()));\nGRANT SELECT, INSERT, UPDATE, DELETE ON shop.webhook_deliveries TO storewright_hooks;\nGRANT SELECT, INSERT, UPDATE (status, updated_at) ON shop.webhook_deliveries TO storewright_shop;\n\nCREATE TABLE shop.webhook_streams (\n  shop_id uuid NOT NULL,\n  installation_id uuid NOT NULL,\n  app_id uuid NOT NULL,\n  last_sequence bigint NOT NULL,\n  state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'paused', 'ended')),\n  failing_since timestamptz,\n  attempts integer NOT NULL DEFAULT 0,\n  next_attempt_at timestamptz,\n  delivery_id uuid,\n  loss_foretold boolean NOT NULL DEFAULT false,\n  locked_by integer,\n  locked_until timestamptz,\n  PRIMARY KEY (shop_id, installation_id)\n);\nCREATE INDEX ON shop.webhook_streams (shop_id, next_attempt_at) WHERE next_attempt_at IS NOT NULL;\nALTER TABLE shop.webhook_streams ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop ON shop.webhook_streams USING (shop_id = (SELECT shop.current_shop()));\nGRANT SELECT, INSERT, UPDATE, DELETE ON shop.webhook_streams TO storewright_hooks;\nGRANT SELECT, UPDATE (attempts, delivery_id, last_sequence, next_attempt_at) ON shop.webhook_streams\n  TO storewright_shop;\n\nCREATE FUNCTION shop.shops_to_serve(at timestamptz) RETURNS SETOF uuid\n  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog\nAS $$\n  WITH RECURSIVE unnumbered AS (\n    (SELECT shop_id FROM shop.events WHERE sequence IS NULL ORDER BY shop_id LIMIT 1)\n    UNION ALL\n    SELECT (SELECT e.shop_id FROM shop.events e WHERE e.sequence IS NULL AND e.shop_id > u.shop_id\n      ORDER BY e.shop_id LIMIT 1)\n    FROM unnumbered u WHERE u.shop_id IS NOT NULL\n  )\n  SELECT shop_id FROM unnumbered WHERE shop_id IS NOT NULL\n  UNION\n  SELECT shop_id FROM shop.event_streams WHERE to_serve\n  UNION\n  SELECT s.shop_id FROM shop.webhook_streams s JOIN shop.event_streams e USING (shop_id)\n  WHERE s.next_attempt_at <= at AND s.state <> 'ended' AND s.last_sequence < e.last_sequence\n  UNION\n  SELECT shop_id FROM shop.webhook_deliveries WHERE status = 'waiting'\n$$;\nREVOKE EXECUTE ON FUNCTION shop.shops_to_serve(timestamptz) FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION shop.shops_to_serve(timestamptz) TO storewright_hooks;\n\nCREATE FUNCTION shop.shops_behind(at timestamptz) RETURNS SETOF uuid\n  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog\nAS $$\n  SELECT DISTINCT s.shop_id FROM shop.webhook_streams s JOIN shop.event_streams e USING (shop_id)\n  WHERE s.state <> 'ended' AND s.last_sequence < e.last_sequence AND (s.next_attempt_at IS NULL\n    OR s.next_attempt_at <= at)\n$$;\nREVOKE EXECUTE ON FUNCTION shop.shops_behind(timestamptz) FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION shop.shops_behind(timestamptz) TO storewright_hooks;\n\nCREATE FUNCTION shop.webhook_backlog() RETURNS TABLE (state text, streams bigint, events bigint, oldest timestamptz)\n  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog\nAS $$\n  SELECT s.state, count(*), sum(e.last_sequence - s.last_sequence)::bigint, min(next.occurred_at)\n  FROM shop.webhook_streams s JOIN shop.event_streams e USING (shop_id)\n  LEFT JOIN LATERAL (\n    SELECT occurred_at FROM shop.events v WHERE v.shop_id = s.shop_id AND v.sequence > s.last_sequence\n      ORDER BY v.sequence LIMIT 1\n  ) next ON true\n  WHERE s.state <> 'ended' AND s.last_sequence < e.last_sequence GROUP BY s.state\n  UNION ALL\n  SELECT 'unnumbered', 0, count(*), min(occurred_at) FROM shop.events WHERE sequence IS NULL\n$$;\nREVOKE EXECUTE ON FUNCTION shop.webhook_backlog() FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION shop.webhook_backlog() TO storewright_hooks;\n\nCREATE FUNCTION shop.shops_with_events() RETURNS SETOF uuid\n  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog\nAS $$\n  SELECT shop_id FROM shop.event_streams\n$$;\nREVOKE EXECUTE ON FUNCTION shop.shops_with_events() FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION shop.shops_with_events() TO storewright_hooks;\n\nCREATE FUNCTION shop.shops_to_redact() RETURNS SETOF uuid\n  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog\nAS $$\n  SELECT DISTINCT shop_id FROM shop.redactions\n  WHERE finished_at IS NULL AND (swept_at IS NULL OR requested_at < now() - interval '5 minutes')\n$$;\nREVOKE EXECUTE ON FUNCTION shop.shops_to_redact() FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION shop.shops_to_redact() TO storewright_hooks;\n\nCREATE FUNCTION shop.redact_events(events uuid[], resources text[]) RETURNS integer\n  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog\nAS $$\n  WITH redacted AS (\n    UPDATE shop.events e SET resource = each.resource\n    FROM unnest(events, resources) AS each (id, resource)\n    WHERE e.shop_id = shop.current_shop() AND e.id = each.id\n      AND EXISTS (SELECT 1 FROM shop.redactions r WHERE r.shop_id = shop.current_shop() AND r.finished_at IS NULL)\n    RETURNING 1\n  )\n  SELECT count(*)::integer FROM redacted\n$$;\nREVOKE EXECUTE ON FUNCTION shop.redact_events(uuid[], text[]) FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION shop.redact_events(uuid[], text[]) TO storewright_hooks;\n\nCREATE FUNCTION shop.empty_shop(goes_on boolean) RETURNS void\n  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog\nAS $$\nDECLARE\n  emptied CONSTANT uuid := shop.current_shop();\n  name text;\nBEGIN\n  IF emptied IS NULL THEN\n    RAISE EXCEPTION 'no shop in the context';\n  END IF;\n  -- Under its lock numbers are given.\n  PERFORM FROM shop.event_streams WHERE shop_id = emptied FOR UPDATE;\n  FOR name IN\n    WITH RECURSIVE tables AS (\n      SELECT c.oid, c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'shop_id'\n        AND NOT a.attisdropped\n      WHERE c.relnamespace = 'shop'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition\n    ), depths AS (\n      SELECT oid, 0 AS depth FROM tables\n      UNION ALL\n      SELECT f.conrelid, d.depth + 1 FROM depths d JOIN pg_constraint f ON f.confrelid = d.oid AND f.contype = 'f'\n        AND f.conrelid <> f.confrelid\n      WHERE d.depth < 20\n    )\n    SELECT t.relname FROM tables t JOIN depths d USING (oid)\n    WHERE NOT (goes_on AND t.relname IN ('event_streams', 'webhook_streams')) GROUP BY t.oid, t.relname\n      ORDER BY max(d.depth) DESC\n  LOOP\n    EXECUTE format('DELETE FROM shop.%I WHERE shop_id = %L', name, emptied);\n  END LOOP;\n  UPDATE shop.event_streams SET first_sequence = last_sequence + 1 WHERE shop_id = emptied;\n  UPDATE shop.webhook_streams s SET last_sequence = greatest(s.last_sequence, e.last_sequence), delivery_id = NULL,\n    attempts = 0,\n    failing_since = NULL, next_attempt_at = NULL, loss_foretold = false, state = CASE s.state WHEN 'paused'\n      THEN 'active' ELSE s.state END\n  FROM shop.event_streams e WHERE s.shop_id = emptied AND e.shop_id = emptied;\nEND\n$$;\nREVOKE EXECUTE ON FUNCTION shop.empty_shop(boolean) FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION shop.empty_shop(boolean) TO storewright_shop;\n"],
	["libs/platform/schema/migrations/shop/1796000000030-add-event-authors.sql", "ALTER TABLE shop.events ADD COLUMN actor_type text COLLATE \"C\", ADD COLUMN actor_id uuid, ADD COLUMN actor_name text;\n"],
	["libs/shop/catalog/migrations/shop/1795000000003-create-catalog.sql", "CREATE TABLE shop.products (\n  shop_id uuid NOT NULL,\n  id uuid NOT NULL,\n  title text COLLATE \"C\" NOT NULL,\n  handle text COLLATE \"C\" NOT NULL,\n  description text NOT NULL,\n  status text COLLATE \"C\" NOT NULL CHECK (status IN ('draft', 'active', 'archived')),\n  tags text[] NOT NULL,\n  published_at timestamptz,\n  version integer NOT NULL DEFAULT 1,\n  created_at timestamptz NOT NULL,\n  updated_at timestamptz NOT NULL,\n  PRIMARY KEY (shop_id, id)\n);\nCREATE UNIQUE INDEX ON shop.products (shop_id, handle);\nCREATE INDEX ON shop.products (shop_id, title, id);\nCREATE INDEX ON shop.products (shop_id, status, id);\nCREATE INDEX ON shop.products (shop_id, updated_at, id);\nALTER TABLE shop.products ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop ON shop.products USING (shop_id = (SELECT shop.current_shop()));\nGRANT SELECT, INSERT, UPDATE, DELETE ON shop.products TO storewright_shop;\n\nCREATE TABLE shop.variants (\n  shop_id uuid NOT NULL,\n  id uuid NOT NULL,\n  product_id uuid NOT NULL,\n  title text COLLATE \"C\" NOT NULL,\n  sku text COLLATE \"C\",\n  price_amount bigint NOT NULL CHECK (price_amount >= 0),\n  compare_at_amount bigint CHECK (compare_at_amount >= 0),\n  currency_code text COLLATE \"C\" NOT NULL,\n  inventory_quantity integer,\n  inventory_policy text COLLATE \"C\" NOT NULL CHECK (inventory_policy IN ('deny', 'continue')),\n  position integer NOT NULL,\n  version integer NOT NULL DEFAULT 1,\n  created_at timestamptz NOT NULL,\n  updated_at timestamptz NOT NULL,\n  PRIMARY KEY (shop_id, id),\n  FOREIGN KEY (shop_id, product_id) REFERENCES shop.products (shop_id, id)\n);\nCREATE UNIQUE INDEX ON shop.variants (shop_id, sku);\nCREATE INDEX ON shop.variants (shop_id, product_id, id);\nCREATE INDEX ON shop.variants (shop_id, position, id);\nCREATE INDEX ON shop.variants (shop_id, price_amount, id);\nCREATE INDEX ON shop.variants (shop_id, updated_at, id);\nALTER TABLE shop.variants ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop ON shop.variants USING (shop_id = (SELECT shop.current_shop()));\nGRANT SELECT, INSERT, UPDATE, DELETE ON shop.variants TO storewright_shop;\n"],
	["libs/shop/catalog/migrations/shop/1796000000020-index-stock.sql", "-- Serves the list of variants that are out of stock.\nCREATE INDEX ON shop.variants (shop_id, inventory_quantity, id);\n"],
	["libs/shop/catalog/migrations/shop/1796000000040-create-product-images.sql", "CREATE TABLE shop.image_files (\n  shop_id uuid NOT NULL,\n  id uuid NOT NULL,\n  status text COLLATE \"C\" NOT NULL CHECK (status IN ('uploaded', 'used', 'deleted')),\n  width integer NOT NULL CHECK (width > 0),\n  height integer NOT NULL CHECK (height > 0),\n  sizes jsonb NOT NULL,\n  created_at timestamptz NOT NULL,\n  PRIMARY KEY (shop_id, id)\n);\nCREATE INDEX ON shop.image_files (shop_id, status, created_at);\nALTER TABLE shop.image_files ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\n\nCREATE TABLE shop.image_contents (\n  shop_id uuid NOT NULL,\n  file_id uuid NOT NULL,\n  side integer NOT NULL CHECK (side > 0),\n  bytes bytea NOT NULL,\n  PRIMARY KEY (shop_id, file_id, side)\n);\nALTER TABLE shop.image_contents ALTER COLUMN bytes SET STORAGE EXTERNAL;\nALTER TABLE shop.image_contents ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\n\nCREATE TABLE shop.product_images (\n  shop_id uuid NOT NULL,\n  id uuid NOT NULL,\n  product_id uuid NOT NULL,\n  file_id uuid NOT NULL,\n  alt_text text NOT NULL,\n  position integer NOT NULL,\n  width integer NOT NULL,\n  height integer NOT NULL,\n  sizes jsonb NOT NULL,\n  version integer NOT NULL DEFAULT 1,\n  created_at timestamptz NOT NULL,\n  updated_at timestamptz NOT NULL,\n  PRIMARY KEY (shop_id, id)\n);\nCREATE UNIQUE INDEX ON shop.product_images (shop_id, file_id);\nCREATE INDEX ON shop.product_images (shop_id, product_id, id);\nCREATE INDEX ON shop.product_images (shop_id, position, id);\nCREATE INDEX ON shop.product_images (shop_id, updated_at, id);\nALTER TABLE shop.product_images ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\n\n-- On a cluster, a foreign key needs distributed tables, and a policy cannot have a subquery.\nDO $$\nDECLARE\n  added text;\n  is_distributed boolean := false;\nBEGIN\n  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') THEN\n    is_distributed := EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'shop.products'::regclass);\n  END IF;\n  FOREACH added IN ARRAY ARRAY['image_files', 'image_contents', 'product_images'] LOOP\n    IF is_distributed THEN\n      PERFORM create_distributed_table(('shop.' || added)::regclass, 'shop_id', colocate_with => 'shop.products');\n    END IF;\n    EXECUTE format('CREATE POLICY of_shop ON shop.%I USING (shop_id = %s)', added,\n      CASE WHEN is_distributed THEN 'shop.current_shop()' ELSE '(SELECT shop.current_shop())' END);\n  END LOOP;\nEND\n$$;\nALTER TABLE shop.image_contents ADD FOREIGN KEY (shop_id, file_id) REFERENCES shop.image_files (shop_id, id);\nALTER TABLE shop.product_images ADD FOREIGN KEY (shop_id, product_id) REFERENCES shop.products (shop_id, id);\nALTER TABLE shop.product_images ADD FOREIGN KEY (shop_id, file_id) REFERENCES shop.image_files (shop_id, id);\n\nGRANT SELECT, INSERT, UPDATE, DELETE ON shop.image_files TO storewright_shop;\nGRANT SELECT, INSERT, UPDATE, DELETE ON shop.image_contents TO storewright_shop;\nGRANT SELECT, INSERT, UPDATE, DELETE ON shop.product_images TO storewright_shop;\n"],
	["libs/shop/catalog/migrations/shop/1796000000500-create-imports.sql", "CREATE TABLE shop.imports (\n  shop_id uuid NOT NULL,\n  id uuid NOT NULL,\n  kind text COLLATE \"C\" NOT NULL CHECK (kind IN ('products', 'inventory')),\n  file_name text,\n  state text COLLATE \"C\" NOT NULL CHECK (state IN ('checking', 'checked', 'running', 'finished', 'cancelled')),\n  columns jsonb NOT NULL,\n  delimiter text COLLATE \"C\" NOT NULL,\n  row_count integer NOT NULL,\n  checked_count integer NOT NULL,\n  done_count integer NOT NULL,\n  failed_count integer NOT NULL,\n  position integer NOT NULL,\n  started_at timestamptz,\n  ended_at timestamptz,\n  actor_type text COLLATE \"C\" CHECK (actor_type IN ('app', 'access_token', 'person')),\n  actor_id uuid,\n  actor_name text,\n  version integer NOT NULL DEFAULT 1,\n  created_at timestamptz NOT NULL,\n  updated_at timestamptz NOT NULL,\n  PRIMARY KEY (shop_id, id),\n  CHECK (num_nonnulls(actor_type, actor_id, actor_name) IN (0, 3))\n);\nCREATE INDEX ON shop.imports (shop_id, created_at, id);\nCREATE INDEX ON shop.imports (shop_id, state, id);\nALTER TABLE shop.imports ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\n\n-- Rows are stored before their import, so that the import appears with its complete file.\nCREATE TABLE shop.import_rows (\n  shop_id uuid NOT NULL,\n  id uuid NOT NULL,\n  import_id uuid NOT NULL,\n  number integer NOT NULL,\n  cells jsonb NOT NULL,\n  handle text COLLATE \"C\",\n  sku text COLLATE \"C\",\n  errors jsonb,\n  PRIMARY KEY (shop_id, id)\n);\nCREATE UNIQUE INDEX ON shop.import_rows (shop_id, import_id, number, id);\nCREATE INDEX ON shop.import_rows (shop_id, import_id, handle, number);\nCREATE INDEX ON shop.import_rows (shop_id, import_id, sku, number);\nCREATE INDEX ON shop.import_rows (shop_id, import_id, number) WHERE errors IS NOT NULL;\nALTER TABLE shop.import_rows ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\n\n-- On a cluster, a policy cannot have a subquery.\nDO $$\nDECLARE\n  added text;\n  is_distributed boolean := false;\nBEGIN\n  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') THEN\n    is_distributed := EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'shop.products'::regclass);\n  END IF;\n  FOREACH added IN ARRAY ARRAY['imports', 'import_rows'] LOOP\n    IF is_distributed THEN\n      PERFORM create_distributed_table(('shop.' || added)::regclass, 'shop_id', colocate_with => 'shop.products');\n    END IF;\n    EXECUTE format('CREATE POLICY of_shop ON shop.%I USING (shop_id = %s)', added,\n      CASE WHEN is_distributed THEN 'shop.current_shop()' ELSE '(SELECT shop.current_shop())' END);\n  END LOOP;\nEND\n$$;\nGRANT SELECT, INSERT, UPDATE, DELETE ON shop.imports TO storewright_shop;\nGRANT SELECT, INSERT, UPDATE (errors), DELETE ON shop.import_rows TO storewright_shop;\n\n-- Shops with unfinished or outdated imports.\nCREATE FUNCTION shop.shops_with_imports(outdated_before timestamptz) RETURNS SETOF uuid\n  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog\nAS $$\nBEGIN\n  RETURN QUERY SELECT DISTINCT i.shop_id FROM shop.imports i\n  WHERE i.state IN ('checking', 'running') OR i.created_at < outdated_before;\nEND\n$$;\nREVOKE EXECUTE ON FUNCTION shop.shops_with_imports(timestamptz) FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION shop.shops_with_imports(timestamptz) TO storewright_shop;\n"],
	["libs/shop/catalog/migrations/shop/1796000000600-create-inventory-changes.sql", "CREATE TABLE shop.inventory_changes (\n  shop_id uuid NOT NULL,\n  id uuid NOT NULL,\n  variant_id uuid NOT NULL,\n  order_id uuid,\n  delta integer NOT NULL,\n  quantity integer,\n  reason text COLLATE \"C\" NOT NULL\n    CHECK (reason IN ('created', 'adjusted', 'ordered', 'restocked', 'imported')),\n  actor_type text COLLATE \"C\" CHECK (actor_type IN ('app', 'access_token', 'person')),\n  actor_id uuid,\n  actor_name text,\n  created_at timestamptz NOT NULL,\n  PRIMARY KEY (shop_id, id),\n  CHECK (num_nonnulls(actor_type, actor_id, actor_name) IN (0, 3))\n);\nCREATE INDEX ON shop.inventory_changes (shop_id, variant_id, id);\nCREATE INDEX ON shop.inventory_changes (shop_id, order_id, id);\nCREATE INDEX ON shop.inventory_changes (shop_id, reason, id);\nCREATE INDEX ON shop.inventory_changes (shop_id, created_at, id);\nALTER TABLE shop.inventory_changes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\n\n-- On a cluster, a foreign key needs distributed tables, and a policy cannot have a subquery.\nDO $$\nDECLARE\n  is_distributed boolean := false;\nBEGIN\n  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') THEN\n    is_distributed := EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'shop.variants'::regclass);\n  END IF;\n  IF is_distributed THEN\n    PERFORM create_distributed_table('shop.inventory_changes'::regclass, 'shop_id',\n      colocate_with => 'shop.variants');\n  END IF;\n  EXECUTE format('CREATE POLICY of_shop ON shop.inventory_changes USING (shop_id = %s)',\n    CASE WHEN is_distributed THEN 'shop.current_shop()' ELSE '(SELECT shop.current_shop())' END);\nEND\n$$;\nALTER TABLE shop.inventory_changes ADD FOREIGN KEY (shop_id, variant_id)\n  REFERENCES shop.variants (shop_id, id) ON DELETE CASCADE;\n-- Changes are immutable. Deleting a variant deletes its changes.\nGRANT SELECT, INSERT ON shop.inventory_changes TO storewright_shop;\n"],
	["libs/shop/catalog/migrations/shop/1796000000610-add-variant-images.sql", "-- The image of a variant, among the images of its product. A foreign key would prevent processes of the previous\n-- release from deleting an image. The API clears the column when the image is deleted.\nALTER TABLE shop.variants ADD COLUMN image_id uuid;\nCREATE INDEX ON shop.variants (shop_id, image_id) WHERE image_id IS NOT NULL;\n"],
	["libs/shop/meta/migrations/shop/1795000000002-create-meta.sql", "CREATE TABLE shop.meta (\n  shop_id uuid NOT NULL,\n  id uuid NOT NULL,\n  resource_type text COLLATE \"C\" NOT NULL,\n  resource_id text COLLATE \"C\" NOT NULL,\n  data jsonb NOT NULL,\n  version integer NOT NULL DEFAULT 1,\n  created_at timestamptz NOT NULL,\n  updated_at timestamptz NOT NULL,\n  segment integer NOT NULL DEFAULT 1,\n  PRIMARY KEY (shop_id, id)\n);\nCREATE INDEX ON shop.meta (shop_id, resource_type, resource_id, id);\nCREATE INDEX ON shop.meta (shop_id, resource_type, id);\nCREATE INDEX ON shop.meta (shop_id, resource_id, id);\nALTER TABLE shop.meta ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop ON shop.meta USING (shop_id = (SELECT shop.current_shop()));\nGRANT SELECT, INSERT, UPDATE, DELETE ON shop.meta TO storewright_shop;\n\nCREATE TABLE shop.meta_entries (\n  shop_id uuid NOT NULL,\n  segment integer NOT NULL DEFAULT 1,\n  tok bytea NOT NULL,\n  meta_id uuid NOT NULL,\n  PRIMARY KEY (shop_id, segment, tok, meta_id)\n);\nCREATE INDEX ON shop.meta_entries (shop_id, tok DESC, meta_id);\nALTER TABLE shop.meta_entries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop ON shop.meta_entries USING (shop_id = (SELECT shop.current_shop()));\nGRANT SELECT, INSERT, UPDATE, DELETE ON shop.meta_entries TO storewright_shop;\n\nCREATE TABLE shop.meta_segments (\n  shop_id uuid NOT NULL,\n  segment integer NOT NULL CHECK (segment > 1),\n  from_id uuid NOT NULL,\n  PRIMARY KEY (shop_id, segment)\n);\nALTER TABLE shop.meta_segments ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop ON shop.meta_segments USING (shop_id = (SELECT shop.current_shop()));\nGRANT SELECT, INSERT, UPDATE, DELETE ON shop.meta_segments TO storewright_shop;\n"],
	["libs/shop/proposals/migrations/shop/1796000000932-create-proposals.sql", "CREATE TABLE shop.proposals (\n  shop_id uuid NOT NULL,\n  id uuid NOT NULL,\n  installation_id uuid NOT NULL,\n  status text COLLATE \"C\" NOT NULL CHECK (status IN ('pending', 'approved', 'declined', 'expired', 'failed')),\n  method text COLLATE \"C\" NOT NULL,\n  path text NOT NULL,\n  resource_type text COLLATE \"C\",\n  resource_id uuid,\n  base_version integer,\n  required_scopes text[] NOT NULL,\n  document text,\n  base_url text NOT NULL,\n  versions jsonb NOT NULL,\n  failure_reason text COLLATE \"C\",\n  failure_code text COLLATE \"C\",\n  expires_at timestamptz NOT NULL,\n  decided_at timestamptz,\n  decided_by_id uuid,\n  decided_by_name text,\n  actor_type text COLLATE \"C\" CHECK (actor_type IN ('app', 'access_token', 'person')),\n  actor_id uuid,\n  actor_name text,\n  version integer NOT NULL DEFAULT 1,\n  created_at timestamptz NOT NULL,\n  updated_at timestamptz NOT NULL,\n  PRIMARY KEY (shop_id, id),\n  CHECK (num_nonnulls(actor_type, actor_id, actor_name) IN (0, 3)),\n  CHECK ((status = 'failed') = (failure_reason IS NOT NULL))\n);\nCREATE INDEX ON shop.proposals (shop_id, status, id);\nCREATE INDEX ON shop.proposals (shop_id, installation_id, id);\nCREATE INDEX ON shop.proposals (shop_id, created_at, id);\nALTER TABLE shop.proposals ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\n\nCREATE TABLE shop.proposal_changes (\n  shop_id uuid NOT NULL,\n  id uuid NOT NULL,\n  proposal_id uuid NOT NULL,\n  number integer NOT NULL,\n  action text COLLATE \"C\" NOT NULL CHECK (action IN ('create', 'update', 'delete')),\n  resource_type text COLLATE \"C\" NOT NULL,\n  resource_id uuid,\n  resource_name text,\n  attribute text COLLATE \"C\",\n  before jsonb,\n  after jsonb,\n  PRIMARY KEY (shop_id, id)\n);\nCREATE UNIQUE INDEX ON shop.proposal_changes (shop_id, proposal_id, number, id);\nALTER TABLE shop.proposal_changes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\n\n-- On a cluster, a policy cannot have a subquery.\nDO $$\nDECLARE\n  added text;\n  is_distributed boolean := false;\nBEGIN\n  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') THEN\n    is_distributed := EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'shop.products'::regclass);\n  END IF;\n  FOREACH added IN ARRAY ARRAY['proposals', 'proposal_changes'] LOOP\n    IF is_distributed THEN\n      PERFORM create_distributed_table(('shop.' || added)::regclass, 'shop_id', colocate_with => 'shop.products');\n    END IF;\n    EXECUTE format('CREATE POLICY of_shop ON shop.%I USING (shop_id = %s)', added,\n      CASE WHEN is_distributed THEN 'shop.current_shop()' ELSE '(SELECT shop.current_shop())' END);\n  END LOOP;\nEND\n$$;\nGRANT SELECT, INSERT, UPDATE, DELETE ON shop.proposals TO storewright_shop;\nGRANT SELECT, INSERT, DELETE ON shop.proposal_changes TO storewright_shop;\nGRANT SELECT, UPDATE (document) ON shop.proposals TO storewright_hooks;\nGRANT SELECT, DELETE ON shop.proposal_changes TO storewright_hooks;\n\n-- Shops with pending proposals that expired before this time, or with proposals from before `outdated_before`.\nCREATE FUNCTION shop.shops_with_due_proposals(expired_before timestamptz, outdated_before timestamptz)\n  RETURNS SETOF uuid\n  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog\nAS $$\nBEGIN\n  RETURN QUERY SELECT DISTINCT p.shop_id FROM shop.proposals p\n  WHERE (p.status = 'pending' AND p.expires_at < expired_before) OR p.created_at < outdated_before;\nEND\n$$;\nREVOKE EXECUTE ON FUNCTION shop.shops_with_due_proposals(timestamptz, timestamptz) FROM PUBLIC;\nGRANT EXECUTE ON FUNCTION shop.shops_with_due_proposals(timestamptz, timestamptz) TO storewright_shop;\n"],
	["libs/shop/sales/migrations/shop/1795000000004-create-sales.sql", "CREATE FUNCTION shop.lines_add_up(lines jsonb, subtotal bigint) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE\nAS $$\n  SELECT count(*) > 0 AND sum((line->>'total_amount')::numeric) = subtotal\n    AND bool_and((line->>'price_amount')::numeric >= 0 AND (line->>'quantity')::numeric >= 1\n      AND (line->>'price_amount')::numeric * (line->>'quantity')::numeric = (line->>'total_amount')::numeric)\n  FROM jsonb_array_elements(lines) AS line\n$$;\n\nCREATE TABLE shop.customers (\n  shop_id uuid NOT NULL,\n  id uuid NOT NULL,\n  email text COLLATE \"C\",\n  email_folded text COLLATE \"C\",\n  phone text COLLATE \"C\",\n  first_name text,\n  last_name text,\n  accepts_marketing boolean NOT NULL,\n  default_address jsonb,\n  note text,\n  tags text[] NOT NULL,\n  status text COLLATE \"C\" NOT NULL CHECK (status IN ('active', 'disabled', 'redacted')),\n  orders_count integer NOT NULL CHECK (orders_count >= 0),\n  total_spent_amount bigint NOT NULL CHECK (total_spent_amount >= 0),\n  version integer NOT NULL DEFAULT 1,\n  created_at timestamptz NOT NULL,\n  updated_at timestamptz NOT NULL,\n  total_spent jsonb NOT NULL DEFAULT '[]',\n  PRIMARY KEY (shop_id, id),\n  CHECK (\n    CASE status\n    WHEN 'redacted' THEN ((num_nonnulls(email, email_folded, phone, first_name, last_name, default_address,\n      note) = 0) AND (cardinality(tags) = 0) AND (NOT accepts_marketing))\n    ELSE (num_nonnulls(email, phone) > 0)\n    END)\n);\nCREATE UNIQUE INDEX ON shop.customers (shop_id, email_folded);\nCREATE INDEX ON shop.customers (shop_id, phone, id);\nCREATE INDEX ON shop.customers (shop_id, status, id);\nCREATE INDEX ON shop.customers (shop_id, total_spent_amount, id);\nCREATE INDEX ON shop.customers (shop_id, updated_at, id);\nALTER TABLE shop.customers ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop ON shop.customers USING (shop_id = (SELECT shop.current_shop()));\nGRANT SELECT, INSERT, UPDATE, DELETE ON shop.customers TO storewright_shop;\n\nCREATE TABLE shop.codes (\n  shop_id uuid NOT NULL,\n  id uuid NOT NULL,\n  code text COLLATE \"C\" NOT NULL,\n  code_folded text COLLATE \"C\" NOT NULL,\n  kind text COLLATE \"C\" NOT NULL CHECK (kind IN ('discount', 'gift')),\n  value_type text COLLATE \"C\" CHECK (value_type IN ('percentage', 'fixed_amount')),\n  value bigint,\n  currency_code text COLLATE \"C\",\n  initial_amount bigint CHECK (initial_amount >= 1),\n  balance_amount bigint,\n  minimum_subtotal_amount bigint CHECK (minimum_subtotal_amount >= 0),\n  usage_limit integer CHECK (usage_limit >= 1),\n  usage_limit_per_customer integer CHECK (usage_limit_per_customer >= 1),\n  usage_count integer NOT NULL CHECK (usage_count >= 0),\n  starts_at timestamptz,\n  ends_at timestamptz,\n  enabled boolean NOT NULL,\n  customer_id uuid,\n  version integer NOT NULL DEFAULT 1,\n  created_at timestamptz NOT NULL,\n  updated_at timestamptz NOT NULL,\n  PRIMARY KEY (shop_id, id),\n  FOREIGN KEY (shop_id, customer_id) REFERENCES shop.customers (shop_id, id),\n  CHECK ((value >= 1) AND ((value <= 10000) OR (value_type <> 'percentage'))),\n  CHECK ((balance_amount >= 0) AND (balance_amount <= initial_amount)),\n  CHECK (\n    CASE kind\n    WHEN 'gift' THEN ((num_nonnulls(initial_amount, balance_amount, currency_code) = 3)\n      AND (num_nonnulls(value_type, value) = 0))\n    ELSE ((num_nonnulls(initial_amount, balance_amount) = 0) AND (num_nonnulls(value_type, value) = 2)\n      AND ((currency_code IS NULL) = (value_type = 'percentage')))\n    END)\n);\nCREATE UNIQUE INDEX ON shop.codes (shop_id, code_folded);\nCREATE INDEX ON shop.codes (shop_id, code, id);\nCREATE INDEX ON shop.codes (shop_id, kind, id);\nCREATE INDEX ON shop.codes (shop_id, customer_id, id);\nCREATE INDEX ON shop.codes (shop_id, updated_at, id);\nALTER TABLE shop.codes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop ON shop.codes USING (shop_id = (SELECT shop.current_shop()));\nGRANT SELECT, INSERT, UPDATE, DELETE ON shop.codes TO storewright_shop;\n\nCREATE TABLE shop.code_products (\n  shop_id uuid NOT NULL,\n  code_id uuid NOT NULL,\n  product_id uuid NOT NULL,\n  PRIMARY KEY (shop_id, code_id, product_id),\n  FOREIGN KEY (shop_id, code_id) REFERENCES shop.codes (shop_id, id) ON DELETE CASCADE\n);\nALTER TABLE shop.code_products ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop ON shop.code_products USING (shop_id = (SELECT shop.current_shop()));\nGRANT SELECT, INSERT, UPDATE, DELETE ON shop.code_products TO storewright_shop;\n\nCREATE TABLE shop.order_numbers (\n  shop_id uuid PRIMARY KEY,\n  last_number bigint NOT NULL\n);\nALTER TABLE shop.order_numbers ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop ON shop.order_numbers USING (shop_id = (SELECT shop.current_shop()));\nGRANT SELECT, INSERT, UPDATE, DELETE ON shop.order_numbers TO storewright_shop;\n\nCREATE TABLE shop.orders (\n  shop_id uuid NOT NULL,\n  id uuid NOT NULL,\n  number bigint NOT NULL,\n  currency_code text COLLATE \"C\" NOT NULL,\n  line_items jsonb NOT NULL,\n  subtotal_amount bigint NOT NULL,\n  discount_amount bigint NOT NULL,\n  shipping_amount bigint NOT NULL CHECK (shipping_amount >= 0),\n  tax_amount bigint NOT NULL CHECK (tax_amount >= 0),\n  total_amount bigint NOT NULL,\n  paid_amount bigint NOT NULL,\n  refunded_amount bigint NOT NULL,\n  email text COLLATE \"C\",\n  email_folded text COLLATE \"C\",\n  billing_address jsonb,\n  shipping_address jsonb,\n  note text,\n  tags text[] NOT NULL,\n  status text COLLATE \"C\" NOT NULL CHECK (status IN ('open', 'completed', 'cancelled')),\n  payment_status text COLLATE \"C\" NOT NULL\n    CHECK (payment_status IN ('pending', 'authorized', 'paid', 'partially_refunded', 'refunded', 'voided')),\n  fulfillment_status text COLLATE \"C\" NOT NULL\n    CHECK (fulfillment_status IN ('unfulfilled', 'partial', 'fulfilled', 'returned', 'not_required')),\n  cancel_reason text,\n  authorized_at timestamptz,\n  paid_at timestamptz,\n  refunded_at timestamptz,\n  voided_at timestamptz,\n  fulfilled_at timestamptz,\n  returned_at timestamptz,\n  completed_at timestamptz,\n  cancelled_at timestamptz,\n  customer_id uuid,\n  version integer NOT NULL DEFAULT 1,\n  created_at timestamptz NOT NULL,\n  updated_at timestamptz NOT NULL,\n  former_customers jsonb,\n  PRIMARY KEY (shop_id, id),\n  FOREIGN KEY (shop_id, customer_id) REFERENCES shop.customers (shop_id, id),\n  CHECK ((discount_amount >= 0) AND (discount_amount <= subtotal_amount)),\n  CHECK (total_amount = (((subtotal_amount - discount_amount) + shipping_amount) + tax_amount)),\n  CHECK ((paid_amount >= 0) AND (paid_amount <= total_amount)),\n  CHECK ((refunded_amount >= 0) AND (refunded_amount <= paid_amount)),\n  CHECK ((cancel_reason IS NULL) OR (status = 'cancelled')),\n  CHECK (shop.lines_add_up(line_items, subtotal_amount)),\n  CHECK ((status <> 'cancelled') OR fulfillment_status IN ('unfulfilled', 'not_required')),\n  CHECK (\n    CASE payment_status\n    WHEN 'paid' THEN ((paid_amount = total_amount) AND (refunded_amount = 0))\n    WHEN 'partially_refunded' THEN ((refunded_amount > 0) AND (refunded_amount < paid_amount))\n    WHEN 'refunded' THEN (refunded_amount = paid_amount)\n    ELSE (refunded_amount = 0)\n    END)\n);\nCREATE UNIQUE INDEX ON shop.orders (shop_id, number);\nCREATE INDEX ON shop.orders (shop_id, customer_id, id);\nCREATE INDEX ON shop.orders (shop_id, status, id);\nCREATE INDEX ON shop.orders (shop_id, payment_status, id);\nCREATE INDEX ON shop.orders (shop_id, fulfillment_status, id);\nCREATE INDEX ON shop.orders (shop_id, email_folded, id);\nCREATE INDEX ON shop.orders (shop_id, total_amount, id);\nCREATE INDEX ON shop.orders (shop_id, updated_at, id);\nCREATE INDEX orders_shop_id_created_at_id_idx ON shop.orders (shop_id, created_at, id)\n  INCLUDE (currency_code, status, total_amount, refunded_amount);\nCREATE INDEX ON shop.orders (shop_id, id) WHERE former_customers IS NOT NULL;\nALTER TABLE shop.orders ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop ON shop.orders USING (shop_id = (SELECT shop.current_shop()));\nGRANT SELECT, INSERT, UPDATE, DELETE ON shop.orders TO storewright_shop;\n\nCREATE TABLE shop.order_codes (\n  shop_id uuid NOT NULL,\n  order_id uuid NOT NULL,\n  code_id uuid NOT NULL,\n  discount_amount bigint NOT NULL CHECK (discount_amount >= 0),\n  gift_amount bigint NOT NULL CHECK (gift_amount >= 0),\n  PRIMARY KEY (shop_id, order_id, code_id),\n  FOREIGN KEY (shop_id, code_id) REFERENCES shop.codes (shop_id, id),\n  FOREIGN KEY (shop_id, order_id) REFERENCES shop.orders (shop_id, id) ON DELETE CASCADE\n);\nCREATE INDEX ON shop.order_codes (shop_id, code_id, order_id);\nALTER TABLE shop.order_codes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop ON shop.order_codes USING (shop_id = (SELECT shop.current_shop()));\nGRANT SELECT, INSERT, UPDATE, DELETE ON shop.order_codes TO storewright_shop;\n\nCREATE TABLE shop.order_variants (\n  shop_id uuid NOT NULL,\n  order_id uuid NOT NULL,\n  variant_id uuid NOT NULL,\n  quantity integer NOT NULL CHECK (quantity >= 1),\n  reserved integer NOT NULL,\n  PRIMARY KEY (shop_id, order_id, variant_id),\n  FOREIGN KEY (shop_id, order_id) REFERENCES shop.orders (shop_id, id) ON DELETE CASCADE,\n  FOREIGN KEY (shop_id, variant_id) REFERENCES shop.variants (shop_id, id) ON DELETE CASCADE,\n  CHECK ((reserved = 0) OR (reserved = quantity))\n);\nCREATE INDEX ON shop.order_variants (shop_id, variant_id, order_id);\nALTER TABLE shop.order_variants ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\nCREATE POLICY of_shop ON shop.order_variants USING (shop_id = (SELECT shop.current_shop()));\nGRANT SELECT, INSERT, UPDATE, DELETE ON shop.order_variants TO storewright_shop;\n"],
	["libs/shop/sales/migrations/shop/1796000000010-create-order-histories.sql", "CREATE TABLE shop.transactions (\n  shop_id uuid NOT NULL,\n  id uuid NOT NULL,\n  order_id uuid NOT NULL,\n  kind text COLLATE \"C\" NOT NULL\n    CHECK (kind IN ('authorization', 'capture', 'refund', 'void', 'gift_card_redemption', 'gift_card_return')),\n  amount bigint NOT NULL,\n  currency_code text COLLATE \"C\" NOT NULL,\n  authorized_change bigint NOT NULL DEFAULT 0,\n  line_items jsonb,\n  note text,\n  reference text COLLATE \"C\",\n  derived boolean NOT NULL,\n  actor_type text COLLATE \"C\" CHECK (actor_type IN ('app', 'access_token', 'person')),\n  actor_id uuid,\n  actor_name text,\n  version integer NOT NULL DEFAULT 1,\n  created_at timestamptz NOT NULL,\n  updated_at timestamptz NOT NULL,\n  PRIMARY KEY (shop_id, id),\n  CHECK ((amount > 0) OR ((amount = 0) AND (kind = 'void'))),\n  CHECK (num_nonnulls(actor_type, actor_id, actor_name) IN (0, 3))\n);\nCREATE INDEX ON shop.transactions (shop_id, order_id, id);\nCREATE INDEX ON shop.transactions (shop_id, kind, id);\nCREATE INDEX ON shop.transactions (shop_id, reference, id);\nCREATE INDEX ON shop.transactions (shop_id, created_at, id);\nALTER TABLE shop.transactions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\n\nCREATE TABLE shop.fulfillments (\n  shop_id uuid NOT NULL,\n  id uuid NOT NULL,\n  order_id uuid NOT NULL,\n  status text COLLATE \"C\" NOT NULL CHECK (status IN ('fulfilled', 'cancelled')),\n  line_items jsonb NOT NULL,\n  carrier text,\n  tracking_number text COLLATE \"C\",\n  tracking_url text,\n  derived boolean NOT NULL,\n  actor_type text COLLATE \"C\" CHECK (actor_type IN ('app', 'access_token', 'person')),\n  actor_id uuid,\n  actor_name text,\n  version integer NOT NULL DEFAULT 1,\n  created_at timestamptz NOT NULL,\n  updated_at timestamptz NOT NULL,\n  PRIMARY KEY (shop_id, id),\n  CHECK (num_nonnulls(actor_type, actor_id, actor_name) IN (0, 3))\n);\nCREATE INDEX ON shop.fulfillments (shop_id, order_id, id);\nCREATE INDEX ON shop.fulfillments (shop_id, tracking_number, id);\nCREATE INDEX ON shop.fulfillments (shop_id, created_at, id);\nALTER TABLE shop.fulfillments ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\n\nCREATE TABLE shop.order_comments (\n  shop_id uuid NOT NULL,\n  id uuid NOT NULL,\n  order_id uuid NOT NULL,\n  body text,\n  actor_type text COLLATE \"C\" CHECK (actor_type IN ('app', 'access_token', 'person')),\n  actor_id uuid,\n  actor_name text,\n  version integer NOT NULL DEFAULT 1,\n  created_at timestamptz NOT NULL,\n  updated_at timestamptz NOT NULL,\n  PRIMARY KEY (shop_id, id),\n  CHECK (num_nonnulls(actor_type, actor_id, actor_name) IN (0, 3))\n);\nCREATE INDEX ON shop.order_comments (shop_id, order_id, id);\nCREATE INDEX ON shop.order_comments (shop_id, created_at, id);\nALTER TABLE shop.order_comments ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\n\n-- On a cluster, a foreign key needs distributed tables, and a policy cannot have a subquery.\nDO $$\nDECLARE\n  added text;\n  is_distributed boolean := false;\nBEGIN\n  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') THEN\n    is_distributed := EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'shop.orders'::regclass);\n  END IF;\n  FOREACH added IN ARRAY ARRAY['transactions', 'fulfillments', 'order_comments'] LOOP\n    IF is_distributed THEN\n      PERFORM create_distributed_table(('shop.' || added)::regclass, 'shop_id', colocate_with => 'shop.orders');\n    END IF;\n    EXECUTE format('CREATE POLICY of_shop ON shop.%I USING (shop_id = %s)', added,\n      CASE WHEN is_distributed THEN 'shop.current_shop()' ELSE '(SELECT shop.current_shop())' END);\n  END LOOP;\nEND\n$$;\nALTER TABLE shop.transactions ADD FOREIGN KEY (shop_id, order_id) REFERENCES shop.orders (shop_id, id)\n  ON DELETE CASCADE;\nALTER TABLE shop.fulfillments ADD FOREIGN KEY (shop_id, order_id) REFERENCES shop.orders (shop_id, id)\n  ON DELETE CASCADE;\nALTER TABLE shop.order_comments ADD FOREIGN KEY (shop_id, order_id) REFERENCES shop.orders (shop_id, id)\n  ON DELETE CASCADE;\n\n-- Transactions are immutable. A deletion locks its rows, which requires UPDATE of one column.\nGRANT SELECT, INSERT, UPDATE (version), DELETE ON shop.transactions TO storewright_shop;\nGRANT SELECT, INSERT, UPDATE, DELETE ON shop.fulfillments TO storewright_shop;\nGRANT SELECT, INSERT, UPDATE, DELETE ON shop.order_comments TO storewright_shop;\n\nALTER TABLE shop.order_variants ADD COLUMN restocked integer NOT NULL DEFAULT 0;\n\n-- Entries for the payments of existing orders.\nINSERT INTO shop.transactions (shop_id, id, order_id, kind, amount, currency_code, authorized_change, reference,\n  derived, version, created_at, updated_at)\nSELECT e.shop_id,\n  -- A UUID of version 7 with the time of the entry.\n  overlay(overlay(md5(e.order_id::text || e.kind || coalesce(e.reference, ''))\n    PLACING lpad(to_hex(floor(date_part('epoch', e.at) * 1000)::bigint), 12, '0') || '7' FROM 1)\n    PLACING '8' FROM 17)::uuid,\n  e.order_id, e.kind, e.amount, e.currency_code, e.authorized_change, e.reference, true, 1, e.at, e.at\nFROM (\n  SELECT c.shop_id, c.order_id, o.currency_code, 'gift_card_redemption' AS kind, c.gift_amount AS amount,\n    0 AS authorized_change, c.code_id::text AS reference, o.created_at AS at\n  FROM shop.order_codes c JOIN shop.orders o ON o.shop_id = c.shop_id AND o.id = c.order_id\n  UNION ALL\n  SELECT p.shop_id, p.order_id, p.currency_code, v.kind, v.amount, v.authorized_change, NULL, v.at\n  FROM (\n    SELECT o.shop_id, o.id AS order_id, o.currency_code, o.payment_status, o.refunded_amount, o.created_at,\n      o.authorized_at, coalesce(o.paid_at, o.updated_at) AS paid_at,\n      coalesce(o.refunded_at, o.updated_at) AS refunded_at,\n      coalesce(o.voided_at, o.updated_at) AS voided_at, o.paid_amount - coalesce(g.amount, 0) AS captured,\n      CASE WHEN o.authorized_at IS NULL THEN 0 ELSE o.total_amount - coalesce(g.amount, 0) END AS authorized\n    FROM shop.orders o\n    LEFT JOIN (SELECT shop_id, order_id, sum(gift_amount)::bigint AS amount FROM shop.order_codes GROUP BY 1, 2) g\n      ON g.shop_id = o.shop_id AND g.order_id = o.id\n  ) p\n  CROSS JOIN LATERAL (VALUES\n    ('authorization', p.authorized, p.authorized, p.authorized_at),\n    ('capture', p.captured, -least(p.captured, p.authorized), p.paid_at),\n    ('refund', p.refunded_amount, 0, p.refunded_at),\n    ('void', CASE WHEN p.payment_status = 'voided' THEN p.authorized END, -p.authorized, p.voided_at)\n  ) v (kind, amount, authorized_change, at)\n  UNION ALL\n  SELECT r.shop_id, r.order_id, r.currency_code, 'gift_card_return', least(r.gift_amount, r.left_amount), 0,\n    r.code_id::text, r.at\n  FROM (\n    SELECT c.shop_id, c.order_id, o.currency_code, c.gift_amount, c.code_id,\n      coalesce(o.cancelled_at, o.updated_at) AS at,\n      o.paid_amount - o.refunded_amount + c.gift_amount\n        - sum(c.gift_amount) OVER (PARTITION BY c.shop_id, c.order_id ORDER BY c.code_id) AS left_amount\n    FROM shop.order_codes c JOIN shop.orders o ON o.shop_id = c.shop_id AND o.id = c.order_id\n    WHERE o.status = 'cancelled'\n  ) r\n) e\nWHERE e.amount > 0 OR (e.amount = 0 AND e.kind = 'void');\n\n-- Fulfillments for the states of existing orders. The lines of a partial fulfillment are unknown.\nINSERT INTO shop.fulfillments (shop_id, id, order_id, status, line_items, derived, version, created_at, updated_at)\nSELECT o.shop_id,\n  overlay(overlay(md5(o.id::text || 'fulfillment')\n    PLACING lpad(to_hex(floor(date_part('epoch', coalesce(o.fulfilled_at, o.updated_at)) * 1000)::bigint), 12, '0')\n      || '7' FROM 1) PLACING '8' FROM 17)::uuid,\n  o.id, 'fulfilled',\n  CASE WHEN o.fulfillment_status = 'partial' THEN '[]'::jsonb ELSE (\n    SELECT jsonb_agg(jsonb_build_object('line_index', line.place - 1, 'quantity', line.item -> 'quantity')\n      ORDER BY line.place)\n    FROM jsonb_array_elements(o.line_items) WITH ORDINALITY line (item, place)) END,\n  true, 1, coalesce(o.fulfilled_at, o.updated_at), coalesce(o.fulfilled_at, o.updated_at)\nFROM shop.orders o WHERE o.fulfillment_status IN ('partial', 'fulfilled', 'returned');\n"],
	["libs/shop/sales/migrations/shop/1796000000031-add-order-authors.sql", "ALTER TABLE shop.orders ADD COLUMN actor_type text COLLATE \"C\", ADD COLUMN actor_id uuid, ADD COLUMN actor_name text;\nALTER TABLE shop.orders ADD CONSTRAINT orders_actor_type_check\n  CHECK (actor_type IN ('app', 'access_token', 'person'));\nALTER TABLE shop.orders ADD CONSTRAINT orders_actor_check\n  CHECK (num_nonnulls(actor_type, actor_id, actor_name) IN (0, 3));\nCREATE INDEX ON shop.orders (shop_id, actor_id, id);\n"],
	["libs/shop/sales/migrations/shop/1796000000620-add-fulfillment-cancellers.sql", "-- Who cancelled a fulfillment, and when. Unknown for cancellations by earlier releases.\nALTER TABLE shop.fulfillments ADD COLUMN cancelled_at timestamptz, ADD COLUMN canceller_type text COLLATE \"C\",\n  ADD COLUMN canceller_id uuid, ADD COLUMN canceller_name text;\nALTER TABLE shop.fulfillments ADD CONSTRAINT fulfillments_canceller_type_check\n  CHECK (canceller_type IN ('app', 'access_token', 'person'));\nALTER TABLE shop.fulfillments ADD CONSTRAINT fulfillments_canceller_check\n  CHECK (num_nonnulls(canceller_type, canceller_id, canceller_name) IN (0, 3));\n"]
];
// libs/platform/schema/src/sql-statements.ts
/**
* Matches a statement: function bodies, strings, quoted names, comments and other characters. A semicolon
* within the first four does not end the statement.
*/
const STATEMENT = /(?:\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|"[^"]*"|--[^\n]*|[^;])+/g;
const COMMENTS = /^\s*(?:--[^\n]*\s*)+/;
/** Returns the statements of an SQL text, without the comments that precede them. */
function statementsIn(sql) {
	return [...sql.matchAll(STATEMENT)].map(([statement]) => statement.replace(COMMENTS, "").trim()).filter((statement) => statement !== "");
}
// libs/platform/schema/src/migrations.ts
const FILE_NAME = /\/migrations\/(?<schema>auth|shop)\/(?<time>\d{13})-(?<words>[a-z][a-z0-9-]*)\.(?:sql|ts)$/;
/**
* Migrations of all libraries, in the order of the times in their names. A migration is
* `<library>/migrations/<schema>/<time>-<name>.sql`, or a .ts file that exports a class. A migration on the
* main branch must not be edited: expand first, contract one release later (docs/migrations.md).
*/
const authMigrations = migrationsOf("auth", files);
const shopMigrations = migrationsOf("shop", files);
/** Throws if a file has an invalid name or the same time as another file. */
function migrationsOf(schema, collected) {
	const byTime = /* @__PURE__ */ new Map();
	for (const [path, content] of collected) {
		const parts = FILE_NAME.exec(path)?.groups;
		if (!parts) throw new Error(`${path} must be named <time in ms>-<words>.sql, such as 1795000000000-create-notes.sql.`);
		if (parts.schema !== schema) continue;
		const other = byTime.get(parts.time);
		if (other) throw new Error(`${path} has the same time as ${other.path}. Give one of them a later time.`);
		const name = classNameOf(parts.words) + parts.time;
		const migration = typeof content === "string" ? fromSql(name, content) : fromClass(name, path, content);
		byTime.set(parts.time, Object.assign(migration, { path }));
	}
	return [...byTime.keys()].sort().map((time) => byTime.get(time));
}
/** Converts `create-notes` to `CreateNotes`. */
function classNameOf(words) {
	return words.replace(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase());
}
/**
* Creates a migration that sends each statement as a separate query, because the nodes of Citus accept one
* command at a time.
*/
function fromSql(name, sql) {
	const SqlMigration = class {
		static {
			this.sql = sql;
		}
		async up(runner) {
			for (const statement of statementsIn(sql)) await runner.query(statement);
		}
		/** Migrations are never undone. A later migration reverses an earlier one. */
		down() {
			return Promise.reject(/* @__PURE__ */ new Error(`${name} cannot be undone. Write a later migration that reverses it.`));
		}
	};
	return Object.defineProperty(SqlMigration, "name", { value: name });
}
function fromClass(name, path, exported) {
	const found = exported[name];
	if (typeof found !== "function") throw new Error(`${path} must export the class ${name}.`);
	return found;
}
// libs/platform/schema/src/older-migration.ts
const MISSING_TABLE = /^relation "(?<table>[\w.]+)" does not exist/;
const MISSING_COLUMN = /^column "(?<column>\w+)" of relation "(?<table>\w+)" does not exist/;
/** Explains an error about a missing table or column if a later migration creates it. */
function olderThan(error, pending) {
	const [failed, ...later] = pending;
	if (!(error instanceof typeorm.QueryFailedError) || !failed) return void 0;
	const { message } = error.driverError;
	const { table, column } = (MISSING_TABLE.exec(message) ?? MISSING_COLUMN.exec(message))?.groups ?? {};
	const creator = table && later.find(({ sql }) => sql && creates(sql, table, column));
	if (!creator) return void 0;
	const what = column ? `the column ${column} of ${table}` : table;
	return new Error(`${failed.name} is older than ${creator.name}, which creates ${what}. Give ${failed.name.slice(0, -13)} a later time.`, { cause: error });
}
function creates(sql, table, column) {
	return statementsIn(sql).some((statement) => {
		const words = statement.split(/[\s(;]+/);
		const isAbout = words[2] === table || words[2]?.endsWith(`.${table}`);
		if (column) return isAbout && words[0] === "ALTER" && statement.includes(`ADD COLUMN ${column} `);
		return isAbout && words[0] === "CREATE";
	});
}
// libs/platform/schema/src/migrate.ts
/** Key of the advisory lock that serializes all changes of roles and schemas. */
const MIGRATION_LOCK = 7340001;
/** Default limits: ten minutes in total, because a report or a dump can hold its locks that long. */
const DEFAULT_WAIT = {
	timeoutMs: 2e3,
	pauseMs: 3e3,
	attempts: 120,
	report: () => void 0
};
/**
* Updates both databases to the current schema: creates roles, runs migrations as the owner, and distributes
* new tables on a cluster. Returns the names of the migrations that ran and a line for each distributed
* object. Concurrent calls run one after the other.
*/
function migrate(servers, passwords, wait = {}) {
	return withMigrationLock(servers.auth, async () => {
		if (servers.auth === servers.shop) await prepareDatabase(servers.auth, ["auth", "shop"], passwords);
		else {
			await prepareDatabase(servers.shop, ["shop"], passwords);
			await prepareDatabase(servers.auth, ["auth"], passwords);
		}
		const ran = [];
		for (const schema of ["auth", "shop"]) ran.push(...await runMigrations(schema, servers[schema], passwords, {
			...DEFAULT_WAIT,
			...wait
		}));
		if (await isDistributed(servers.shop)) ran.push(...await distribute(servers.shop, passwords));
		return ran;
	});
}
/** Runs the work while a separate session holds the lock. The lock ends with the session. */
async function withMigrationLock(administrator, work) {
	const client = new pg.Client({
		connectionString: administrator,
		keepAlive: true
	});
	client.on("error", () => void 0);
	await client.connect();
	try {
		await rejectPooler(client, administrator);
		await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
		return await work();
	} finally {
		await client.end();
	}
}
/**
* Throws if the connection goes through a pooler in transaction mode, whose clients would share the session
* of the lock.
*/
async function rejectPooler(client, administrator) {
	const pid = await backendOf(client);
	if (pid === client.processID) return;
	const other = new pg.Client({ connectionString: administrator });
	await other.connect();
	const pids = [await backendOf(client), await backendOf(other)].filter((each) => each === pid);
	await other.end();
	if (pids.length !== 1) throw new require_settings_error.SettingsError("the administrator's address belongs to a pooler in transaction mode. Use the address of the database itself.");
}
async function backendOf(client) {
	const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
	return rows[0].pid;
}
async function runMigrations(schema, administrator, passwords, wait) {
	const migrations = schema === "auth" ? authMigrations : shopMigrations;
	const dataSource = new typeorm.DataSource({
		type: "postgres",
		url: urlAs(administrator, "owner", passwords),
		schema,
		migrations,
		migrationsTableName: "migrations",
		migrationsTransactionMode: "each",
		applicationName: "storewright-migrations",
		logger: "debug",
		extra: { lock_timeout: wait.timeoutMs }
	});
	await dataSource.initialize();
	try {
		await adoptBaseline(dataSource, schema, migrations);
		const pending = await pendingOf(dataSource);
		for (let attempt = 1; !await tryMigrations(dataSource, migrations); attempt += 1) {
			const [name] = await pendingOf(dataSource);
			const holder = await lockHolder(administrator, schema, wait.timeoutMs);
			if (attempt >= wait.attempts) throw new Error(`${name} stopped after ${attempt} attempts: ${holder}. It changed nothing. End that session or retry.`);
			wait.report(`${name} waits: ${holder}. Attempt ${attempt + 1} of ${wait.attempts} follows.`);
			await (0, node_timers_promises.setTimeout)(wait.pauseMs);
		}
		await dataSource.query(`GRANT SELECT ON ${schema}.migrations TO ${roles.auth}, ${roles.shop}, ${roles.hooks}`);
		return pending;
	} finally {
		await dataSource.destroy();
	}
}
async function pendingOf(dataSource) {
	return (await new typeorm.MigrationExecutor(dataSource).getPendingMigrations()).map(({ name }) => name);
}
/**
* Runs the pending migrations. Returns false if a migration timed out waiting for a lock or lost a deadlock,
* and was rolled back.
*/
async function tryMigrations(dataSource, migrations) {
	try {
		await dataSource.runMigrations();
		return true;
	} catch (error) {
		const { code } = error instanceof typeorm.QueryFailedError ? error.driverError : {};
		if (code === "55P03" || code === "40P01") return false;
		const pending = await pendingOf(dataSource);
		throw olderThan(error, migrations.filter(({ name }) => pending.includes(name))) ?? error;
	}
}
// libs/testing/database/src/free-ports.ts
/**
* Bounds of the ports. They are below the ephemeral range (from 32768 on Linux), so that the system does not
* use them for connections in the meantime.
*/
const first = 12e3;
/** Returns free ports of this machine, for programs whose addresses must be known before they start. */
async function freePorts(count) {
	const held = [];
	const ports = [];
	while (ports.length < count) {
		const port = first + Math.floor(Math.random() * 2e4);
		const server = (0, node_net.createServer)();
		if (!await (0, node_events.once)(server.listen(port, "127.0.0.1"), "listening").then(() => true, () => false)) continue;
		held.push(server);
		ports.push(port);
	}
	await Promise.all(held.map((server) => new Promise((closed) => server.close(closed))));
	return ports;
}
async function freePort$1() {
	const [port] = await freePorts(1);
	return port;
}
// libs/postgres/embedded-postgres/src/start-error.ts
/**
* Thrown if Postgres could not be started. The message is one line with the cause and the fix, so no stack
* trace is needed.
*/
var PostgresStartError = class extends Error {
	constructor(..._args) {
		super(..._args);
		this.name = "PostgresStartError";
	}
};
const advice = {
	EACCES: "permission denied: give this user the right to write there, or choose another folder",
	EPERM: "permission denied: give this user the right to write there, or choose another folder",
	EROFS: "the file system is read-only: choose another folder",
	ENOSPC: "the disk is full: free some space, or choose another folder"
};
/**
* Converts a failed file operation on the data folder to an error that tells the user what to do. Returns
* other errors unchanged.
*/
function asStartError(dataDirectory, cause) {
	const { code = "", syscall, message } = cause;
	if (!syscall) return cause;
	return new PostgresStartError(`cannot use the data folder ${dataDirectory}: ${advice[code] ?? message}`, { cause });
}
// libs/postgres/embedded-postgres/src/binaries.ts
const wayOut = "set DATABASE_URL to the URL of your own PostgreSQL 18 server";
function locatePackage(platform = process.platform, arch = process.arch) {
	const target = `${platform === "win32" ? "windows" : platform}-${arch}`;
	try {
		const root = (0, node_path.dirname)((0, node_path.dirname)(require.resolve(`@embedded-postgres/${target}`)));
		const { version } = JSON.parse((0, node_fs.readFileSync)((0, node_path.join)(root, "package.json"), "utf8"));
		return {
			native: (0, node_path.join)(root, "native"),
			version,
			major: version.split(".")[0]
		};
	} catch (cause) {
		throw new PostgresStartError(`npm installed no PostgreSQL for ${target}: run "npm ci" again, or ${wayOut}`, { cause });
	}
}
/** Describes a PostgreSQL installation outside of npm. `native/bin` must contain its programs. */
function installedPackage(native) {
	const trial = (0, node_child_process.spawnSync)((0, node_path.join)(native, "bin", "postgres"), ["--version"], { encoding: "utf8" });
	if (trial.status !== 0) throw new PostgresStartError(`the PostgreSQL in ${native} does not run (${trial.error?.message ?? trial.stderr.trim().split("\n")[0]})`);
	const version = versionIn(trial.stdout);
	return {
		native,
		version,
		major: /^\d+/.exec(version)[0]
	};
}
/**
* Returns the version in the output of `postgres --version`, for example 18.4 from `postgres (PostgreSQL)
* 18.4 (Debian 18.4-1.pgdg12+1)`. Unreleased versions look like `19devel` or `19beta1`.
*/
function versionIn(said) {
	return /\d[\w.]*/.exec(said)[0];
}
/**
* Returns a folder from which the server's user can run the programs. Usually this is the npm package itself.
* If that user cannot access the package (for example below a private /root), or symbolic links of libraries
* are missing and cannot be created, it is a copy in the data folder.
*/
function runnableBinaries(pkg, folder) {
	if (linkLibraries(pkg.native)) {
		const reason = whyNotRunning(pkg.native, folder);
		if (!reason) return pkg.native;
		if (!reason.includes("EACCES")) throw doesNotRun(reason);
	}
	const copy = (0, node_path.join)(folder.home, `postgresql-${pkg.version}`);
	if (!(0, node_fs.existsSync)(copy)) copyBinaries(pkg.native, copy);
	const reason = whyNotRunning(copy, folder);
	if (reason) throw doesNotRun(reason);
	return copy;
}
/**
* Creates the symbolic links that the package lists. npm cannot pack links, so an install script creates
* them, and they are missing after `npm ci --ignore-scripts`. initdb cannot find libpq without them. Returns
* false if the links cannot be created.
*/
function linkLibraries(native) {
	const list = (0, node_fs.readFileSync)((0, node_path.join)(native, "pg-symlinks.json"), "utf8");
	try {
		for (const { source, target } of JSON.parse(list)) {
			const link = (0, node_path.join)((0, node_path.dirname)(native), target);
			if ((0, node_fs.lstatSync)(link, { throwIfNoEntry: false })) continue;
			(0, node_fs.symlinkSync)((0, node_path.basename)(source), link);
		}
		return true;
	} catch (error) {
		const { code } = error;
		if (code === "EEXIST") return linkLibraries(native);
		return false;
	}
}
function whyNotRunning(native, { home, user }) {
	const trial = (0, node_child_process.spawnSync)((0, node_path.join)(native, "bin", "postgres"), ["--version"], {
		...user,
		cwd: home,
		encoding: "utf8"
	});
	if (trial.status === 0) return void 0;
	return trial.error?.message ?? trial.stderr.trim().split("\n")[0];
}
function doesNotRun(reason) {
	return new PostgresStartError(`the bundled PostgreSQL does not run here (${reason}${reason.includes("ENOENT") ? ": this system may lack glibc, like Alpine" : ""}): ${wayOut}`);
}
/**
* Copies to a temporary name and renames the copy when it is complete, so a killed process leaves no partial
* copy behind.
*/
function copyBinaries(native, copy) {
	const unfinished = `${copy}.unfinished-${process.pid}`;
	try {
		(0, node_fs.cpSync)(native, (0, node_path.join)(unfinished, "native"), {
			recursive: true,
			verbatimSymlinks: true
		});
		linkLibraries((0, node_path.join)(unfinished, "native"));
		openToAll(unfinished);
		(0, node_fs.renameSync)((0, node_path.join)(unfinished, "native"), copy);
	} finally {
		(0, node_fs.rmSync)(unfinished, {
			recursive: true,
			force: true
		});
	}
}
/**
* Makes files readable for all users. With a strict umask, npm makes files readable only for their owner.
*/
function openToAll(folder) {
	(0, node_fs.chmodSync)(folder, 493);
	for (const entry of (0, node_fs.readdirSync)(folder, {
		recursive: true,
		withFileTypes: true
	})) {
		const path = (0, node_path.join)(entry.parentPath, entry.name);
		if (entry.isSymbolicLink()) continue;
		(0, node_fs.chmodSync)(path, entry.isDirectory() || (0, node_fs.lstatSync)(path).mode & 64 ? 493 : 420);
	}
}
// libs/postgres/embedded-postgres/src/environment.ts
/**
* Environment of the Postgres programs. It omits the caller's PG… variables and library paths, which could
* change their behavior. Messages are in English.
*/
function processEnvironment() {
	const { PATH, SystemRoot } = process.env;
	return {
		PATH,
		LC_ALL: "C",
		TZ: "UTC",
		...SystemRoot && { SystemRoot }
	};
}
// libs/postgres/embedded-postgres/src/log-lines.ts
/** Returns the error lines in the output of a Postgres program, without time stamps and process ids. */
function reasonsIn(log) {
	return log.split("\n").filter((line) => /(FATAL|PANIC|ERROR|HINT|error|could not)/.test(line)).map((line) => line.replace(/^[\d-]+ [\d:.]+ \w+ \[\d+\] /, ""));
}
// libs/postgres/embedded-postgres/src/cluster.ts
/**
* Creates the cluster if it is missing and returns the credentials of its superuser. `durable: false` does
* not wait for the disk.
*/
async function openCluster(folder, native, { durable, password }) {
	removeLeftovers(folder);
	const credentials = credentialsOf(folder, password);
	if (!(0, node_fs.existsSync)(folder.cluster)) await initdb(folder, native, credentials, durable);
	return credentials;
}
/**
* Returns the stored credentials or stores new ones. They are stored before initdb runs, so a kill in between
* cannot leave data without a password.
*/
function credentialsOf(folder, password = (0, node_crypto.randomBytes)(24).toString("base64url")) {
	if (!(0, node_fs.existsSync)(folder.credentials)) {
		if ((0, node_fs.existsSync)(folder.cluster)) throw new PostgresStartError(`${folder.credentials}, which holds the superuser of ${folder.cluster}, is missing: restore it from a backup`);
		writeNew(folder.credentials, {
			user: "postgres",
			password
		});
	}
	const text = (0, node_fs.readFileSync)(folder.credentials, "utf8");
	try {
		return JSON.parse(text);
	} catch (cause) {
		throw new PostgresStartError(`${folder.credentials} is damaged: restore it from a backup`, { cause });
	}
}
/** Creates the file atomically. If two processes start at the same time, the first file wins. */
function writeNew(path, credentials) {
	const draft = `${path}.${process.pid}`;
	try {
		(0, node_fs.writeFileSync)(draft, JSON.stringify(credentials), { mode: 384 });
		(0, node_fs.linkSync)(draft, path);
	} catch (error) {
		if (error.code !== "EEXIST") throw error;
	} finally {
		(0, node_fs.rmSync)(draft, { force: true });
	}
}
const workPrefix = (folder) => `${folder.major}.initdb-`;
/**
* Runs initdb in a temporary folder and renames the result when it is complete, so a killed process leaves no
* partial cluster behind.
*/
async function initdb(folder, native, credentials, durable) {
	const work = (0, node_path.join)(folder.home, `${workPrefix(folder)}${process.pid}`);
	const [cluster, passwordFile] = [(0, node_path.join)(work, "data"), (0, node_path.join)(work, "password")];
	try {
		(0, node_fs.mkdirSync)(work, { mode: 448 });
		(0, node_fs.writeFileSync)(passwordFile, credentials.password, { mode: 384 });
		if (folder.user) for (const path of [work, passwordFile]) (0, node_fs.chownSync)(path, folder.user.uid, folder.user.gid);
		const login = [
			"--username",
			credentials.user,
			"--pwfile",
			passwordFile,
			"--auth=scram-sha-256"
		];
		const locale = [
			"--encoding=UTF8",
			"--locale=C",
			"--locale-provider=builtin",
			"--builtin-locale=C.UTF-8"
		];
		const args = [
			"--pgdata",
			cluster,
			...login,
			...locale,
			...durable ? [] : ["--no-sync"]
		];
		const options = {
			...folder.user,
			cwd: folder.home,
			env: processEnvironment()
		};
		await (0, node_util.promisify)(node_child_process.execFile)((0, node_path.join)(native, "bin", "initdb"), args, options);
		(0, node_fs.renameSync)(cluster, folder.cluster);
	} catch (error) {
		throw initdbError(folder, error);
	} finally {
		(0, node_fs.rmSync)(work, {
			recursive: true,
			force: true,
			maxRetries: 3
		});
	}
}
function initdbError({ home }, error) {
	const { stderr = "", message, code } = error;
	return new PostgresStartError(`cannot set up a database in ${home}: ${code === "ENOTEMPTY" || code === "EEXIST" ? "another process is creating it, wait until it is ready" : reasonsIn(stderr)[0] || message}`, { cause: error });
}
/** Removes temporary folders of killed processes. A folder with the id of this process is also stale. */
function removeLeftovers(folder) {
	for (const name of (0, node_fs.readdirSync)(folder.home)) {
		if (!name.startsWith(workPrefix(folder))) continue;
		const pid = Number(name.slice(workPrefix(folder).length));
		if (pid === process.pid || !isAlive(pid)) (0, node_fs.rmSync)((0, node_path.join)(folder.home, name), {
			recursive: true,
			force: true
		});
	}
}
function isAlive(pid) {
	try {
		return process.kill(pid, 0);
	} catch (error) {
		return error.code === "EPERM";
	}
}
// libs/postgres/embedded-postgres/src/server-user.ts
const isRoot = () => process.getuid?.() === 0;
/**
* Returns the user that runs the server if this process is root, because Postgres refuses to run as root: the
* owner of existing data, otherwise `postgres`, otherwise `nobody`. Undefined if this process is not root.
*/
function serverUser(cluster) {
	if (!isRoot()) return void 0;
	const owner = (0, node_fs.statSync)(cluster, { throwIfNoEntry: false });
	if (owner && owner.uid !== 0) return {
		uid: owner.uid,
		gid: owner.gid
	};
	const user = accountNamed("postgres") ?? accountNamed("nobody");
	if (!user) throw new PostgresStartError("PostgreSQL does not run as root, and there is no user \"postgres\" or \"nobody\" to run it as: start as a normal user, or set DATABASE_URL");
	return user;
}
/** True if the user can enter the folder and all of its parent folders. */
function mayEnter(user, folder) {
	return (0, node_child_process.spawnSync)("/bin/sh", [
		"-c",
		"test -x \"$1\"",
		"sh",
		folder
	], {
		...user,
		cwd: "/",
		stdio: "ignore"
	}).status === 0;
}
function accountNamed(name) {
	const id = (flag) => Number((0, node_child_process.execFileSync)("id", [flag, name], {
		encoding: "utf8",
		stdio: [
			"ignore",
			"pipe",
			"ignore"
		]
	}));
	try {
		return {
			uid: id("-u"),
			gid: id("-g")
		};
	} catch {
		return;
	}
}
// libs/postgres/embedded-postgres/src/data-folder.ts
/** Creates the folder if it is missing. Throws if this user or this major version cannot use it. */
function openDataFolder(dataDirectory, major) {
	const home = (0, node_path.resolve)(dataDirectory);
	makeHome(home);
	let folder = folderAt(home, major);
	if (folder.user && !mayEnter(folder.user, home)) {
		removeIfEmpty(home);
		folder = folderAt(systemFolder(home), major);
		makeHome(folder.home);
	}
	checkMajor(folder);
	checkCluster(folder);
	return folder;
}
function folderAt(home, major) {
	const cluster = (0, node_path.join)(home, major);
	return {
		home,
		major,
		cluster,
		log: (0, node_path.join)(home, `${major}.log`),
		credentials: (0, node_path.join)(home, `${major}.superuser.json`),
		user: serverUser(cluster)
	};
}
/**
* Folder for the data if root requested a folder that the server's user cannot enter, for example below a
* private /root.
*/
function systemFolder(home) {
	return `/var/lib/storewright-${(0, node_crypto.createHash)("sha256").update(home).digest("hex").slice(0, 12)}`;
}
function makeHome(home) {
	(0, node_fs.mkdirSync)(home, { recursive: true });
	(0, node_fs.chmodSync)(home, isRoot() ? 457 : 448);
	(0, node_fs.accessSync)(home, node_fs.constants.W_OK);
}
function removeIfEmpty(folder) {
	try {
		(0, node_fs.rmdirSync)(folder);
	} catch {}
}
/**
* Throws if the folder contains data of another major version. Starting with an empty database beside it
* would look like data loss.
*/
function checkMajor({ home, cluster, major }) {
	if ((0, node_fs.existsSync)(cluster)) return;
	const other = (0, node_fs.readdirSync)(home).find((name) => /^\d+$/.test(name) && (0, node_fs.existsSync)((0, node_path.join)(home, name, "PG_VERSION")));
	if (other) throw madeBy(other, (0, node_path.join)(home, other), major);
}
function checkCluster({ cluster, major }) {
	if (!(0, node_fs.existsSync)(cluster)) return;
	const owner = (0, node_fs.statSync)(cluster).uid;
	if (!isRoot() && process.getuid && owner !== process.getuid()) throw new PostgresStartError(`the data folder ${cluster} belongs to the user with id ${owner}: start as that user, or choose another folder`);
	const version = versionOf(cluster);
	if (version !== major && /^\d+$/.test(version)) throw madeBy(version, cluster, major);
	if (version !== major) throw new PostgresStartError(`the data folder ${cluster} is broken (no readable PG_VERSION): restore it from a backup, or move it away to start empty`);
}
function versionOf(cluster) {
	try {
		return (0, node_fs.readFileSync)((0, node_path.join)(cluster, "PG_VERSION"), "utf8").trim();
	} catch {
		return "";
	}
}
function madeBy(version, path, major) {
	return new PostgresStartError(`the data in ${path} was created by PostgreSQL ${version}, but this is PostgreSQL ${major}: dump it with ${version} and restore it, or choose another folder`);
}
// libs/postgres/embedded-postgres/src/lock-file.ts
/**
* Throws if a server runs on the cluster. Removes a lock file whose process id now belongs to another
* program, because Postgres would mistake that program for a server. Postgres itself removes the lock file of
* a dead process without a race. Line 1 of the file is the process id, line 2 is the data directory
* (https://www.postgresql.org/docs/18/storage-file-layout.html, postmaster.pid).
*/
function settleLockFile(cluster) {
	const path = (0, node_path.join)(cluster, "postmaster.pid");
	if (!(0, node_fs.existsSync)(path)) return;
	const [pid = "", writtenFor = ""] = (0, node_fs.readFileSync)(path, "utf8").split("\n");
	const command = Number(pid) > 0 ? commandOf(Number(pid)) : "";
	if (command === void 0) return;
	if (isServerOn(writtenFor, command)) throw new PostgresStartError(`PostgreSQL is already running on ${cluster}, pid ${pid}: stop it first`);
	(0, node_fs.rmSync)(path, { force: true });
}
/**
* True for the main process of a server on this folder. `folder` is spelled as in its command line. Child
* processes have titles such as `postgres: checkpointer`.
*/
function isServerOn(folder, command) {
	const isServer = /^(\S*\/)?(postgres|postmaster)( |$)/.test(command) || command.includes("/postgres -D ");
	const isOfAnother = / -D \//.test(command) && !command.includes(` -D ${folder} `);
	return isServer && !isOfAnother;
}
/**
* Returns the command line of a process, with arguments separated by spaces. Empty for a zombie, undefined if
* it is unknown.
*/
function commandOf(pid) {
	try {
		if (process.platform !== "linux") return (0, node_child_process.execFileSync)("ps", [
			"-ww",
			"-o",
			"command=",
			"-p",
			String(pid)
		], { encoding: "utf8" });
		return (0, node_fs.readFileSync)(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
	} catch {
		return;
	}
}
// libs/postgres/embedded-postgres/src/port.ts
/** Returns the requested port, or any free port for 0. Throws if the requested port is in use. */
async function freePort(port = 0) {
	const probe = (0, node_net.createServer)();
	try {
		probe.listen(port, "127.0.0.1");
		await (0, node_events.once)(probe, "listening");
		return probe.address().port;
	} catch (cause) {
		const { code, message } = cause;
		throw new PostgresStartError(`port ${port} of 127.0.0.1 ${code === "EADDRINUSE" ? "is in use by another program" : `can't be used (${message})`}: free it, or choose another port`, { cause });
	} finally {
		probe.close();
	}
}
// libs/postgres/embedded-postgres/src/server-process.ts
const stopTimeoutMs = 3e4;
/** A process of the program `postgres` and its log file. */
var ServerProcess = class ServerProcess {
	constructor(child, folder, native) {
		this.child = child;
		this.folder = folder;
		this.native = native;
		this.exited = (0, node_events.once)(child, "exit");
	}
	static async spawn(native, folder, args, environment) {
		const log = (0, node_fs.openSync)(folder.log, "w", 384);
		const child = (0, node_child_process.spawn)((0, node_path.join)(native, "bin", "postgres"), [
			"-D",
			folder.cluster,
			...args
		], {
			...folder.user,
			cwd: folder.home,
			env: {
				...processEnvironment(),
				...environment
			},
			detached: true,
			windowsHide: true,
			stdio: [
				"ignore",
				log,
				log
			]
		});
		(0, node_fs.closeSync)(log);
		await (0, node_events.once)(child, "spawn");
		const server = new ServerProcess(child, folder, native);
		if (process.platform !== "win32") endWithUs(child);
		return server;
	}
	get pid() {
		return this.child.pid;
	}
	get hasExited() {
		return this.child.exitCode !== null || this.child.signalCode !== null;
	}
	onExit(listener) {
		this.child.on("exit", listener);
	}
	/**
	* Resolves when the superuser can connect or the process has exited. Throws if the server rejects the
	* superuser, for example because of a wrong password.
	*/
	async ready(port, credentials, deadline) {
		while (!this.hasExited) {
			const refusal = await tryToConnect(port, credentials);
			if (!refusal) return;
			if (Date.now() > deadline || isFinal(refusal)) {
				const { credentials: file, log } = this.folder;
				throw new PostgresStartError(`PostgreSQL rejects its superuser: ${refusal.message} (password file: ${file}, log: ${log})`);
			}
			await new Promise((wake) => setTimeout(wake, 20));
		}
	}
	log() {
		return (0, node_fs.readFileSync)(this.folder.log, "utf8");
	}
	/**
	* Shuts down in fast mode: rolls back open transactions and keeps committed data. Resolves when the process
	* has exited.
	*/
	stop() {
		this.stopping ??= this.shutDown();
		return this.stopping;
	}
	async shutDown() {
		if (this.hasExited) return;
		this.shutDownFast();
		const impatience = setTimeout(() => this.child.kill("SIGQUIT"), stopTimeoutMs);
		await this.exited;
		clearTimeout(impatience);
	}
	shutDownFast() {
		if (process.platform !== "win32") this.child.kill("SIGINT");
		else (0, node_child_process.execFile)((0, node_path.join)(this.native, "bin", "pg_ctl"), [
			"stop",
			"-D",
			this.folder.cluster,
			"-m",
			"fast"
		]);
	}
};
/** Stops the server when this process exits, even after SIGKILL: the input of the shell then closes. */
function endWithUs(server) {
	const guard = (0, node_child_process.spawn)("/bin/sh", [
		"-c",
		"read -r _; kill -INT \"$1\"",
		"sh",
		String(server.pid)
	], {
		detached: true,
		stdio: [
			"pipe",
			"ignore",
			"ignore"
		]
	});
	guard.on("error", () => void 0);
	guard.unref();
	guard.stdin.unref();
	server.once("exit", () => guard.kill("SIGKILL"));
}
const cannotConnectNow = "57P03";
/** True if the server rejects the connection (the code is an SQLSTATE) for a permanent reason. */
function isFinal({ code = "" }) {
	return /^\d[0-9A-Z]{4}$/.test(code) && code !== cannotConnectNow;
}
async function tryToConnect(port, credentials) {
	const client = new pg.Client({
		host: "127.0.0.1",
		port,
		...credentials,
		database: "postgres",
		ssl: false,
		connectionTimeoutMillis: 5e3
	});
	client.on("error", () => void 0);
	try {
		await client.connect();
		return;
	} catch (error) {
		return error;
	} finally {
		await client.end();
	}
}
// libs/postgres/embedded-postgres/src/start-postgres.ts
/**
* Time for which the child processes of a server hold its shared memory after a SIGKILL (1.6 to 5.5 s
* measured, more on a busy machine).
*/
const orphansTimeoutMs = 6e4;
/** Time limit for the start, including the recovery from the write-ahead log after a crash. */
const readyTimeoutMs = 12e4;
/**
* Starts PostgreSQL on 127.0.0.1 only, by default from the npm package. Resolves when the server accepts
* connections. The server stops with this process. Rejects with PostgresStartError, whose message is one
* line.
*/
async function startPostgres(options) {
	try {
		return await start(options);
	} catch (error) {
		throw asStartError(options.dataDirectory, error);
	}
}
async function start(options) {
	const { installation, durable, password } = options;
	const pkg = installation === void 0 ? locatePackage() : installedPackage(installation);
	const folder = openDataFolder(options.dataDirectory, pkg.major);
	settleLockFile(folder.cluster);
	await freePort(options.port);
	const native = installation ?? runnableBinaries(pkg, folder);
	const credentials = await openCluster(folder, native, {
		durable,
		password
	});
	if ((0, node_fs.existsSync)(folder.log)) (0, node_fs.renameSync)(folder.log, `${folder.log}.previous`);
	return launch(native, folder, credentials, options);
}
async function launch(native, folder, credentials, options) {
	const orphansDeadline = Date.now() + orphansTimeoutMs;
	for (;;) {
		const port = await freePort(options.port);
		const server = await ServerProcess.spawn(native, folder, settingsOf(options, port), options.environment);
		try {
			await server.ready(port, credentials, Date.now() + readyTimeoutMs);
		} catch (error) {
			await server.stop();
			throw error;
		}
		if (!server.hasExited) return running(server, port, folder, credentials);
		const log = server.log();
		const orphansLive = log.includes("pre-existing shared memory block") && Date.now() < orphansDeadline;
		const lostPort = log.includes("Address already in use") && options.port === void 0;
		if (!orphansLive && !lostPort) throw endedError(folder, log);
		await new Promise((wake) => setTimeout(wake, 100));
	}
}
function settingsOf(options, port) {
	const settings = {
		listen_addresses: "127.0.0.1",
		port: String(port),
		unix_socket_directories: "",
		...options.maxConnections && { max_connections: String(options.maxConnections) },
		...!options.durable && {
			fsync: "off",
			synchronous_commit: "off",
			full_page_writes: "off"
		},
		...options.settings
	};
	return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}
function running(server, port, folder, credentials) {
	const { user, password } = credentials;
	return {
		host: "127.0.0.1",
		port,
		user,
		password,
		dataDirectory: folder.home,
		log: folder.log,
		pid: server.pid,
		url: (database = "postgres") => `postgres://${user}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`,
		stop: () => server.stop(),
		onExit: (listener) => server.onExit(listener)
	};
}
function endedError(folder, log) {
	return new PostgresStartError(`PostgreSQL exited during startup: ${reasonsIn(log).slice(-3).join(" ") || "no reason given"} (log: ${folder.log})`);
}
// tools/bench/src/cpu.ts
/** Returns the CPU milliseconds that a process has used, or undefined without /proc. */
function cpuOf(pid) {
	const fields = pid === void 0 ? void 0 : statFields(String(pid));
	return fields && ownCpu(fields);
}
/**
* Returns the CPU milliseconds of the live backends of a database user, or undefined without /proc.
* `postmaster` is a process id.
*/
function cpuOfBackends(postmaster, user) {
	if (!(0, node_fs.existsSync)("/proc/self/stat")) return void 0;
	const isOfUser = ({ pid }) => (read(`/proc/${pid}/cmdline`) ?? "").startsWith(`postgres: ${user} `);
	return sumOfCpu(childrenOf(postmaster).filter(isOfUser));
}
/**
* Returns the CPU milliseconds of a whole database server, including processes that have exited, or undefined
* without /proc.
*/
function cpuOfServer(postmaster) {
	const own = statFields(String(postmaster));
	return own && ownCpu(own) + ticksToMs(own[13], own[14]) + sumOfCpu(childrenOf(postmaster));
}
/** Returns the process id of the parent, or undefined without /proc. */
function parentOf(pid) {
	const fields = statFields(String(pid));
	return fields && Number(fields[1]);
}
function processorTimes() {
	const times = {
		busy: 0,
		all: 0
	};
	for (const { times: each } of (0, node_os.cpus)()) {
		const all = Object.values(each).reduce((sum, ms) => sum + ms, 0);
		times.all += all;
		times.busy += all - each.idle;
	}
	return times;
}
/** Returns the share of the time between two readings in which processors were busy, from 0 to 1. */
function busyShare(before, after) {
	return (after.busy - before.busy) / (after.all - before.all);
}
/** Returns the current and the maximum resident memory of a process in bytes, or undefined without /proc. */
function memoryOf(pid) {
	const status = pid === void 0 ? void 0 : read(`/proc/${pid}/status`);
	const bytesOf = (name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status ?? "")?.[1]) * 1024;
	return status === void 0 ? void 0 : {
		now: bytesOf("VmRSS"),
		largest: bytesOf("VmHWM")
	};
}
function childrenOf(parent) {
	return (0, node_fs.readdirSync)("/proc").filter((name) => /^\d+$/.test(name)).flatMap((pid) => {
		const fields = statFields(pid);
		return fields && Number(fields[1]) === parent ? [{
			pid,
			fields
		}] : [];
	});
}
const sumOfCpu = (all) => all.reduce((sum, { fields }) => sum + ownCpu(fields), 0);
/** Returns the fields of /proc/<pid>/stat after the name in parentheses (proc(5)). */
function statFields(pid) {
	return read(`/proc/${pid}/stat`)?.split(") ")[1]?.split(" ");
}
const ownCpu = (fields) => ticksToMs(fields[11], fields[12]);
/** Converts ticks, which are hundredths of a second, to milliseconds. */
const ticksToMs = (user, system) => (Number(user) + Number(system)) * 10;
/** Reads a file of a process. Returns undefined if the process has exited. */
function read(file) {
	try {
		return (0, node_fs.readFileSync)(file, "utf8");
	} catch {
		return;
	}
}
// tools/bench/src/without-events.ts
/** Path of the events library, whose exports the build replaces. */
const library = (0, node_path.resolve)("libs/platform/events/src/index.ts");
const replacements = `
export { withoutEvent as withEvent } from '${(0, node_path.resolve)("tools/bench/src/without-event.ts")}';
import { EventNotifier as Base } from './notifier';
export class EventNotifier extends Base { notify() {} }
`;
/**
* Builds a shop API whose writes create no events and send no notifications, and returns its path. The
* product has no such setting, because operators must not disable events.
*/
async function buildWithoutEvents(folder) {
	const out = (0, node_path.join)(folder, "shop-api-without-events");
	const { plugin } = (0, node_module.createRequire)((0, node_path.resolve)("package.json"))("./tools/workspace/collect.cjs");
	const bundle = await (0, rolldown.rolldown)({
		input: { main: (0, node_path.resolve)("apps/shop-api/src/main.ts") },
		platform: "node",
		tsconfig: (0, node_path.resolve)("apps/shop-api/tsconfig.json"),
		external: (id) => !id.startsWith(".") && !(0, node_path.isAbsolute)(id) && !/^(@storewright|@oxc-project\/runtime|collected:)/.test(id),
		plugins: [plugin, {
			name: "without-events",
			transform: (code, id) => (0, node_path.resolve)(id) === library ? code.replace(/\b(withEvent|EventNotifier),\s/g, "") + replacements : void 0
		}]
	});
	await bundle.write({
		dir: out,
		format: "cjs",
		entryFileNames: "[name].js"
	});
	await bundle.close();
	(0, node_fs.symlinkSync)((0, node_path.resolve)("node_modules"), (0, node_path.join)(out, "node_modules"));
	return (0, node_path.join)(out, "main.js");
}
// tools/bench/src/stage.ts
const passwords = {
	owner: "owner",
	auth: "auth",
	shop: "shop",
	hooks: "hooks"
};
/** Node flags from the Dockerfile, which every compared program uses. */
const nodeFlags = ["--max-semi-space-size=64"];
const key = Buffer.alloc(32, 7).toString("base64");
const sealingKeys = /* @__PURE__ */ new Map([["bench", Buffer.from(key, "base64")]]);
/** Key for secrets in the format of SECRETS_KEY. */
const secretsKey = `bench:${key}`;
/** Database roles of each service. */
const rolesOf = {
	"auth-api": {
		auth: "auth",
		shop: "shop"
	},
	"shop-api": {
		auth: "shop",
		shop: "shop"
	},
	"hooks-worker": {
		auth: "hooks",
		shop: "hooks"
	}
};
const serverSettings = {
	shared_buffers: "1GB",
	max_wal_size: "4GB",
	autovacuum: "off",
	shared_preload_libraries: "pg_stat_statements",
	"pg_stat_statements.track": "none"
};
/** Opens a stage. `settings` overrides Postgres settings. */
async function openStage(settings = {}) {
	const folder = (0, node_fs.mkdtempSync)((0, node_path.join)((0, node_os.tmpdir)(), "storewright-bench-"));
	(0, node_fs.chmodSync)(folder, 493);
	const server = await startPostgres({
		dataDirectory: (0, node_path.join)(folder, "data"),
		durable: true,
		maxConnections: 300,
		settings: {
			...serverSettings,
			...settings
		}
	});
	await migrate({
		auth: server.url(),
		shop: server.url()
	}, passwords);
	const client = new pg.Client({ connectionString: server.url() });
	await client.connect();
	return new Stage(client, folder, server);
}
/** A Postgres with the schema, and the programs that use it. A program is identified by its port. */
var Stage = class {
	constructor(client, folder, server) {
		this.client = client;
		this.folder = folder;
		this.server = server;
		this.children = [];
		this.byPort = /* @__PURE__ */ new Map();
	}
	databaseUrl(role) {
		return role ? urlAs(this.server.url(), role, passwords) : this.server.url();
	}
	/** Starts a service. Returns the port once the service is ready. */
	startService(name, options) {
		return this.start(name, programOf(name), options);
	}
	/** Starts a shop API whose writes create no events. */
	async startShopApiWithoutEvents() {
		return this.start("shop-api", await buildWithoutEvents(this.folder));
	}
	async stop(port) {
		const child = this.byPort.get(port);
		child.kill("SIGTERM");
		await exited(child);
	}
	/**
	* Returns the times that an observed service measured since the last call. From then on, the service
	* measures the requests to `host`.
	*/
	observe(port, host) {
		const child = this.byPort.get(port);
		child.send({ host });
		return messageOf(child);
	}
	/** Returns the CPU milliseconds of the program at this port, or undefined without /proc. */
	cpuOf(port) {
		return cpuOf(this.byPort.get(port)?.pid);
	}
	memoryOf(port) {
		return memoryOf(this.byPort.get(port)?.pid);
	}
	/** Returns the CPU milliseconds of the live backends of this user, or undefined without /proc. */
	databaseCpu(user = new URL(this.server.url()).username) {
		return cpuOfBackends(this.server.pid, user);
	}
	/** Returns the CPU milliseconds of the whole Postgres server, or undefined without /proc. */
	serverCpu() {
		return cpuOfServer(this.server.pid);
	}
	/** Starts a bare server (`serveBare`) and returns its port. */
	async startBare(role, settings = {}) {
		const child = this.startProgram(role);
		child.send({
			databaseUrl: this.databaseUrl(),
			...settings
		});
		const port = await messageOf(child);
		this.byPort.set(port, child);
		return port;
	}
	/** Starts this program in another role (main.ts). */
	startProgram(role) {
		const child = (0, node_child_process.fork)(process.argv[1], [role], {
			stdio: [
				"ignore",
				"inherit",
				"inherit",
				"ipc"
			],
			serialization: "advanced",
			execArgv: nodeFlags
		});
		this.children.push(child);
		return child;
	}
	async close() {
		for (const child of this.children) if (child.connected) child.disconnect();
		await Promise.all(this.children.map(exited));
		await this.client.end();
		await this.server.stop();
		(0, node_fs.rmSync)(this.folder, {
			recursive: true,
			force: true
		});
	}
	async start(name, program, { environment, observed } = {}) {
		const port = await freePort$1();
		const log = (0, node_fs.openSync)((0, node_path.join)(this.folder, `${name}-${port}.log`), "w");
		const [main, ...words] = observed ? [
			process.argv[1],
			"--observed",
			program
		] : [program];
		const child = (0, node_child_process.fork)(main, words, {
			stdio: [
				"ignore",
				log,
				log,
				"ipc"
			],
			execArgv: nodeFlags,
			env: {
				PATH: process.env["PATH"],
				HOST: "127.0.0.1",
				PORT: String(port),
				AUTH_DATABASE_URL: this.databaseUrl(rolesOf[name].auth),
				SHOP_DATABASE_URL: this.databaseUrl(rolesOf[name].shop),
				TOKEN_KEY: key,
				SECRETS_KEY: secretsKey,
				WEBHOOKS_ALLOW_LOOPBACK: "true",
				...environment
			}
		});
		this.children.push(child);
		this.byPort.set(port, child);
		while (await require_http.statusOf({
			port,
			path: "/readyz"
		}) !== 200) {
			if (child.exitCode !== null) throw new Error(`${name} did not start; is it built?`);
			await (0, node_timers_promises.setTimeout)(50);
		}
		return port;
	}
};
/** Returns the path of a service's built program. */
function programOf(name) {
	return (0, node_path.resolve)(process.env["PROGRAMS"] ?? "dist", "apps", name, "main.js");
}
/** Returns the next message of the child process. */
function messageOf(child) {
	return new Promise((done, failed) => {
		const exit = (code) => failed(/* @__PURE__ */ new Error(`a program of the stage exited with code ${code}`));
		child.once("exit", exit);
		child.once("message", (message) => {
			child.off("exit", exit);
			done(message);
		});
	});
}
async function exited(child) {
	if (child.exitCode === null) await new Promise((done) => child.once("exit", done));
}
Object.defineProperty(exports, "authMigrations", {
	enumerable: true,
	get: function() {
		return authMigrations;
	}
});
Object.defineProperty(exports, "busyShare", {
	enumerable: true,
	get: function() {
		return busyShare;
	}
});
Object.defineProperty(exports, "clusterFunctions", {
	enumerable: true,
	get: function() {
		return clusterFunctions;
	}
});
Object.defineProperty(exports, "cpuOf", {
	enumerable: true,
	get: function() {
		return cpuOf;
	}
});
Object.defineProperty(exports, "cpuOfServer", {
	enumerable: true,
	get: function() {
		return cpuOfServer;
	}
});
Object.defineProperty(exports, "distribute", {
	enumerable: true,
	get: function() {
		return distribute;
	}
});
Object.defineProperty(exports, "freePort", {
	enumerable: true,
	get: function() {
		return freePort$1;
	}
});
Object.defineProperty(exports, "isCluster", {
	enumerable: true,
	get: function() {
		return isCluster;
	}
});
Object.defineProperty(exports, "messageOf", {
	enumerable: true,
	get: function() {
		return messageOf;
	}
});
Object.defineProperty(exports, "migrate", {
	enumerable: true,
	get: function() {
		return migrate;
	}
});
Object.defineProperty(exports, "onCoordinator", {
	enumerable: true,
	get: function() {
		return onCoordinator;
	}
});
Object.defineProperty(exports, "openStage", {
	enumerable: true,
	get: function() {
		return openStage;
	}
});
Object.defineProperty(exports, "parentOf", {
	enumerable: true,
	get: function() {
		return parentOf;
	}
});
Object.defineProperty(exports, "placementOf", {
	enumerable: true,
	get: function() {
		return placementOf;
	}
});
Object.defineProperty(exports, "prepareDatabase", {
	enumerable: true,
	get: function() {
		return prepareDatabase;
	}
});
Object.defineProperty(exports, "processorTimes", {
	enumerable: true,
	get: function() {
		return processorTimes;
	}
});
Object.defineProperty(exports, "programOf", {
	enumerable: true,
	get: function() {
		return programOf;
	}
});
Object.defineProperty(exports, "roles", {
	enumerable: true,
	get: function() {
		return roles;
	}
});
Object.defineProperty(exports, "rolesOf", {
	enumerable: true,
	get: function() {
		return rolesOf;
	}
});
Object.defineProperty(exports, "sealingKeys", {
	enumerable: true,
	get: function() {
		return sealingKeys;
	}
});
Object.defineProperty(exports, "secretsKey", {
	enumerable: true,
	get: function() {
		return secretsKey;
	}
});
Object.defineProperty(exports, "shopMigrations", {
	enumerable: true,
	get: function() {
		return shopMigrations;
	}
});
Object.defineProperty(exports, "startPostgres", {
	enumerable: true,
	get: function() {
		return startPostgres;
	}
});
Object.defineProperty(exports, "urlAs", {
	enumerable: true,
	get: function() {
		return urlAs;
	}
});

//# sourceMappingURL=stage-CoQdZ4jO.js.map