const require_bare = require("./bare-DHHj2VG2.js");
const require_http = require("./http-gw2kCh65.js");
const require_numbers = require("./numbers-BVo60olM.js");
const require_cases = require("./cases-C6Pjwedn.js");
const require_attack = require("./attack-BRunNphg.js");
let node_timers_promises = require("node:timers/promises");
// tools/bench/src/attack/overload.ts
/**
* Sends requests until V8 has compiled the code of the service, because times of compiled and uncompiled code
* are not comparable.
*/
async function warmUp(context) {
	const seconds = context.short ? .5 : 3;
	await Promise.all([flood(context, {
		connections: 16,
		seconds
	}), require_attack.measureNeighbour(context, seconds)]);
}
const FLOOD_SECONDS = 10;
/**
* Sends more requests than the process can serve: twice its peak rate, and 2,500 connections that send
* requests without a pause.
*/
const overload = async (context) => {
	const seconds = context.short ? 1 : FLOOD_SECONDS;
	await require_attack.measureQuietNeighbour(context, 5);
	const peak = await flood(context, {
		connections: 64,
		seconds
	});
	const connections = context.short ? 300 : 2500;
	const closed = await flood(context, {
		connections,
		seconds
	});
	const verdicts = [verdict$1(context, `${connections} connections that ask again at once`, peak, closed)];
	if (context.short) return verdicts;
	const rate = Math.round(2 * peak.goodput);
	const twice = await flood(context, {
		connections,
		seconds,
		rate
	});
	const sent = `${rate} requests/s, twice the peak of ${peak.goodput.toFixed(0)}`;
	return [...verdicts, verdict$1(context, sent, peak, twice)];
};
/**
* Measures the quiet shop while another shop floods the service, and while the same load runs on a bare
* server.
*/
const floodedNeighbour = async (context) => {
	const quiet = await require_attack.measureQuietNeighbour(context, 8);
	const [connections, seconds] = context.short ? [200, 2] : [2500, 12];
	const flooding = flood(context, {
		connections,
		seconds
	});
	await (0, node_timers_promises.setTimeout)(context.short ? 500 : 3e3);
	const loaded = await require_attack.measureNeighbour(context, 8);
	const { goodput } = await flooding;
	return [require_attack.neighbourVerdict(context, "a flood over the other shop", quiet, loaded), await bareNeighbour(context, Math.round(goodput))];
};
async function bareNeighbour(context, rate) {
	const { stage, ports, loud, short } = context;
	await require_attack.measureQuietNeighbour(context, 8);
	const route = await require_cases.pageRoute(require_http.targetOf(loud, ports.shop), require_attack.pagePath, require_cases.pageStatement(loud.id, 10));
	const port = await stage.startBare("--bare", {
		floor: "spliced",
		shopId: loud.id,
		routes: [route]
	});
	const [warmUpSeconds, seconds] = short ? [.2, .5] : [3, 8];
	const even = {
		port,
		connections: 64,
		rate,
		isOpenLoop: true
	};
	await flood(context, {
		...even,
		seconds: warmUpSeconds
	});
	const sent = {
		...require_attack.neighbourRequest(context),
		port
	};
	const quiet = await require_attack.probe(sent, seconds * 1e3);
	const flooding = flood(context, {
		...even,
		seconds: warmUpSeconds + seconds
	});
	await (0, node_timers_promises.setTimeout)(warmUpSeconds * 1e3);
	const loaded = await require_attack.probe(sent, seconds * 1e3);
	const { goodput } = await flooding;
	const statuses = /* @__PURE__ */ new Set([...quiet.statuses.keys(), ...loaded.statuses.keys()]);
	return {
		sent: `${rate} requests/s over a bare server`,
		seen: `neighbour p99 ${loaded.p99.toFixed(1)} (quiet ${quiet.p99.toFixed(1)}); the client itself late by ${loaded.clientDelayMs.toFixed(1)}; ${goodput.toFixed(0)}/s answered`,
		expected: "none failed",
		ok: statuses.size === 1 && statuses.has("200")
	};
}
/**
* Compares the successful responses per CPU second, because the attacker uses the CPUs of the same machine.
*/
function verdict$1({ short }, sent, peak, measured) {
	const { goodput, p99, statuses, errors } = measured;
	const share = measured.perCpuSecond / peak.perCpuSecond;
	const isAnswered = [...statuses.keys()].every((status) => status === "200" || status === "503");
	return {
		sent,
		seen: `goodput ${(100 * share).toFixed(0)} % of the peak by CPU (${goodput.toFixed(0)}/s of ${peak.goodput.toFixed(0)}), p99 ${p99.toFixed(0)} ms; ${require_numbers.formatCounts(statuses)}; ${errors} errors`,
		expected: short ? "200 or 503" : "200 or 503, goodput ≥ 80 %, p99 ≤ 1,000 ms",
		ok: isAnswered && errors === 0 && (short || share >= .8 && p99 <= 1e3)
	};
}
/** Floods the shop API, or the server at `port`, with requests of the loud shop. */
function flood(context, options) {
	const { loud, ports, stage } = context;
	const { port = ports.shop, body } = options;
	const path = body === void 0 ? require_attack.pagePath : "/api/meta";
	const input = {
		...require_http.targetOf(loud, port),
		path,
		...options,
		port
	};
	const cpu = () => stage.cpuOf(port) ?? performance.now();
	let before = cpu();
	let after;
	return new Promise((done) => {
		const child = require_attack.startAttacker(context, "--flood", input, (message) => {
			if (message === "counts") return void (before = cpu());
			if (message === "ends") return void (after = cpu());
			const cpuMs = (after ?? cpu()) - before;
			const perCpuSecond = message.goodput * options.seconds / (cpuMs / 1e3);
			require_attack.stopAttacker(child).then(() => done({
				...message,
				cpuMs,
				perCpuSecond
			}));
		});
	});
}
// tools/bench/src/attack/refusals.ts
/**
* Number of connections for requests that the service rejects. Rejections are sent after two seconds, so each
* connection sends one request in two seconds.
*/
const CONNECTIONS = {
	short: 200,
	full: 2500
};
const write = JSON.stringify({ data: {
	type: "meta",
	attributes: {
		resource_type: "orders",
		resource_id: "1",
		data: {
			colour: "blue",
			priority: 7
		}
	}
} });
/** Compares the CPU time of rejected requests with that of served requests at the same rate. */
const refusals = async (context) => {
	const { stage, loud, short } = context;
	const connections = CONNECTIONS[short ? "short" : "full"];
	const [seconds, warmUpSeconds] = short ? [3, 0] : [8, 4];
	const port = await startFullService(context);
	const cpu = () => stage.cpuOf(port) ?? 0;
	if (!short) await flood(context, {
		port,
		connections: 500,
		seconds: 6
	});
	const before = cpu();
	await (0, node_timers_promises.setTimeout)(1e3);
	const idlePerSecond = cpu() - before;
	const headers = require_http.headersOf(require_http.targetOf(loud, port));
	await require_http.statusOf({
		port,
		path: "/api/shops",
		headers
	});
	await stage.client.query("BEGIN; LOCK TABLE shop.products IN ACCESS EXCLUSIVE MODE");
	const waiting = require_http.statusOf({
		port,
		path: "/api/products",
		headers
	});
	await (0, node_timers_promises.setTimeout)(200);
	const refused = await flood(context, {
		port,
		connections,
		seconds,
		warmUpSeconds
	});
	await stage.client.query("ROLLBACK");
	await waiting;
	const count = refused.statuses.get("503") ?? 0;
	const alike = {
		seconds: short ? .5 : seconds,
		rate: Math.ceil(count / seconds)
	};
	const cost = ({ cpuMs, statuses }, status, duration = alike.seconds) => 1e3 * (cpuMs - idlePerSecond * duration) / (statuses.get(status) ?? 0);
	const served = await flood(context, {
		connections: 32,
		...alike
	});
	const written = await flood(context, {
		connections: 32,
		...alike,
		body: write
	});
	const least = await flood(context, {
		port: await stage.startBare("--least-server"),
		connections,
		warmUpSeconds,
		...alike
	});
	const costs = {
		refusal: cost(refused, "503", seconds),
		page: cost(served, "200"),
		write: cost(written, "201"),
		least: 1e3 * least.cpuMs / (least.statuses.get("503") ?? 0)
	};
	const total = refused.cpuMs / (1e3 * seconds);
	return [verdict(context, refused, costs), totalVerdict(context, count / seconds, total)];
};
/**
* Starts a shop API that serves one request at a time. A request that waits for a table lock then occupies
* the only slot.
*/
async function startFullService({ stage }) {
	await stage.client.query(`ALTER ROLE storewright_shop SET lock_timeout = '60s'`);
	await stage.client.query(`ALTER ROLE storewright_shop SET statement_timeout = '60s'`);
	return stage.startService("shop-api", { environment: { MAX_REQUESTS_AT_ONCE: "1" } });
}
function verdict({ short }, { statuses }, { refusal, page, write, least }) {
	const part = (of) => `${(100 * refusal / of).toFixed(0)} %`;
	const costs = [
		`${refusal.toFixed(0)} µs of CPU each`,
		`${part(page)} of a served page of ten (${page.toFixed(0)} µs)`,
		`${part(write)} of a served write (${write.toFixed(0)} µs)`,
		`a server of Node that does nothing but refuse: ${least.toFixed(0)} µs`
	];
	return {
		sent: `${CONNECTIONS[short ? "short" : "full"]} connections that are refused`,
		seen: [require_numbers.formatCounts(statuses), ...short ? [] : costs].join("; "),
		expected: short ? "503" : "503, ≤ 5 % of a served one",
		ok: [...statuses.keys()].join() === "503" && (short || refusal <= page / 20)
	};
}
function totalVerdict({ short }, rate, total) {
	const seen = short ? [] : [`${(100 * total).toFixed(1)} % of a processor`];
	return {
		sent: "the same, as a whole",
		seen: [`${rate.toFixed(0)} refusals/s`, ...seen].join("; "),
		expected: short ? "refusals" : "≤ 5 % of a processor",
		ok: rate > 0 && (short || total <= .05)
	};
}
/** Runs a Node server that rejects every request, which measures the minimum cost of a response. */
function runLeastServer() {
	const body = "x".repeat(300);
	const headers = {
		"content-type": "application/vnd.api+json",
		"content-length": body.length
	};
	require_bare.serveBare(() => (_request, response) => void response.writeHead(503, headers).end(body));
}
exports.floodedNeighbour = floodedNeighbour;
exports.overload = overload;
exports.refusals = refusals;
exports.runLeastServer = runLeastServer;
exports.warmUp = warmUp;

//# sourceMappingURL=refusals-DYj3RfBg.js.map