const require_subscribed_shop = require("./subscribed-shop-BK-aKqwq.js");
const require_numbers = require("./numbers-BVo60olM.js");
const require_stage = require("./stage-CoQdZ4jO.js");
const require_fault_platform = require("./fault-platform-DMdideFM.js");
const require_cluster_databases = require("./cluster-databases-DUpckZeX.js");
const require_traffic = require("./traffic-B1TF2o7f.js");
let node_crypto = require("node:crypto");
let node_os = require("node:os");
let node_timers_promises = require("node:timers/promises");
let pg = require("pg");
let node_fs_promises = require("node:fs/promises");
let node_fs = require("node:fs");
let node_path = require("node:path");
// tools/bench/src/faults/readiness.ts
const INTERVAL_MS = 50;
/** Polls /readyz of all services and records when each service is ready. */
var Readiness = class {
	constructor(platform) {
		this.platform = platform;
		this.refusedAt = /* @__PURE__ */ new Map();
		this.readySince = /* @__PURE__ */ new Map();
		this.isStopping = false;
		this.polling = Promise.all(require_fault_platform.serviceNames.map((name) => this.poll(name)));
	}
	/** Resolves when each of these services has reported 503. */
	async refused(names) {
		const haveRefused = () => Promise.resolve(names.every((name) => this.refusedAt.has(name)));
		await require_fault_platform.until(`not ready: ${names.join()}`, haveRefused);
	}
	async ready() {
		await require_fault_platform.until("all are ready", () => Promise.resolve(this.readySince.size === require_fault_platform.serviceNames.length));
	}
	async stop() {
		this.isStopping = true;
		await this.polling;
	}
	async poll(name) {
		for (; !this.isStopping; await (0, node_timers_promises.setTimeout)(INTERVAL_MS)) {
			const status = await this.platform.ready(name);
			if (status !== 200) this.readySince.delete(name);
			else if (!this.readySince.has(name)) this.readySince.set(name, performance.now());
			if (status === 503 && !this.refusedAt.has(name)) this.refusedAt.set(name, performance.now());
		}
	}
};
// tools/bench/src/faults/fault.ts
const [MAX_RESPONSE_MS, MAX_RECOVERY_MS] = [5e3, 2e3];
/**
* Duration in milliseconds above which a success does not count as recovered, unless the slowest response
* before the fault took at least half as long.
*/
const SLOW_MS = 1e3;
/** Injects the fault while clients read and write, and judges their responses and their writes. */
async function underTraffic(platform, fault) {
	process.stderr.write(`${fault.done} …\n`);
	const readiness = new Readiness(platform);
	await readiness.ready();
	const traffic = await require_traffic.Traffic.start(platform);
	await traffic.everyClientServed();
	if (!platform.short) await (0, node_timers_promises.setTimeout)(MAX_RECOVERY_MS);
	readiness.refusedAt.clear();
	const startedAt = performance.now();
	await fault.inject(() => readiness.refused(fault.notReady ?? []));
	const endedAt = performance.now();
	const caughtUp = allWebhooksReceived(platform).then((at) => at - endedAt);
	await readiness.ready();
	await traffic.everyClientServed();
	if (!platform.short) await (0, node_timers_promises.setTimeout)(MAX_RECOVERY_MS + SLOW_MS);
	await traffic.stop();
	await readiness.stop();
	const webhooksMs = Math.max(0, await caughtUp);
	await allWebhooksReceived(platform);
	const isDuring = ({ at, ms }) => at + ms >= startedAt;
	const answers = traffic.answers.filter(isDuring);
	const slowestBefore = Math.max(...traffic.answers.filter((each) => !isDuring(each)).map(({ ms }) => ms));
	const tooSlowMs = Math.max(SLOW_MS, 2 * slowestBefore);
	const unwell = answers.filter(({ ms, status }) => ms > tooSlowMs || !isSuccess(status));
	const recoveredAt = Math.max(...unwell.map(({ at, ms }) => at + ms), ...readiness.readySince.values());
	return judge(platform, fault, {
		answers,
		recoveryMs: Math.max(0, recoveredAt - endedAt),
		webhooksMs,
		readiness,
		traffic
	});
}
async function judge({ short }, fault, seen) {
	const { answers, recoveryMs, webhooksMs, readiness, traffic } = seen;
	const { done, allowed, notReady = [] } = fault;
	const responses = require_numbers.countByName(answers.map(responseName));
	const longestMs = Math.max(...answers.map(({ ms }) => ms));
	const check = fault.check?.();
	const { acknowledged, lost, duplicated, halfDone } = await traffic.verdict();
	const wrong = [
		...lost,
		...duplicated,
		...halfDone
	];
	if (wrong.length > 0) process.stdout.write(`${done}:\n  ${wrong.slice(0, 20).join("\n  ")}\n`);
	const isAllowed = [...responses.keys()].every((name) => /^2\d\d$/.test(name) || allowed.includes(name));
	const inTime = longestMs <= MAX_RESPONSE_MS && Math.max(recoveryMs, webhooksMs) <= MAX_RECOVERY_MS;
	const isRefused = notReady.every((name) => readiness.refusedAt.has(name));
	const unless = (isHidden, text) => isHidden ? "" : text;
	const refusal = isRefused ? unless(notReady.length === 0, "; ready 503") : "; ready 200";
	return {
		done,
		seen: `${require_numbers.formatCounts(responses)}; longest ${require_numbers.formatSeconds(longestMs)}${refusal}; as before after ${require_numbers.formatSeconds(recoveryMs)}, webhooks ${require_numbers.formatSeconds(webhooksMs)}${check ? `; ${check.seen}` : ""}`,
		expected: `${["2xx", ...allowed].join(", ")}${unless(short, `, each ≤ ${require_numbers.formatSeconds(MAX_RESPONSE_MS)}`)}${unless(notReady.length === 0, "; ready 503 meanwhile")}${unless(short, `; as before ≤ ${require_numbers.formatSeconds(MAX_RECOVERY_MS)}`)}${check ? `; ${check.expected}` : ""}`,
		ledger: `${acknowledged} writes: ${lost.length} lost, ${duplicated.length} duplicated, ${halfDone.length} half-done`,
		ok: isAllowed && isRefused && (check?.ok ?? true) && wrong.length === 0 && (short || inTime)
	};
}
const isSuccess = (status) => status >= 200 && status < 300;
/** Formats a response: `503`, `409 code_of_the_error` or `500 without Retry-After`. */
function responseName({ status, code, hasRetryAfter }) {
	if (isSuccess(status)) return String(status);
	if (status === 0) return "no answer";
	return `${status}${code === "unavailable" ? "" : ` ${code}`}${hasRetryAfter ? "" : " without Retry-After"}`;
}
/** Returns the time at which the receiver had every event written so far, or infinity after a timeout. */
async function allWebhooksReceived({ postgres, receiver, shops }) {
	const events = await postgres.query(`SELECT id FROM shop.events WHERE type LIKE 'meta.%' AND shop_id = ANY ($1)`, [shops.map(({ id }) => id)]);
	const hasAll = () => Promise.resolve(events.every(({ id }) => receiver.ids.has(id)));
	return require_fault_platform.until("all webhooks have come", hasAll).then(() => performance.now(), () => Infinity);
}
// tools/bench/src/drill/options.ts
const whichFolder = `--citus FOLDER: programs of a PostgreSQL 18 with Citus ("pg_config --bindir" prints the folder).
The bundled PostgreSQL has no Citus. With the Debian packages of PostgreSQL and Citus: --citus /usr/lib/postgresql/18/bin
`;
const usage = `npm run drill:restore [-- [--short] [--citus FOLDER]]
${whichFolder}`;
/** Parses the arguments. Throws the usage for an unknown argument. */
function drillOptions(words, exists = node_fs.existsSync) {
	const rest = [...words];
	const options = { short: false };
	for (let word = rest.shift(); word !== void 0; word = rest.shift()) if (word === "--short") options.short = true;
	else if (word === "--citus") options.installation = installationAt(rest.shift(), exists);
	else throw new Error(usage);
	return options;
}
/** Returns the path of the PostgreSQL installation. `folder` can also be the `bin` folder of the installation. */
function installationAt(folder, exists = node_fs.existsSync) {
	if (folder === void 0 || folder.startsWith("--")) throw new Error(whichFolder);
	const path = (0, node_path.resolve)(folder);
	for (const each of (0, node_path.basename)(path) === "bin" ? [(0, node_path.dirname)(path)] : [path]) if (["initdb", "postgres"].every((program) => exists((0, node_path.join)(each, "bin", program)))) return each;
	throw new Error(`${folder} has no programs of PostgreSQL (initdb, postgres).\n${whichFolder}`);
}
// tools/bench/src/drill/archive-command.ts
/**
* Returns the `archive_command` of docs/backup.md for an archive folder. The command never replaces a file
* and accepts an identical file. An interrupted copy never counts as a file of the archive.
*/
function archiveCommand(folder) {
	const file = `${folder}/%f`;
	return `if test -f ${file}; then cmp -s %p ${file}; else cp %p ${file}.part && sync ${file}.part && mv ${file}.part ${file}; fi`;
}
// tools/bench/src/drill/base-backup.ts
/**
* Directories whose files a backup omits. The archive contains the write-ahead log, and the other directories
* describe a running server.
*/
const emptyDirectories = /* @__PURE__ */ new Set([
	"pg_wal",
	"pg_replslot",
	"pg_dynshmem",
	"pg_notify",
	"pg_serial",
	"pg_snapshots",
	"pg_subtrans",
	"pg_stat_tmp"
]);
const excludedFiles = /^(postmaster\.(pid|opts)|pgsql_tmp.*|pg_internal\.init.*)$/;
/**
* Copies the data directory of a running server, because the bundled PostgreSQL has no `pg_basebackup`. Files
* change during the copy, and the backup label makes them consistent with the log. Returns the number of
* copied bytes.
*/
async function baseBackup(connectionString, cluster, to) {
	const client = new pg.Client({ connectionString });
	await client.connect();
	try {
		await client.query(`SELECT pg_backup_start('drill', fast => true)`);
		const bytes = await copyFolder(cluster, to);
		const { rows } = await client.query("SELECT labelfile FROM pg_backup_stop(wait_for_archive => true)");
		await (0, node_fs_promises.writeFile)((0, node_path.join)(to, "backup_label"), rows[0].labelfile);
		return bytes;
	} finally {
		await client.end();
	}
}
/**
* Copies files with owners and modes. Ignores files that disappear during the copy, because the backup does
* not need them.
*/
async function copyFolder(from, to) {
	await (0, node_fs_promises.mkdir)(to, { recursive: true });
	await sameRights(from, to);
	let bytes = 0;
	for (const entry of await (0, node_fs_promises.readdir)(from, { withFileTypes: true })) {
		const [source, target] = [(0, node_path.join)(from, entry.name), (0, node_path.join)(to, entry.name)];
		if (excludedFiles.test(entry.name)) continue;
		if (!entry.isDirectory()) bytes += await copyOneFile(source, target);
		else if (!emptyDirectories.has(entry.name)) bytes += await copyFolder(source, target);
		else {
			await (0, node_fs_promises.mkdir)(target);
			await sameRights(source, target);
		}
	}
	return bytes;
}
async function copyOneFile(from, to) {
	try {
		await (0, node_fs_promises.copyFile)(from, to);
		await sameRights(from, to);
		return (await (0, node_fs_promises.stat)(to)).size;
	} catch (error) {
		if (error.code === "ENOENT") return 0;
		throw error;
	}
}
async function sameRights(from, to) {
	const { mode, uid, gid } = await (0, node_fs_promises.stat)(from);
	await (0, node_fs_promises.chmod)(to, mode & 511);
	if (process.getuid?.() === 0) await (0, node_fs_promises.chown)(to, uid, gid);
}
// tools/bench/src/drill/archive.ts
/** Name of the restore point in the write-ahead log. */
const moment = "drill";
/** Base backup of a server and archive of its write-ahead log, with the settings of docs/backup.md. */
var Archive = class {
	constructor() {
		this.folder = (0, node_fs.mkdtempSync)((0, node_path.join)((0, node_fs.realpathSync)((0, node_os.tmpdir)()), "storewright-drill-"));
		this.log = (0, node_path.join)(this.folder, "wal");
		this.backup = (0, node_path.join)(this.folder, "base");
		(0, node_fs.mkdirSync)(this.log);
		for (const folder of [this.folder, this.log]) (0, node_fs.chmodSync)(folder, 511);
	}
	/** Postgres settings for archiving and for the restore. */
	get settings() {
		return {
			wal_level: "replica",
			archive_mode: "on",
			archive_command: archiveCommand(this.log),
			archive_timeout: "1s",
			restore_command: `cp ${this.log}/%f %p`,
			recovery_target_name: moment,
			recovery_target_action: "promote",
			hot_standby: "off"
		};
	}
	get files() {
		return (0, node_fs.readdirSync)(this.log).length;
	}
	takeBase(postgres) {
		return baseBackup(postgres.administratorUrl, clusterOf(postgres), this.backup);
	}
	/** Resolves when the write-ahead log is archived up to its current position. */
	async hasAllUntilNow(postgres) {
		const [now] = await postgres.query("SELECT pg_walfile_name(pg_current_wal_lsn()) AS file");
		await require_fault_platform.until("the log is archived", async () => {
			const [row] = await postgres.query("SELECT coalesce(last_archived_wal >= $1, false) AS done FROM pg_stat_archiver", [now.file]);
			return row.done;
		});
	}
	/** Replaces the data directory by the backup, as after a disk failure, and starts the server. */
	async restore(postgres) {
		const cluster = clusterOf(postgres);
		await (0, node_fs_promises.rename)(cluster, (0, node_path.join)(postgres.dataDirectory, "lost"));
		await copyFolder(this.backup, cluster);
		const signal = (0, node_path.join)(cluster, "recovery.signal");
		await (0, node_fs_promises.writeFile)(signal, "");
		const { uid, gid } = await (0, node_fs_promises.stat)(cluster);
		for (const file of [signal, (0, node_path.join)(cluster, "backup_label")]) if (process.getuid?.() === 0) await (0, node_fs_promises.chown)(file, uid, gid);
		await postgres.startAgain();
	}
	/** Returns true if the server log says that recovery stopped at the restore point. */
	async isAtMoment(postgres) {
		return (await (0, node_fs_promises.readFile)(`${clusterOf(postgres)}.log`, "utf8")).includes(`recovery stopping at restore point "${moment}"`);
	}
	remove() {
		(0, node_fs.rmSync)(this.folder, {
			recursive: true,
			force: true
		});
	}
};
/** Returns the data directory of the cluster, which has the name of the major version. */
function clusterOf({ dataDirectory }) {
	return (0, node_path.join)(dataDirectory, (0, node_fs.readdirSync)(dataDirectory).find((name) => /^\d+$/.test(name)));
}
// tools/bench/src/drill/servers.ts
const WORKERS = 2;
/** Number of shards. A few shards are enough, because no shard is moved. */
const shards = 8;
/**
* Settings of a node. Local connections also require a password, so each node stores the passwords of the
* others.
*/
const nodeSettings = {
	shared_preload_libraries: "citus",
	max_connections: "300",
	ssl: "off",
	"citus.node_conninfo": "sslmode=disable",
	"citus.enable_statistics_collection": "off"
};
/** The platform with its servers: one Postgres, or a coordinator of Citus and its workers. */
var Servers = class Servers {
	constructor(platform, coordinator, workers) {
		this.platform = platform;
		this.coordinator = coordinator;
		this.workers = workers;
	}
	static async open({ short, installation }) {
		if (installation !== void 0) return Servers.ofCluster(short, installation);
		const archive = new Archive();
		try {
			const platform = await require_fault_platform.FaultPlatform.open(short, { settings: archive.settings });
			return new Servers(platform, {
				postgres: platform.postgres,
				archive
			}, []);
		} catch (error) {
			archive.remove();
			throw error;
		}
	}
	static async ofCluster(short, installation) {
		process.env["SHOP_DATABASE_KIND"] = "citus";
		const [archive, workers] = [new Archive(), []];
		const password = (0, node_crypto.randomBytes)(24).toString("hex");
		const optionsOf = ({ settings }) => ({
			installation,
			password,
			durable: true,
			settings: {
				...settings,
				...nodeSettings
			}
		});
		try {
			while (workers.length < WORKERS) workers.push(await startWorker(optionsOf));
			const platform = await require_fault_platform.FaultPlatform.open(short, {
				...optionsOf(archive),
				newShopId: onTheEmptiest(),
				prepare: (coordinator) => form([coordinator, ...workers.map(urlOf)], password)
			});
			return new Servers(platform, {
				postgres: platform.postgres,
				archive
			}, workers);
		} catch (error) {
			await removeAll(workers);
			archive.remove();
			throw withoutCitus(error, installation);
		}
	}
	get isCluster() {
		return this.workers.length > 0;
	}
	/** All servers. The workers come first, because the coordinator connects to them when it starts. */
	get all() {
		return [...this.workers, this.coordinator];
	}
	/** Creates the restore point on all servers. */
	async nameMoment() {
		const name = this.isCluster ? "citus_create_restore_point" : "pg_create_restore_point";
		await this.coordinator.postgres.query(`SELECT ${name}('${moment}')`);
	}
	/** Restores one server after another. Afterwards the cluster resolves its distributed transactions. */
	async restore() {
		for (const { archive, postgres } of this.all) await archive.restore(postgres);
		if (this.isCluster) await this.coordinator.postgres.query("SELECT recover_prepared_transactions()");
	}
	/** Returns the number of prepared transactions on all servers. */
	async prepared() {
		let count = 0;
		for (const { postgres } of this.all) count += (await postgres.query("SELECT FROM pg_prepared_xacts")).length;
		return count;
	}
	async close() {
		if (this.isCluster) delete process.env["SHOP_DATABASE_KIND"];
		await this.platform.close();
		await removeAll(this.workers);
		this.coordinator.archive.remove();
	}
};
const urlOf = ({ postgres }) => postgres.administratorUrl;
/** Starts a worker node without a schema. Citus creates the shards later. */
async function startWorker(optionsOf) {
	const archive = new Archive();
	try {
		return {
			postgres: await require_fault_platform.OwnPostgres.start({
				...optionsOf(archive),
				prepare: () => Promise.resolve()
			}),
			archive
		};
	} catch (error) {
		archive.remove();
		throw error;
	}
}
async function removeAll(servers) {
	for (const { postgres, archive } of servers) {
		await postgres.drop();
		archive.remove();
	}
}
/** Creates the schema with `migrate` and `distribute`. The first node is the coordinator. */
async function form(nodes, password) {
	const [coordinator] = nodes;
	await require_cluster_databases.formCluster({ nodes }, (node) => node, loginOf("postgres", password));
	await require_stage.prepareDatabase(coordinator, ["auth", "shop"], require_fault_platform.ownPasswords);
	const names = Object.entries(require_stage.roles);
	await require_cluster_databases.onEachNode({ nodes }, ...names.map(([role, name]) => loginOf(name, require_fault_platform.ownPasswords[role])));
	await require_stage.migrate({
		auth: coordinator,
		shop: coordinator
	}, require_fault_platform.ownPasswords);
	await require_stage.distribute(coordinator, require_fault_platform.ownPasswords, { shards });
}
/** Returns SQL that stores the password of a role for all other nodes. */
const loginOf = (role, password) => `INSERT INTO pg_dist_authinfo VALUES (0, '${role}', 'password=${password}')`;
/**
* Returns a function that chooses shop ids so that all nodes get the same number of shops. The id determines
* the node.
*/
function onTheEmptiest() {
	const shops = /* @__PURE__ */ new Map();
	return ({ administratorUrl }) => require_subscribed_shop.withClient(administratorUrl, async (client) => {
		for (;;) {
			const id = (0, node_crypto.randomUUID)();
			const { port } = await require_stage.placementOf(client, id);
			const all = [...shops.values()];
			const fewest = all.length < WORKERS ? 0 : Math.min(...all);
			const here = shops.get(port) ?? 0;
			if (here > fewest) continue;
			shops.set(port, here + 1);
			return id;
		}
	});
}
/** Explains the error of a PostgreSQL installation without Citus. */
function withoutCitus(error, installation) {
	return error.message.includes("could not access file \"citus\"") ? /* @__PURE__ */ new Error(`the PostgreSQL in ${installation} has no Citus.\n${whichFolder}`) : error;
}
Object.defineProperty(exports, "Servers", {
	enumerable: true,
	get: function() {
		return Servers;
	}
});
Object.defineProperty(exports, "allWebhooksReceived", {
	enumerable: true,
	get: function() {
		return allWebhooksReceived;
	}
});
Object.defineProperty(exports, "drillOptions", {
	enumerable: true,
	get: function() {
		return drillOptions;
	}
});
Object.defineProperty(exports, "installationAt", {
	enumerable: true,
	get: function() {
		return installationAt;
	}
});
Object.defineProperty(exports, "underTraffic", {
	enumerable: true,
	get: function() {
		return underTraffic;
	}
});

//# sourceMappingURL=servers-BEcn9m9P.js.map