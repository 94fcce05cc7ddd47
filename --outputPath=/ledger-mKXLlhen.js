const require_stage = require("./stage-CoQdZ4jO.js");
const require_subscribed_shop = require("./subscribed-shop-BK-aKqwq.js");
const require_traffic = require("./traffic-B1TF2o7f.js");
const require_numbers = require("./numbers-BVo60olM.js");
const require_table = require("./table-CoKvrQYv.js");
const require_options = require("./options-BxEeKbqK.js");
const require_fault_platform = require("./fault-platform-DMdideFM.js");
const require_test_database = require("./test-database-BvCRHRVQ.js");
let node_util = require("node:util");
let node_timers_promises = require("node:timers/promises");
let pg = require("pg");
let node_child_process = require("node:child_process");
// libs/platform/schema/src/shard-operation.ts
/** Interval at which Postgres checks whether the client of a running statement is connected. */
const CLIENT_CHECK_MS = 2e3;
const POLL_MS = 2e3;
/** Number of errors of logical replication after which an operation is cancelled. Replication retries by itself. */
const MAX_APPLY_ERRORS = 3;
const applyErrors = `
  SELECT coalesce(sum(result::integer), 0)::integer AS errors FROM run_command_on_workers(
    'SELECT coalesce(sum(apply_error_count), 0) FROM pg_stat_subscription_stats') WHERE success`;
const sizes = `
  SELECT pg_size_pretty(sum(source_shard_size)::numeric) AS source,
    pg_size_pretty(sum(target_shard_size)::numeric) AS target
  FROM get_rebalance_progress() WHERE progress = 1`;
/**
* Runs a statement that moves or splits shards. Cancels the statement at the limit, on the signal, or when logical
* replication fails repeatedly, and then drops the replication slots, subscriptions and new shards. Postgres itself
* cancels the statement if this process dies.
*/
async function runShardOperation(administrator, statement, limits) {
	const [worker, watcher] = [clientOf(administrator), clientOf(administrator)];
	try {
		await Promise.all([worker.connect(), watcher.connect()]);
		await worker.query(`SET client_connection_check_interval = ${CLIENT_CHECK_MS}`);
		await worker.query(`SET statement_timeout = ${limits.limitMs + CLIENT_CHECK_MS}`);
		const { rows } = await worker.query("SELECT pg_backend_pid() AS pid");
		await supervised(watcher, rows[0].pid, worker.query(statement), limits);
	} finally {
		await Promise.allSettled([worker.end(), watcher.end()]);
	}
}
function clientOf(connectionString) {
	const client = new pg.Client({
		connectionString,
		keepAlive: true
	});
	client.on("error", () => void 0);
	return client;
}
async function supervised(watcher, pid, running, limits) {
	const end = new AbortController();
	const finished = running.finally(() => end.abort());
	finished.catch(() => void 0);
	const reason = await reasonToCancel(watcher, limits, end.signal);
	if (reason !== void 0) await watcher.query("SELECT pg_cancel_backend($1::integer)", [pid]);
	try {
		await finished;
	} catch (error) {
		await cleanUp(watcher);
		if (reason === void 0) throw error;
		throw new Error(`${reason} The operation was cancelled and no shard was changed.`, { cause: error });
	}
}
const CLEANUP_PAUSE_MS = 500;
const MAX_CLEANUPS = 20;
/**
* Drops what cancelled operations left behind. Repeats while a node still uses a replication slot or subscription of
* the operation, which Citus cannot drop then.
*/
async function cleanUp(client) {
	for (let attempt = 0; attempt < MAX_CLEANUPS; attempt += 1) {
		await client.query("CALL citus_cleanup_orphaned_resources()");
		const { rowCount } = await client.query("SELECT FROM pg_dist_cleanup LIMIT 1");
		if (rowCount === 0) return;
		await (0, node_timers_promises.setTimeout)(CLEANUP_PAUSE_MS);
	}
}
/** Watches the operation until it ends. Returns why the operation must be cancelled, or undefined if it ended. */
async function reasonToCancel(watcher, { limitMs, signal, report, pollMs = POLL_MS }, ended) {
	const started = performance.now();
	const waiting = AbortSignal.any([ended, ...signal ? [signal] : []]);
	const errorsBefore = await applyErrorsOf(watcher);
	for (let reported = "";;) {
		await (0, node_timers_promises.setTimeout)(pollMs, void 0, { signal: waiting }).catch(() => void 0);
		if (ended.aborted) return void 0;
		if (signal?.aborted) return "Interrupted.";
		const elapsedMs = performance.now() - started;
		if (elapsedMs > limitMs) return `The time limit of ${Math.round(limitMs / 6e4)} minutes has passed.`;
		if (await applyErrorsOf(watcher) >= errorsBefore + MAX_APPLY_ERRORS) return "Logical replication fails on a node, whose log names the reason. Use --blocking.";
		const line = await progressOf(watcher, elapsedMs);
		if (line !== reported) report?.(reported = line);
	}
}
async function applyErrorsOf(watcher) {
	return (await watcher.query(applyErrors)).rows[0].errors;
}
/** Describes the progress by the duration in steps of ten seconds, and the sizes of a shard that is moving. */
async function progressOf(watcher, elapsedMs) {
	const { rows } = await watcher.query(sizes);
	const [{ source, target }] = rows;
	return `running for ${Math.floor(elapsedMs / 1e4) * 10} s${source === null ? "" : `, ${target} of ${source} copied`}`;
}
// libs/platform/schema/src/shards.ts
const modeOf = ({ blocking }) => blocking ? "block_writes" : "auto";
const move = `SELECT citus_move_shard_placement($1::bigint, $2, $3, $4, $5, shard_transfer_mode => $6)`;
/** Moves the shard of a shop to another node. Does nothing if the shard is already there. */
function moveShop(administrator, shop_id, node, options) {
	return require_stage.onCoordinator(administrator, async (client) => {
		const from = await require_stage.placementOf(client, shop_id);
		const values = [
			from.shard,
			from.node,
			from.port,
			node.host,
			node.port,
			modeOf(options)
		];
		if (from.node !== node.host || from.port !== node.port) await runShardOperation(administrator, {
			text: move,
			values
		}, options);
		return {
			from,
			to: await require_stage.placementOf(client, shop_id)
		};
	});
}
// tools/bench/src/ledger/options.ts
const usage = `npm run ledger -- --url postgres://ADMINISTRATOR@HOST:PORT/postgres [--shops N] [--seconds N]
  [--kill COMMAND --start COMMAND [--away SECONDS]] [--restart COMMAND] [--pace MILLISECONDS]
Use a server for tests only: the program creates a database and sets test passwords for the platform's roles.
`;
const names = [
	"url",
	"shops",
	"seconds",
	"kill",
	"start",
	"away",
	"restart",
	"pace"
];
/** Parses the options. Throws the usage for unknown or incomplete options. */
function ledgerOptions(words) {
	const { url, shops = 8, seconds = 10, kill, start, away, restart, pace } = require_options.readOptions(words, names, usage);
	if (url === void 0 || kill === void 0 !== (start === void 0)) throw new Error(usage);
	return {
		url,
		shops: Number(shops),
		phaseMs: Number(seconds) * 1e3,
		awayMs: Number(away ?? seconds) * 1e3,
		...pace !== void 0 && { paceMs: Number(pace) },
		...kill !== void 0 && start !== void 0 && {
			kill,
			start
		},
		...restart !== void 0 && { restart }
	};
}
// tools/bench/src/ledger/platform.ts
/** Services and shops on a new database of the server under test. */
var LedgerPlatform = class LedgerPlatform {
	constructor(database) {
		this.database = database;
		this.shops = [];
		this.services = /* @__PURE__ */ new Map();
	}
	static async open(url, shops) {
		process.env["TEST_DATABASE_URL"] = url;
		process.env["SHOP_DATABASE_KIND"] = await isCluster(url) ? "citus" : "postgres";
		const platform = new LedgerPlatform(await require_test_database.testDatabase());
		for (let count = 0; count < shops; count += 1) {
			const shop = await platform.balancedShop();
			platform.shops.push({
				...shop,
				token: await require_fault_platform.anAccessToken(platform.database, shop)
			});
		}
		for (const name of require_fault_platform.serviceNames) platform.services.set(name, await require_fault_platform.ServiceProcess.start(require_stage.programOf(name), {
			AUTH_DATABASE_URL: platform.database.url(require_stage.rolesOf[name].auth),
			SHOP_DATABASE_URL: platform.database.url(require_stage.rolesOf[name].shop),
			TOKEN_KEY: require_fault_platform.testKey,
			SECRETS_KEY: require_stage.secretsKey
		}));
		return platform;
	}
	/** Returns the node of each shop as `host:port`. Empty without a cluster. */
	async nodes() {
		if (!this.isCluster) return [];
		return require_subscribed_shop.withClient(this.database.administratorUrl, async (client) => {
			const nodes = [];
			for (const { id } of this.shops) nodes.push(await nodeOf(client, id));
			return nodes;
		});
	}
	/**
	* Creates a shop on the node with the fewest shops. The id determines the node, so shops on other nodes are
	* discarded.
	*/
	async balancedShop() {
		const shop = await require_fault_platform.aShop(this.database);
		if (!this.isCluster) return shop;
		const nodes = await this.nodes();
		return await require_subscribed_shop.withClient(this.database.administratorUrl, async (client) => {
			const { rows } = await client.query(`SELECT DISTINCT nodename || ':' || nodeport AS node FROM pg_dist_shard_placement`);
			const on = (node) => nodes.filter((each) => each === node).length;
			return on(await nodeOf(client, shop.id)) === Math.min(...rows.map(({ node }) => on(node)));
		}) ? shop : this.balancedShop();
	}
	get isCluster() {
		return process.env["SHOP_DATABASE_KIND"] === "citus";
	}
	shopApi({ domain, token }) {
		return new require_fault_platform.HttpClient(this.services.get("shop-api").port, `${domain}.localhost`, token);
	}
	authApi(token) {
		return new require_fault_platform.HttpClient(this.services.get("auth-api").port, "localhost", token);
	}
	/** Last output of each service. */
	get said() {
		return [...this.services].map(([name, { said }]) => `${name}: ${said.slice(-2e3)}`).join("\n");
	}
	async close() {
		await Promise.all([...this.services.values()].map((service) => service.kill()));
		await this.database.drop().catch(() => void 0);
	}
};
async function nodeOf(client, shop_id) {
	const { node, port } = await require_stage.placementOf(client, shop_id);
	return `${node}:${port}`;
}
function isCluster(url) {
	return require_subscribed_shop.withClient(url, async (client) => {
		const { rowCount } = await client.query(`SELECT FROM pg_extension WHERE extname = 'citus'`);
		return rowCount === 1;
	});
}
// tools/bench/src/ledger/index.ts
const quiet = {
	name: "nothing",
	perform: async (_, { phaseMs }) => {
		await (0, node_timers_promises.setTimeout)(phaseMs);
		return "";
	}
};
const MOVE_LIMIT_MS = 3e5;
/** Moves each shop to another node and back. Afterwards all nodes have shops. */
const moves = {
	name: "shards move",
	perform: async (platform, { url, phaseMs }) => {
		const [nodes, homes] = [await workersOf(url), await platform.nodes()];
		let count = 0;
		for (const end = performance.now() + phaseMs; performance.now() < end; count += 2) {
			const at = count / 2 % homes.length;
			const isHome = ({ host, port }) => homes[at] === `${host}:${port}`;
			for (const node of [nodes.find((each) => !isHome(each)), nodes.find(isHome)]) if (node) await moveShop(platform.database.administratorUrl, platform.shops[at].id, node, { limitMs: MOVE_LIMIT_MS });
		}
		return `${count} times`;
	}
};
const kill = {
	name: "a worker node is killed",
	perform: async (_, { awayMs, kill, start }) => {
		await shell(kill);
		await (0, node_timers_promises.setTimeout)(awayMs);
		await shell(start);
		return `for ${require_numbers.formatSeconds(awayMs)}`;
	}
};
const restart = {
	name: "the server restarts",
	perform: async (_, { restart }) => {
		await shell(restart);
		return "";
	}
};
/**
* Writes with idempotency keys in many shops while shards move, a node is killed and the server restarts,
* each only if an option requests it. Then reads the shops and prints lost, duplicated and partial writes,
* and the responses that clients got. Exits with code 1 if a write is wrong.
*/
async function runLedger(words) {
	let platform;
	try {
		const options = ledgerOptions(words);
		platform = await LedgerPlatform.open(options.url, options.shops);
		const isWhole = await checkWrites(platform, options);
		await platform.close();
		process.exit(isWhole ? 0 : 1);
	} catch (error) {
		process.stderr.write(`${error.message}\n${platform?.said ?? ""}\n`);
		await platform?.close();
		process.exit(1);
	}
}
async function checkWrites(platform, options) {
	const traffic = await require_traffic.Traffic.start(platform, options.paceMs);
	await traffic.everyClientServed();
	const rows = [];
	for (const phase of phasesOf(platform, options)) {
		process.stderr.write(`${phase.name} …\n`);
		const [from, nodes] = [traffic.answers.length, await platform.nodes()];
		const note = await phase.perform(platform, options);
		await traffic.everyClientServed();
		rows.push(...rowsOf(`${phase.name} ${note}`.trim(), traffic.answers.slice(from), nodes));
	}
	await traffic.stop();
	const { acknowledged, lost, duplicated, halfDone } = await traffic.verdict();
	const wrong = [
		...lost,
		...duplicated,
		...halfDone
	];
	process.stdout.write(`\n${require_table.table([
		"meanwhile",
		"shops",
		"answers",
		"longest"
	], rows)}\n
${platform.isCluster ? "Citus" : "Postgres"}, ${platform.shops.length} shops: ${acknowledged} writes acknowledged, ${lost.length} lost, ${duplicated.length} duplicated, ${halfDone.length} half-done
${wrong.slice(0, 20).map((each) => `  ${each}\n`).join("")}`);
	return wrong.length === 0;
}
function phasesOf({ isCluster }, { kill: killing, restart: restarting }) {
	return [
		quiet,
		...isCluster ? [moves] : [],
		...killing === void 0 ? [] : [kill],
		...restarting === void 0 ? [] : [restart]
	];
}
/**
* Returns one row for the shops of each node. `nodes` contains the node of each shop and is empty without a
* cluster.
*/
function rowsOf(name, answers, nodes) {
	if (nodes.length === 0) return [[
		name,
		"all",
		...cellsOf(answers)
	]];
	return [...new Set(nodes)].toSorted().map((node, at) => {
		const count = nodes.filter((each) => each === node).length;
		const theirs = answers.filter(({ shop }) => nodes[shop] === node);
		return [
			at === 0 ? name : "",
			`${count} on ${node}`,
			...cellsOf(theirs)
		];
	});
}
function cellsOf(answers) {
	const names = answers.map(({ status, code }) => `${status || "no answer"} ${code}`.trim());
	return [require_numbers.formatCounts(require_numbers.countByName(names)), require_numbers.formatSeconds(answers.reduce((longest, { ms }) => Math.max(longest, ms), 0))];
}
function workersOf(url) {
	return require_subscribed_shop.withClient(url, async (client) => {
		const { rows } = await client.query("SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE groupid > 0 ORDER BY groupid");
		return rows;
	});
}
async function shell(command) {
	await (0, node_util.promisify)(node_child_process.execFile)("/bin/sh", ["-c", command]);
}
exports.runLedger = runLedger;

//# sourceMappingURL=ledger-mKXLlhen.js.map