const require_servers = require("./servers-BEcn9m9P.js");
const require_table = require("./table-CoKvrQYv.js");
const require_fault_platform = require("./fault-platform-DMdideFM.js");
const require_subscribed_shop = require("./subscribed-shop-BK-aKqwq.js");
const require_people = require("./people-BzFuyM-t.js");
const require_stage = require("./stage-CoQdZ4jO.js");
const require_numbers = require("./numbers-BVo60olM.js");
const require_http = require("./http-gw2kCh65.js");
let node_net = require("node:net");
let node_util = require("node:util");
let node_os = require("node:os");
let node_timers_promises = require("node:timers/promises");
let pg = require("pg");
let node_fs = require("node:fs");
let node_child_process = require("node:child_process");
let node_path = require("node:path");
// tools/bench/src/faults/database-clock.ts
/** Days by which the clock is ahead, which is more than any retention time. */
const DAYS_AHEAD = 31;
/**
* Time limit in milliseconds for the first run of retention, which starts within two minutes after a worker.
*/
const RETENTION_RUN_LIMIT_MS = 24e4;
/** Key columns of the tables from which retention deletes rows by age. */
const tables = {
	"shop.events": "shop_id, id",
	"shop.webhook_deliveries": "shop_id, id",
	"shop.idempotency_keys": "shop_id, token_id, key"
};
const expectedStops = ["storewright_retention_stopped{data=\"auth\",reason=\"clocks\"} 1", "storewright_retention_stopped{data=\"shop\",reason=\"clocks\"} 1"];
/** Runs retention while the clock of the database is 31 days ahead. */
async function withDatabaseClock(platform) {
	let [rows, deleted] = [0, 0];
	let stops = [];
	return require_servers.underTraffic(platform, {
		done: `the clock of the database is ${DAYS_AHEAD} days ahead while retention runs`,
		allowed: [
			"no answer",
			"503",
			"409 idempotency_in_progress"
		],
		async inject() {
			const keys = await keysOf(platform);
			rows = keys.length;
			await restartWith(platform, clockOf(44640));
			stops = await require_fault_platform.until("retention stops", () => stopsOf(platform), RETENTION_RUN_LIMIT_MS).catch(() => []);
			const left = new Set(await keysOf(platform));
			deleted = keys.filter((key) => !left.has(key)).length;
			await restartWith(platform, {});
		},
		check: () => ({
			seen: `${deleted} of ${rows} rows deleted; ${stops.join(", ") || "no metric names a reason"}`,
			expected: `no row deleted; ${expectedStops.join(", ")}`,
			ok: rows > 0 && deleted === 0 && stops.join() === expectedStops.join()
		})
	});
}
/** Restarts the database with this clock, and the services so that retention has not run yet. */
async function restartWith(platform, clock) {
	await platform.postgres.stop();
	await platform.postgres.startAgain(clock);
	await restartAll(platform, {});
}
async function keysOf({ postgres }) {
	const keys = [];
	for (const [table, columns] of Object.entries(tables)) {
		const found = await postgres.query(`SELECT concat_ws(' ', '${table}', ${columns}) AS key FROM ${table}`);
		keys.push(...found.map(({ key }) => key));
	}
	return keys;
}
/** Returns the lines of the metric after retention of shop data and of auth data has stopped. */
async function stopsOf(platform) {
	const { text } = await new require_fault_platform.HttpClient(platform.portOf("hooks-worker"), "localhost").get("/metrics");
	const lines = text.match(/^storewright_retention_stopped.* 1$/gm) ?? [];
	return lines.length >= expectedStops.length ? lines.sort() : void 0;
}
/**
* Runs all services with clocks that are wrong by five minutes. All visible times must come from the
* database.
*/
async function clocks(platform) {
	if (!clockOf(5)) return [{
		done: "clocks that are off by five minutes",
		seen: "needs libfaketime (Debian: libfaketime)",
		expected: "dated by the database",
		ok: "not run"
	}];
	const rows = [];
	for (const offset of platform.short ? [5] : [5, -5]) rows.push(await withClock$1(platform, clockOf(offset), offset));
	if (!platform.short) rows.push(await withDatabaseClock(platform));
	return rows;
}
/**
* Returns an environment that sets the clock of a process ahead by `offset` minutes, or undefined without
* libfaketime.
*/
function clockOf(offset) {
	const library = findLibrary();
	return library === void 0 ? void 0 : {
		LD_PRELOAD: library,
		FAKETIME: `${offset > 0 ? "+" : ""}${offset}m`,
		FAKETIME_DONT_FAKE_MONOTONIC: "1"
	};
}
function findLibrary() {
	return ["", ...(0, node_fs.existsSync)("/usr/lib") ? (0, node_fs.readdirSync)("/usr/lib") : []].map((folder) => (0, node_path.join)("/usr/lib", folder, "faketime/libfaketimeMT.so.1")).find((file) => (0, node_fs.existsSync)(file));
}
async function withClock$1(platform, clock, offset) {
	const wrong = [];
	let signed = 0;
	const shop = await platform.makeShop(platform.receiver.url);
	return await require_servers.underTraffic(platform, {
		done: `the clocks of all services are ${Math.abs(offset)} minutes ${offset > 0 ? "ahead" : "behind"}`,
		allowed: [
			"no answer",
			"503",
			"409 idempotency_in_progress"
		],
		async inject() {
			await restartAll(platform, clock);
			platform.reply = (received) => {
				signed += 1;
				wrong.push(...datesOf(received));
				return 204;
			};
			wrong.push(...await datesOfObject(platform, shop), ...await exchanges(platform, shop));
			await require_fault_platform.until("webhooks come", () => Promise.resolve(signed > 10));
			for (const name of require_fault_platform.serviceNames) if (!await warns(platform, name)) wrong.push(`${name} gives no warning`);
			wrong.push(...await metric(platform, offset));
			await restartAll(platform, {});
			platform.reply = () => 204;
		},
		check: () => ({
			seen: wrong.length > 0 ? [...new Set(wrong)].slice(0, 5).join(", ") : `${signed} webhooks and all else dated by the database, each service warns`,
			expected: "dated by the database, a warning of each service, the metric",
			ok: wrong.length === 0
		})
	});
}
async function restartAll(platform, clock) {
	await Promise.all(require_fault_platform.serviceNames.map(async (name) => {
		await platform.services.get(name).stop();
		await platform.restart(name, clock);
	}));
	for (const name of require_fault_platform.serviceNames) await require_fault_platform.until("it is ready", async () => await platform.ready(name) === 200);
}
/** True if a time is closer to the correct clock than to the wrong clock. */
const isRight = (time) => Math.abs(time - Date.now()) < 15e4;
function datesOf({ headers, body }) {
	const wrong = [];
	if (!isRight(Number(headers["webhook-timestamp"]) * 1e3)) wrong.push("webhook-timestamp is wrong");
	if (!isRight(Date.parse(body.timestamp))) wrong.push("timestamp of a webhook is wrong");
	return wrong;
}
async function datesOfObject(platform, shop) {
	const { body } = await platform.shopApi(shop).post("/api/meta", { data: {
		type: "meta",
		attributes: {
			resource_type: "clocks",
			resource_id: "1",
			data: {}
		}
	} });
	return isRight(Date.parse(body.data.meta.created_at)) ? [] : ["created_at is wrong"];
}
/**
* Exchanges a nonce that expires in a minute by the clock of the database, and a nonce that expired a minute
* ago.
*/
async function exchanges(platform, shop) {
	const wrong = [];
	await require_subscribed_shop.withClient(platform.postgres.administratorUrl, async (client) => {
		for (const [left, expected] of [["1 minute", 200], ["-1 minute", 410]]) {
			const nonces = await require_people.makeNonces(client, { ...shop }, 1);
			await client.query(`UPDATE auth.nonces SET expires_at = now() + $2::interval WHERE shop_id = $1 AND exchanged_at IS NULL`, [shop.id, left]);
			const { status } = await platform.authApi().get(`/api/oauth_tokens/nonce/${nonces[0]}`);
			if (status !== expected) wrong.push(`a nonce with ${left} left: ${status}`);
		}
	});
	return wrong;
}
async function warns(platform, name) {
	const said = () => Promise.resolve(/clock of this process and that of the database/.test(platform.services.get(name).said));
	return require_fault_platform.until("a warning", said, 1e4).catch(() => false);
}
async function metric(platform, offset) {
	const { text } = await new require_fault_platform.HttpClient(platform.portOf("hooks-worker"), "localhost").get("/metrics");
	const found = Number(/^storewright_clock_offset_seconds (\S+)$/m.exec(text)?.[1]);
	return Math.round(found / 60) === -offset ? [] : [`the metric says ${found} s`];
}
// tools/bench/src/faults/full-disk.ts
/** Puts the data and the write-ahead log of Postgres on small disks and fills them. */
async function fullDisk({ short }) {
	const folder = (0, node_fs.mkdtempSync)((0, node_path.join)((0, node_os.tmpdir)(), "storewright-faults-"));
	(0, node_fs.chmodSync)(folder, 493);
	const disks = [];
	try {
		const [data, log] = [Disk.mount((0, node_path.join)(folder, "data"), "200m"), Disk.mount((0, node_path.join)(folder, "log"), "100m")];
		disks.push(...[data, log].filter((each) => each !== void 0));
		if (!data || !log) return [notRun];
		return await onDisks(short, data, log);
	} finally {
		for (const disk of disks) disk.unmount();
		(0, node_fs.rmSync)(folder, {
			recursive: true,
			force: true
		});
	}
}
const notRun = {
	done: "the database's disk is full",
	seen: "needs root, for a small disk",
	expected: "2xx, 503",
	ok: "not run"
};
async function onDisks(short, data, log) {
	const platform = await require_fault_platform.FaultPlatform.open(short, {
		dataDirectory: (0, node_path.join)(data.path, "postgres"),
		settings: {
			max_wal_size: "48MB",
			min_wal_size: "32MB",
			shared_buffers: "32MB"
		}
	});
	try {
		await moveLog(platform, log);
		return [await require_servers.underTraffic(platform, fullData(platform, data)), await require_servers.underTraffic(platform, fullLog(platform, log))];
	} finally {
		await platform.close();
	}
}
/** Moves `pg_wal` to the disk and replaces it by a link. */
async function moveLog({ postgres }, { path }) {
	await postgres.stop();
	const [major] = (0, node_fs.readdirSync)(postgres.dataDirectory).filter((name) => /^\d+$/.test(name));
	const cluster = (0, node_path.join)(postgres.dataDirectory, major);
	const { uid, gid } = (0, node_fs.statSync)(cluster);
	const [from, to] = [(0, node_path.join)(cluster, "pg_wal"), (0, node_path.join)(path, "pg_wal")];
	(0, node_child_process.execFileSync)("cp", [
		"-a",
		from,
		to
	]);
	(0, node_fs.renameSync)(from, `${from}.before`);
	(0, node_fs.symlinkSync)(to, from);
	(0, node_fs.rmSync)(`${from}.before`, { recursive: true });
	(0, node_fs.chownSync)(path, uid, gid);
	await postgres.startAgain();
}
function fullData(platform, disk) {
	return {
		done: `the disk of the database's data is full${platform.short ? "" : " for 10 s"}`,
		allowed: ["503"],
		async inject() {
			disk.fill();
			await (0, node_timers_promises.setTimeout)(platform.short ? 2e3 : 1e4);
			disk.empty();
		}
	};
}
/**
* Fills the disk of the write-ahead log. Postgres exits if it cannot write its log, so the fault starts
* Postgres again when there is space.
*/
function fullLog(platform, disk) {
	const { postgres, short } = platform;
	return {
		done: `the disk of the database's write-ahead log is full${short ? "" : " for 10 s"}; Postgres is started again`,
		allowed: ["503"],
		notReady: require_fault_platform.serviceNames,
		async inject(refused) {
			disk.fill();
			const filling = postgres.query("SELECT pg_switch_wal() FROM generate_series(1, 20)").catch(() => void 0);
			await Promise.all([
				filling,
				refused(),
				(0, node_timers_promises.setTimeout)(short ? 0 : 1e4)
			]);
			disk.empty();
			await postgres.stop();
			await postgres.startAgain();
		}
	};
}
/** A small disk in memory (tmpfs). */
var Disk = class Disk {
	constructor(path) {
		this.path = path;
	}
	/** Mounts a disk. Returns undefined if this process may not mount. */
	static mount(path, size) {
		(0, node_fs.mkdirSync)(path);
		try {
			(0, node_child_process.execFileSync)("mount", [
				"-t",
				"tmpfs",
				"-o",
				`size=${size},mode=0755`,
				"tmpfs",
				path
			], { stdio: "ignore" });
			return new Disk(path);
		} catch {
			return;
		}
	}
	fill() {
		const file = (0, node_fs.openSync)(this.ballast, "w");
		for (const size of [1 << 20, 4096]) try {
			for (const piece = Buffer.alloc(size, 1);;) if ((0, node_fs.writeSync)(file, piece) < size) break;
		} catch (error) {
			if (error.code !== "ENOSPC") throw error;
		}
		(0, node_fs.closeSync)(file);
	}
	empty() {
		(0, node_fs.rmSync)(this.ballast, { force: true });
	}
	unmount() {
		(0, node_child_process.execFileSync)("umount", ["-l", this.path]);
	}
	get ballast() {
		return (0, node_path.join)(this.path, "ballast");
	}
};
// tools/bench/src/faults/kills.ts
/** Kills each service and Postgres, and restarts them as a supervisor would. */
async function kills(platform) {
	const rows = [];
	for (const name of require_fault_platform.serviceNames) rows.push(await require_servers.underTraffic(platform, killOf(platform, name)));
	return [...rows, await require_servers.underTraffic(platform, killOfPostgres(platform))];
}
function killOf(platform, name) {
	return {
		done: `SIGKILL of ${name}, which is started again`,
		allowed: name === "hooks-worker" ? [] : [
			"no answer",
			"503",
			"409 idempotency_in_progress"
		],
		async inject() {
			await platform.services.get(name).kill();
			await platform.restart(name);
		}
	};
}
function killOfPostgres({ postgres, short }) {
	return {
		done: `SIGKILL of Postgres, which is started again${short ? "" : " 5 s later"}`,
		allowed: ["503"],
		notReady: require_fault_platform.serviceNames,
		async inject(refused) {
			await postgres.kill();
			await Promise.all([refused(), (0, node_timers_promises.setTimeout)(short ? 0 : 5e3)]);
			await postgres.startAgain();
		}
	};
}
// tools/bench/src/faults/migration.ts
const passwords$1 = {
	owner: "owner",
	auth: "auth",
	shop: "shop",
	hooks: "hooks"
};
/** A migration that requires a lock that conflicts with readers. */
var AddColumn9900000000000 = class {
	async up(runner) {
		await runner.query("ALTER TABLE shop.meta ADD COLUMN added_by_faults integer");
	}
	async down() {}
};
/** Runs a migration while a reader holds a conflicting lock. */
async function migration$1(platform) {
	const hold = platform.short ? 0 : 6e4;
	const lines = [];
	let onReport;
	const hasReported = new Promise((done) => onReport = done);
	const report = (line) => {
		lines.push(line);
		onReport();
	};
	let [ranAfter, ran] = [0, []];
	const url = platform.postgres.administratorUrl;
	return [await require_servers.underTraffic(platform, {
		done: `a reader holds its lock ${platform.short ? "until" : `for ${hold / 1e3} s while`} a migration waits`,
		allowed: platform.short ? ["409 rows_locked"] : [],
		async inject() {
			const reader = new pg.Client({
				connectionString: url,
				application_name: "a long report"
			});
			await reader.connect();
			await reader.query("BEGIN; SELECT FROM shop.meta LIMIT 1");
			require_stage.shopMigrations.push(Object.assign(AddColumn9900000000000, { path: "tools/bench" }));
			const migrating = require_stage.migrate({
				auth: url,
				shop: url
			}, passwords$1, { report });
			await Promise.all([(0, node_timers_promises.setTimeout)(hold), Promise.race([hasReported, migrating])]);
			await reader.end();
			const ended = performance.now();
			ran = await migrating;
			ranAfter = performance.now() - ended;
			require_stage.shopMigrations.pop();
		},
		check: () => ({
			seen: `the migration ran ${require_numbers.formatSeconds(ranAfter)} after the reader; ${lines.length} reports`,
			expected: `the migration runs${platform.short ? "" : " ≤ 10 s after the reader"}`,
			ok: ran.length === 1 && lines.length > 0 && lines.every((line) => line.includes("a long report")) && (platform.short || ranAfter <= 1e4)
		})
	})];
}
// tools/bench/src/faults/node-clocks.ts
/**
* Runs a cluster with a worker node whose clock is wrong by five minutes. All visible times must come from
* the coordinator.
*/
function nodeClocks(installation) {
	return async () => {
		if (installation === void 0 || !clockOf(5)) return [{
			done: "the clock of a worker node is off by five minutes",
			seen: "needs a PostgreSQL with Citus (--citus FOLDER) and libfaketime (Debian: libfaketime)",
			expected: "dated by the coordinator",
			ok: "not run"
		}];
		const servers = await require_servers.Servers.open({
			short: false,
			installation
		});
		try {
			const { platform, all } = servers;
			const shops = [];
			while (shops.length < 3) shops.push(await platform.makeShop(platform.receiver.url));
			const rows = [];
			for (const offset of [5, -5]) rows.push(await withClock(platform, {
				node: all[0].postgres,
				shops
			}, offset));
			return rows;
		} finally {
			await servers.close();
		}
	};
}
async function withClock(platform, { node, shops }, offset) {
	const wrong = [];
	let [signed, off] = [0, 0];
	return require_servers.underTraffic(platform, {
		done: `the clock of a worker node is ${Math.abs(offset)} minutes ${offset > 0 ? "ahead" : "behind"}`,
		allowed: ["503", "409 idempotency_in_progress"],
		async inject() {
			await node.stop();
			await node.startAgain(clockOf(offset));
			off = await offsetOf(node);
			platform.reply = (received) => {
				signed += 1;
				wrong.push(...datesOf(received));
				return 204;
			};
			for (const shop of shops) await require_fault_platform.until("its node answers", async () => (await platform.shopApi(shop).get("/api/meta")).status === 200);
			for (const shop of shops) wrong.push(...await datesOfObject(platform, shop));
			await require_fault_platform.until("webhooks come", () => Promise.resolve(signed > 10));
			await node.stop();
			await node.startAgain();
			platform.reply = () => 204;
		},
		check: () => ({
			seen: `the node says ${off} s; ${[...new Set(wrong)].join(", ") || `${signed} webhooks and objects of all shops dated by the coordinator`}`,
			expected: "dated by the coordinator",
			ok: wrong.length === 0 && Math.round(off / 60) === offset
		})
	});
}
/** Returns the offset of the node's clock in seconds. */
async function offsetOf(node) {
	const [row] = await node.query("SELECT clock_timestamp() AS now");
	return Math.round((row.now.getTime() - Date.now()) / 1e3);
}
// tools/bench/src/faults/network.ts
/** Makes the connections to Postgres fail: they are refused, hang, become slow or are reset. */
async function network(platform) {
	const rows = [];
	const all = [
		...unreachable(platform),
		...hanging(platform),
		...unsteady(platform)
	];
	for (const fault of all.filter(({ takesTime }) => !takesTime || !platform.short)) rows.push(await require_servers.underTraffic(platform, fault));
	return rows;
}
function unreachable({ proxy, short }) {
	const hold = (ms) => (0, node_timers_promises.setTimeout)(short ? 0 : ms);
	return [
		{
			done: `the database refuses${short ? "" : " for 10 s"}`,
			allowed: ["503"],
			notReady: require_fault_platform.serviceNames,
			async inject(refused) {
				await proxy.refuse();
				await Promise.all([refused(), hold(1e4)]);
				await proxy.pass();
			}
		},
		{
			done: `the database's bytes are swallowed${short ? "" : " for 20 s"}`,
			allowed: ["503", "409 idempotency_in_progress"],
			notReady: require_fault_platform.serviceNames,
			async inject(refused) {
				proxy.swallow();
				await Promise.all([refused(), hold(2e4)]);
				await proxy.pass();
			}
		},
		{
			done: `what is sent over connections that are open is swallowed, new ones are well; 5 s to find out`,
			takesTime: true,
			allowed: ["503", "409 idempotency_in_progress"],
			async inject() {
				proxy.swallow();
				await proxy.pass();
				await (0, node_timers_promises.setTimeout)(5e3);
			}
		}
	];
}
function hanging({ postgres, short }) {
	return [{
		done: `the postmaster is stopped for ${short ? 2 : 10} s: open connections work, new ones hang`,
		allowed: ["503"],
		async inject() {
			postgres.suspend();
			await (0, node_timers_promises.setTimeout)(short ? 2e3 : 1e4);
			postgres.resume();
		}
	}];
}
function unsteady({ proxy, short }) {
	return [{
		done: "every piece is late by 50 ms, for 10 s",
		takesTime: true,
		allowed: [],
		async inject() {
			proxy.delay(50);
			await (0, node_timers_promises.setTimeout)(1e4);
			await proxy.pass();
		}
	}, {
		done: `all connections are reset ${short ? 3 : 20} times`,
		allowed: ["503"],
		async inject() {
			for (let count = 0; count < (short ? 3 : 20); count += 1) {
				proxy.reset();
				await (0, node_timers_promises.setTimeout)(short ? 100 : 500);
			}
		}
	}];
}
// tools/bench/src/faults/version-before.ts
const execute = (0, node_util.promisify)(node_child_process.execFile);
const git = async (...words) => (await execute("git", words)).stdout.trim();
const migrations = [":(glob)libs/*/*/migrations/**"];
/**
* Returns the previous release, or the commit before the newest migration. Undefined in a clone without
* history.
*/
async function versionBefore(from) {
	const commit = await (from === void 0 ? previousCommit() : git("rev-parse", "--verify", `${from}^{commit}`)).catch(() => void 0);
	if (!commit) return void 0;
	const folder = (0, node_fs.mkdtempSync)((0, node_path.join)((0, node_fs.realpathSync)((0, node_os.tmpdir)()), "storewright-before-"));
	try {
		await build(commit, folder);
	} catch (error) {
		(0, node_fs.rmSync)(folder, {
			recursive: true,
			force: true
		});
		throw error;
	}
	const programOf = (name) => (0, node_path.join)(folder, "dist/apps", name, "main.js");
	return {
		name: await git("describe", "--tags", "--always", commit),
		programOf,
		migrate: (administratorUrl) => execute(process.execPath, [programOf("operator"), "migrate"], { env: migrating(administratorUrl) }),
		remove: () => (0, node_fs.rmSync)(folder, {
			recursive: true,
			force: true
		})
	};
}
const migrating = (administratorUrl) => ({
	DATABASE_URL: administratorUrl,
	OWNER_DB_PASSWORD: "owner",
	AUTH_DB_PASSWORD: "auth",
	SHOP_DB_PASSWORD: "shop",
	HOOKS_DB_PASSWORD: "hooks"
});
async function previousCommit() {
	const tag = await git("describe", "--tags", "--abbrev=0", "--match", "v*", "HEAD^").catch(() => void 0);
	if (tag) return git("rev-parse", `${tag}^{commit}`);
	const newest = await git("log", "-1", "--diff-filter=A", "--format=%H", "--", ...migrations);
	return git("rev-parse", "--verify", `${newest}^`);
}
/** Builds that version with the installed packages. */
async function build(commit, folder) {
	await execute("/bin/sh", [
		"-c",
		`git archive ${commit} | tar -x -C "$0"`,
		folder
	]);
	(0, node_fs.symlinkSync)((0, node_path.resolve)("node_modules"), (0, node_path.join)(folder, "node_modules"));
	await execute((0, node_path.resolve)("node_modules/.bin/nx"), [
		"run-many",
		"-t",
		"build",
		"--projects=shop-api,auth-api,hooks-worker,operator"
	], {
		cwd: folder,
		env: {
			...process.env,
			NX_DAEMON: "false",
			NX_WORKSPACE_ROOT_PATH: folder
		},
		maxBuffer: 2 ** 26
	});
}
// tools/bench/src/faults/rolling.ts
const passwords = {
	owner: "owner",
	auth: "auth",
	shop: "shop",
	hooks: "hooks"
};
/**
* Milliseconds during which both versions serve requests, and during which a reader blocks the migration.
*/
const [BOTH_FOR_MS, READER_MS] = [3e3, 1e4];
/**
* Updates from the previous version to this version, back to the previous version, and to this version again
* under load. No request may fail.
*/
function rolling(from) {
	return async () => {
		const before = await versionBefore(from);
		if (!before) return [{
			done: "a rolling update from the version before",
			seen: "git does not have the version before (a clone without its history)",
			expected: "0 failed requests",
			ok: "not run"
		}];
		const { programOf: programs, migrate: prepare } = before;
		const platform = await require_fault_platform.FaultPlatform.open(false, {
			programs,
			prepare
		});
		try {
			return [await migration(platform, before), await updates(platform, before)];
		} finally {
			await platform.close();
			before.remove();
		}
	};
}
/** Migrates while the previous version serves and a reader holds locks on every table. */
async function migration(platform, { name }) {
	const url = platform.postgres.administratorUrl;
	const waits = [];
	let [ran, ranAfter] = [[], 0];
	return require_servers.underTraffic(platform, {
		done: `${name} serves while the schema becomes that of this version, and a dump holds its locks for ${READER_MS / 1e3} s`,
		allowed: [],
		async inject() {
			const reader = await lockingAll(url);
			const migrating = require_stage.migrate({
				auth: url,
				shop: url
			}, passwords, { report: (line) => waits.push(line) });
			await (0, node_timers_promises.setTimeout)(READER_MS);
			await reader.end();
			const ended = performance.now();
			ran = await migrating;
			ranAfter = performance.now() - ended;
			await (0, node_timers_promises.setTimeout)(BOTH_FOR_MS);
		},
		check: () => ({
			seen: `${ran.map((each) => each.slice(0, -13)).join(", ") || "nothing to migrate"}, ${require_numbers.formatSeconds(ranAfter)} after the dump, of which it told ${waits.length} times`,
			expected: "it runs ≤ 10 s after the dump",
			ok: ranAfter <= 1e4 && waits.every((line) => line.includes("a dump"))
		})
	});
}
async function lockingAll(url) {
	const reader = new pg.Client({
		connectionString: url,
		application_name: "a dump"
	});
	await reader.connect();
	const { rows } = await reader.query(`SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('auth', 'shop')`);
	await reader.query(`BEGIN; LOCK TABLE ${rows.map(({ name }) => name).join(", ")} IN ACCESS SHARE MODE`);
	return reader;
}
/** Replaces one service after another. */
async function updates(platform, { name, programOf: old }) {
	const codes = [];
	return require_servers.underTraffic(platform, {
		done: `a rolling update from ${name} to this version, back, and forth again; both serve for ${BOTH_FOR_MS / 1e3} s each time`,
		allowed: [],
		async inject() {
			for (const programs of [
				require_stage.programOf,
				old,
				require_stage.programOf
			]) {
				platform.programOf = programs;
				for (const service of require_fault_platform.serviceNames) codes.push(await platform.replace(service, BOTH_FOR_MS));
			}
		},
		check: () => ({
			seen: `${codes.length} processes ended with ${[...new Set(codes)].join()}`,
			expected: "ended with 0",
			ok: codes.every((code) => code === 0)
		})
	});
}
// tools/bench/src/faults/stops.ts
const [STOP_LIMIT_MS, READY_LIMIT_MS] = [25e3, 2e3];
/** Stops another instance of each service while its clients keep their connections open. */
async function stops(platform) {
	const shop = platform.shops[0];
	const outcomes = [];
	const stop = async (name) => {
		const service = await platform.startExtra(name);
		const clients = await clinging(service, shop);
		const began = performance.now();
		const code = await service.stop();
		outcomes.push({
			name,
			ms: performance.now() - began,
			code
		});
		for (const client of clients) client.destroy();
	};
	return [await require_servers.underTraffic(platform, {
		done: "SIGTERM of a second instance of each service, with clients that never end",
		allowed: [],
		inject: async () => void await Promise.all(require_fault_platform.serviceNames.map(stop)),
		check: () => ({
			seen: outcomes.map(({ name, ms, code }) => `${name} ended with ${code} after ${require_numbers.formatSeconds(ms)}`).join(", "),
			expected: `ended with 0${platform.short ? "" : ` ≤ ${require_numbers.formatSeconds(STOP_LIMIT_MS)}`}`,
			ok: outcomes.every(({ ms, code }) => code === 0 && (platform.short || ms <= STOP_LIMIT_MS))
		})
	}), await stopOfBusyWorker(platform)];
}
/**
* Opens connections of three kinds: sending a body byte by byte, requesting pages without reading them, and
* sending nothing.
*/
async function clinging({ port }, { domain, token }) {
	const host = `host: ${domain}.localhost\r\nauthorization: Bearer ${token}\r\n`;
	const half = `POST /api/meta HTTP/1.1\r\n${host}content-type: application/vnd.api+json\r\ncontent-length: 1000\r
\r
{`;
	const page = `GET /api/meta?page%5Bsize%5D=100 HTTP/1.1\r\n${host}\r\n`;
	const begin = (text, again) => new Promise((done) => {
		const socket = (0, node_net.connect)({
			port,
			host: "127.0.0.1",
			allowHalfOpen: true
		});
		socket.on("error", () => void 0);
		socket.once("connect", () => {
			if (text) socket.write(text);
			done(socket.pause());
		});
		if (!again) return;
		const going = setInterval(() => socket.writable && socket.write(again), 500);
		socket.once("close", () => clearInterval(going));
	});
	const each = [
		begin(half, " "),
		begin(page.repeat(50), page),
		begin("", "")
	];
	return Promise.all([...each, ...Array.from({ length: 20 }, () => begin(half, " "))]);
}
/** Stops the worker while a receiver that accepted a webhook does not respond. */
async function stopOfBusyWorker(platform) {
	const silent = await require_fault_platform.Receiver.start(() => "never");
	const shop = await platform.makeShop(silent.url);
	let [ms, code] = [0, null];
	const row = await require_servers.underTraffic(platform, {
		done: "SIGTERM of hooks-worker while a receiver never answers; started again",
		allowed: [],
		async inject() {
			await platform.shopApi(shop).post("/api/meta", { data: {
				type: "meta",
				attributes: {
					resource_type: "orders",
					resource_id: "1",
					data: {}
				}
			} });
			await silent.has(1);
			const began = performance.now();
			code = await platform.services.get("hooks-worker").stop();
			ms = performance.now() - began;
			await platform.restart("hooks-worker");
		},
		check: () => ({
			seen: `ended with ${code} after ${require_numbers.formatSeconds(ms)}`,
			expected: `ended with 0${platform.short ? "" : ` ≤ ${require_numbers.formatSeconds(STOP_LIMIT_MS)}`}`,
			ok: code === 0 && (platform.short || ms <= STOP_LIMIT_MS)
		})
	});
	await platform.postgres.query(`UPDATE auth.installations SET status = 'uninstalled' WHERE shop_id = $1`, [shop.id]);
	await silent.stop();
	return row;
}
/** Starts services while their database refuses connections or ignores all bytes. */
async function starts(platform) {
	const rows = [];
	for (const how of platform.short ? ["refuses"] : ["refuses", "swallows"]) rows.push(await startWithout(platform, how));
	return rows;
}
async function startWithout(platform, how) {
	const proxy = await require_fault_platform.PostgresProxy.before(platform.postgres.administratorUrl);
	if (how === "refuses") await proxy.refuse();
	else proxy.swallow();
	const started = await Promise.all(require_fault_platform.serviceNames.map((name) => platform.startExtra(name, platform.databasesOf(name, proxy))));
	const statuses = async (path) => Promise.all(started.map(({ port }) => require_http.statusOf({
		port,
		path
	})));
	if (!platform.short) await (0, node_timers_promises.setTimeout)(5e3);
	const [live, before] = [await statuses("/healthz"), await statuses("/readyz")];
	await proxy.pass();
	const back = performance.now();
	const readyAfter = await Promise.all(started.map(async ({ port }) => {
		await require_fault_platform.until("it is ready", async () => await require_http.statusOf({
			port,
			path: "/readyz"
		}) === 200);
		return performance.now() - back;
	}));
	const codes = await Promise.all(started.map((service) => service.stop()));
	await proxy.close();
	const longest = Math.max(...readyAfter);
	const all = (codes, status) => codes.every((each) => each === status);
	return {
		done: `start of each service while its database ${how}${platform.short ? "" : ", for 5 s"}`,
		seen: `live ${live.join()}, ready ${before.join()}; ready after ${require_numbers.formatSeconds(longest)}; ended with ${codes.join()}`,
		expected: `live 200, ready 503${platform.short ? "" : `; ready ≤ ${require_numbers.formatSeconds(READY_LIMIT_MS)}`}; ended with 0`,
		ok: all(live, 200) && all(before, 503) && all(codes, 0) && (platform.short || longest <= READY_LIMIT_MS)
	};
}
// tools/bench/src/faults/index.ts
/** Faults of the short form. Other faults take longer and run only if the command names them. */
const shortFaults = [
	"network",
	"kills",
	"starts",
	"migration"
];
const faultsOf = (from, installation) => ({
	network,
	kills,
	stops,
	starts,
	disk: fullDisk,
	clocks,
	migration: migration$1,
	"node-clocks": nodeClocks(installation),
	rolling: rolling(from)
});
function installation(folder) {
	try {
		return require_servers.installationAt(folder);
	} catch (error) {
		process.stderr.write(error.message);
		process.exit(1);
	}
}
/**
* Injects faults into a separate platform while clients read and write, and prints what was observed, what
* was expected, and the state of the writes. The arguments name faults. Without a name, all faults run.
* `--short` shortens the faults and omits verdicts on times. `--from REF` names the version that a rolling
* update starts with. `--citus FOLDER` names the programs of a PostgreSQL with Citus. Exits with code 1 if a
* verdict failed.
*/
async function runFaults(words) {
	const short = words.includes("--short");
	const after = (option) => words[words.indexOf(option) + 1];
	const faults = faultsOf(words.includes("--from") ? after("--from") : void 0, words.includes("--citus") ? installation(after("--citus")) : void 0);
	const named = words.filter((word) => word in faults);
	const all = short ? shortFaults : Object.keys(faults);
	const platform = await require_fault_platform.FaultPlatform.open(short);
	process.once("SIGINT", () => void platform.close().then(() => process.exit(1)));
	const cells = [];
	let isOk = true;
	try {
		for (const name of named.length > 0 ? named : all) {
			const load = (0, node_os.loadavg)()[0].toFixed(1);
			for (const { done, seen, expected, ledger = "", ok } of await faults[name](platform)) {
				cells.push([
					done,
					seen,
					expected,
					ledger,
					load,
					require_table.verdictCell(ok)
				]);
				isOk &&= ok !== false;
			}
		}
	} catch (error) {
		platform.printFailure(error);
		await platform.close();
		process.exit(1);
	}
	await platform.close();
	process.stdout.write(`\n${require_table.table([
		"done",
		"seen",
		"expected",
		"ledger",
		"load",
		"verdict"
	], cells)}\n`, () => process.exit(isOk ? 0 : 1));
}
exports.runFaults = runFaults;

//# sourceMappingURL=faults-u0nMtZe6.js.map