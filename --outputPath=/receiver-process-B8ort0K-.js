const require_subscribed_shop = require("./subscribed-shop-BK-aKqwq.js");
const require_table = require("./table-CoKvrQYv.js");
const require_numbers = require("./numbers-BVo60olM.js");
const require_cases = require("./cases-C6Pjwedn.js");
const require_notifier = require("./notifier-udXm7v2x.js");
const require_stage = require("./stage-CoQdZ4jO.js");
const require_receivers = require("./receivers-CYCcFJv4.js");
let node_timers_promises = require("node:timers/promises");
// tools/bench/src/statements.ts
/** Counts all statements of a role, including BEGIN and COMMIT, on connections that open later. */
async function countStatements(client, role) {
	await client.query("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
	await client.query(`ALTER ROLE ${role} SET pg_stat_statements.track = 'top'`);
}
/** Returns the number of statements of a role so far. `like` is a pattern for the text of the statements. */
async function statementsOf(client, role, like = "%") {
	const { rows } = await client.query("SELECT sum(calls) AS calls FROM pg_stat_statements WHERE userid = $1::regrole AND query LIKE $2", [role, like]);
	return Number(rows[0].calls ?? 0);
}
// tools/bench/src/webhooks/messages.ts
/**
* Returns the number of messages with a shop context that the worker has sent. Each message is one
* transaction, and its statements are sent together. Polls over all shops have no context.
*/
function messagesOfWorker(client) {
	return statementsOf(client, require_stage.roles.hooks, "%num_nonnulls(set_config(%");
}
/** Counts messages on connections that open later. */
function countMessages(client) {
	return countStatements(client, require_stage.roles.hooks);
}
// tools/bench/src/webhooks/throughput.ts
/**
* Cases with their number of `events` per receiver and turn. The first `warmUp` turns are not counted, so
* that V8 has compiled the programs.
*/
const layouts = [
	{
		name: "1 receiver",
		shops: 1,
		receivers: 1,
		events: 1500,
		warmUp: 4
	},
	{
		name: "10 receivers in a shop",
		shops: 1,
		receivers: 10,
		events: 300,
		warmUp: 1
	},
	{
		name: "100 receivers in a shop",
		shops: 1,
		receivers: 100,
		events: 40,
		warmUp: 1
	},
	{
		name: "100 shops, a receiver each",
		shops: 100,
		receivers: 1,
		events: 30,
		warmUp: 1
	}
];
/** Number of counted turns. */
const TURNS = {
	full: 5,
	quick: 2
};
/**
* Commits many events together and measures the time until all receivers have them. The time includes the
* assignment of sequence numbers. Then the bare sender posts the same events to the same receivers.
*/
async function measureThroughput(deps) {
	const rows = [];
	for (const layout of layouts) {
		const runs = [];
		const first = await measure(deps, layout);
		for (let turn = 1; turn < layout.warmUp; turn += 1) await measure(deps, layout);
		while (runs.length < TURNS[deps.how]) runs.push(await measure(deps, layout));
		const middle = (of) => require_numbers.median(runs.map(of));
		const { receivers } = layout;
		const [perSecond, floor] = [middle(({ ours }) => ours), middle((run) => run.floor)];
		const cpu = [middle((run) => run.cpu.ours), middle((run) => run.cpu.floor)];
		rows.push([
			layout.name,
			...[
				perSecond,
				perSecond * receivers,
				floor * receivers
			].map((each) => each.toFixed(0)),
			middle(({ ours, floor }) => ours / floor).toFixed(2),
			...[...cpu, first.cpu.ours].map((each) => (each / receivers).toFixed(3)),
			...[middle((run) => run.messages)].map((each) => each.toFixed(2))
		]);
	}
	const head = [
		"committed → delivered",
		"events/s",
		"deliveries/s",
		"bare sender, deliveries/s",
		"ratio"
	];
	const costs = [
		"Node, ms a delivery",
		"bare sender",
		"Node, in the first turn",
		"messages an event"
	];
	return require_table.table([...head, ...costs], rows);
}
async function measure(deps, layout) {
	const { stage, receivers, worker, send, cpuOfSender } = deps;
	const shops = [];
	for (let at = 0; at < layout.shops; at += 1) {
		const subscribed = Array.from({ length: layout.receivers }, (_, index) => at * layout.receivers + index);
		shops.push(await require_subscribed_shop.makeSubscribedShop(stage.client, subscribed, receivers.ports));
	}
	const all = shops.flatMap((shop) => shop.receivers);
	const events = layout.events * layout.shops;
	const delivered = await worker.delivered();
	const byWorker = receivers.get(all, layout.events);
	const committedAt = await writeAtOnce(stage, shops, layout.events);
	const before = {
		cpu: worker.cpu(),
		messages: await messagesOfWorker(stage.client)
	};
	const ours = (await byWorker).at - committedAt;
	await worker.hasDelivered(delivered + all.length * layout.events);
	const after = {
		cpu: worker.cpu(),
		messages: await messagesOfWorker(stage.client)
	};
	const byFloor = receivers.get(all, layout.events);
	const [startedAt, idle] = [require_receivers.now(), cpuOfSender()];
	send(shops.flatMap((shop) => routesOf(shop, receivers.ports, layout.events)));
	const floor = (await byFloor).at - startedAt;
	const cpu = {
		ours: (after.cpu - before.cpu) / events,
		floor: (cpuOfSender() - idle) / events
	};
	await stage.client.query("VACUUM shop.events, shop.event_streams, shop.webhook_streams");
	const messages = (after.messages - before.messages) / events;
	return {
		ours: events * 1e3 / ours,
		floor: events * 1e3 / floor,
		cpu,
		messages
	};
}
function routesOf({ id, domain, receivers }, ports, events) {
	return receivers.map((receiver) => ({
		shop: {
			id,
			domain
		},
		port: ports[receiver],
		above: 0,
		through: events
	}));
}
/**
* Commits events of all shops in one transaction and sends the notifications of the API. Returns the time of
* the commit.
*/
async function writeAtOnce({ client }, shops, each) {
	await client.query("BEGIN");
	for (let count = 0; count < each; count += 1) for (const { id } of shops) {
		const { name, text, values } = require_cases.insertStatement(id, require_cases.attributes);
		await client.query({
			name,
			text,
			values
		});
	}
	await client.query("COMMIT");
	const committedAt = require_receivers.now();
	const ids = shops.map(({ id }) => id);
	await client.query("SELECT pg_notify($1, id) FROM unnest($2::text[]) AS id", [require_notifier.eventsChannel, ids]);
	return committedAt;
}
// tools/bench/src/webhooks/worker.ts
/** Reads the metrics of a worker. */
var Worker = class Worker {
	constructor(port, cpuMs) {
		this.port = port;
		this.cpuMs = cpuMs;
	}
	static {
		this.names = {
			attempts: "storewright_webhook_attempts_total",
			behind: "storewright_webhook_streams_behind",
			backlog: "storewright_webhook_backlog_events",
			oldest: "storewright_webhook_oldest_event_age_seconds",
			cpu: "process_cpu_seconds_total"
		};
	}
	/** Returns the number of recorded successful attempts. */
	async delivered() {
		return valueOf(await this.metrics(), Worker.names.attempts, { outcome: "delivered" });
	}
	/** Returns the CPU milliseconds that the worker has used, or 0 without /proc. */
	cpu() {
		return this.cpuMs() ?? 0;
	}
	/** Resolves when the worker has recorded exactly `count` deliveries. */
	async hasDelivered(count) {
		const { attempts } = Worker.names;
		await this.shows(`${count} deliveries`, (metrics) => valueOf(metrics, attempts, { outcome: "delivered" }) === count);
	}
	async shows(what, is) {
		for (const end = performance.now() + 3e4;; await (0, node_timers_promises.setTimeout)(50)) {
			const metrics = await this.metrics();
			if (is(metrics)) return;
			if (performance.now() > end) throw new Error(`the worker's metrics do not show ${what}: ${metrics}`);
		}
	}
	async metrics() {
		const response = await fetch(`http://127.0.0.1:${this.port}/metrics`);
		if (!response.ok) throw new Error(`the worker's metrics: ${response.status}`);
		return response.text();
	}
};
/**
* Returns the sum over all series with this name and these labels from metrics in the text format of
* Prometheus.
*/
function valueOf(metrics, name, labels = {}) {
	const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
	let sum = 0;
	for (const line of metrics.split("\n")) {
		const [, series, labelText = "", value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
		if (series === name && wanted.every((each) => labelText.split(",").includes(each))) sum += Number(value);
	}
	return sum;
}
// tools/bench/src/webhooks/receiver-process.ts
/** Controls the receivers, which run in a separate process. */
var ReceiverProcess = class ReceiverProcess {
	constructor(child, ports) {
		this.child = child;
		this.ports = ports;
	}
	static async start(stage, count) {
		const child = stage.startProgram("--receivers");
		const opened = messageOf(child, "ports");
		child.send({
			kind: "open",
			count
		});
		return new ReceiverProcess(child, (await opened).ports);
	}
	/**
	* Resolves when each of these receivers has received `each` more events. Must be called before the events
	* are written.
	*/
	async get(receivers, each) {
		const have = messageOf(this.child, "have");
		this.send({
			kind: "expect",
			receivers,
			each
		});
		return have;
	}
	hang(receiver) {
		this.send({
			kind: "hang",
			receiver
		});
	}
	/** Sends the responses that `hang` delayed. */
	release() {
		this.send({ kind: "release" });
	}
	send(message) {
		this.child.send(message);
	}
};
function messageOf(child, kind) {
	return new Promise((settle, reject) => {
		const ended = () => reject(/* @__PURE__ */ new Error("the receivers ended"));
		child.once("exit", ended);
		child.once("message", (message) => {
			child.off("exit", ended);
			if (message.kind !== kind) return reject(/* @__PURE__ */ new Error(`the receivers said ${message.kind}`));
			settle(message);
		});
	});
}
Object.defineProperty(exports, "ReceiverProcess", {
	enumerable: true,
	get: function() {
		return ReceiverProcess;
	}
});
Object.defineProperty(exports, "Worker", {
	enumerable: true,
	get: function() {
		return Worker;
	}
});
Object.defineProperty(exports, "countMessages", {
	enumerable: true,
	get: function() {
		return countMessages;
	}
});
Object.defineProperty(exports, "countStatements", {
	enumerable: true,
	get: function() {
		return countStatements;
	}
});
Object.defineProperty(exports, "measureThroughput", {
	enumerable: true,
	get: function() {
		return measureThroughput;
	}
});
Object.defineProperty(exports, "messagesOfWorker", {
	enumerable: true,
	get: function() {
		return messagesOfWorker;
	}
});
Object.defineProperty(exports, "statementsOf", {
	enumerable: true,
	get: function() {
		return statementsOf;
	}
});
Object.defineProperty(exports, "valueOf", {
	enumerable: true,
	get: function() {
		return valueOf;
	}
});
Object.defineProperty(exports, "writeAtOnce", {
	enumerable: true,
	get: function() {
		return writeAtOnce;
	}
});

//# sourceMappingURL=receiver-process-B8ort0K-.js.map