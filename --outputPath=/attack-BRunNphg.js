const require_http = require("./http-gw2kCh65.js");
const require_numbers = require("./numbers-BVo60olM.js");
const require_event_loop_delay = require("./event-loop-delay-Cgojsu1d.js");
let node_http = require("node:http");
let node_events = require("node:events");
let node_os = require("node:os");
let node_timers_promises = require("node:timers/promises");
// tools/bench/src/attack/probe.ts
/** Sends a request every `everyMs` milliseconds over a few connections, without waiting for responses. */
async function probe(sent, ms, everyMs = 10) {
	const agent = new node_http.Agent({
		keepAlive: true,
		maxSockets: 16
	});
	const times = [];
	const responses = [];
	const delay = require_event_loop_delay.eventLoopDelay();
	const end = performance.now() + ms;
	while (performance.now() < end) {
		const startedAt = performance.now();
		const response = require_http.statusOf({
			...sent,
			agent
		}).finally(() => times.push(performance.now() - startedAt));
		responses.push(response);
		await (0, node_timers_promises.setTimeout)(everyMs);
	}
	const statuses = require_numbers.countByName(await Promise.all(responses));
	agent.destroy();
	delay.stop();
	return {
		p99: require_numbers.percentile(times, 99),
		clientDelayMs: require_numbers.percentile(delay.take(), 99),
		statuses
	};
}
const pagePath = `/api/meta?page%5Bsize%5D=10`;
/** Returns the request that the quiet shop sends during attacks. */
function neighbourRequest({ ports, quiet }) {
	return {
		port: ports.shop,
		path: pagePath,
		headers: require_http.headersOf(require_http.targetOf(quiet, ports.shop))
	};
}
/** Measures the requests of the quiet shop while other requests run. */
async function measureNeighbour(context, seconds, { sent, everyMs } = { sent: neighbourRequest(context) }) {
	const { stage, ports, quiet, short } = context;
	const { host } = require_http.targetOf(quiet, ports.shop);
	await stage.observe(ports.shop, host);
	return {
		...await probe(sent, (short ? .5 : seconds) * 1e3, everyMs),
		inside: await stage.observe(ports.shop, host)
	};
}
/** Maximum time in milliseconds until the service is quiet after an attack. */
const QUIET_LIMIT_MS = 6e4;
/** Maximum 99th percentile of a quiet service, as a multiple of the quietest measurement. */
const QUIET_RATIO = 1.5;
/** Measures the requests of the quiet shop without other requests. */
async function measureQuietNeighbour(context, seconds) {
	const limitMs = context.short ? 0 : QUIET_LIMIT_MS;
	const measure = () => measureNeighbour(context, seconds);
	context.quietest = await measureUntilQuiet(measure, limitMs, context.quietest);
	return context.quietest;
}
/**
* Repeats the measurement for up to `limitMs`, until the service has finished work that an attack left, such
* as closing connections and logging refusals. Never returns a slower result than the quietest measurement,
* so remaining load cannot make a verdict easier.
*/
async function measureUntilQuiet(measure, limitMs, quietest) {
	const end = performance.now() + limitMs;
	let now = await measure();
	if (!quietest) return now;
	while (now.p99 > QUIET_RATIO * quietest.p99 && performance.now() < end) now = await measure();
	const inside = insideMs(now.inside) < insideMs(quietest.inside) ? now.inside : quietest.inside;
	return {
		...now,
		inside,
		p99: Math.min(now.p99, quietest.p99)
	};
}
/**
* Priority of the attacking processes. Real attacks come from other machines, so here they use only the CPU that the
* service and its database leave.
*/
const ATTACKER_PRIORITY = 10;
/** Starts this program in an attacking role with `input`, and forwards its messages. */
function startAttacker({ stage, short }, role, input, onMessage) {
	const child = stage.startProgram(role);
	if (!short) (0, node_os.setPriority)(child.pid, ATTACKER_PRIORITY);
	child.on("message", (message) => onMessage(message));
	child.send(input);
	return child;
}
async function stopAttacker(child) {
	child.disconnect();
	await (0, node_events.once)(child, "exit");
}
/** Tolerance in milliseconds for imprecise timers. */
const JITTER_MS = 5;
/**
* Share of the time without a CPU. Above this share, attackers on the same machine used CPU that the service
* needed.
*/
const MAX_CPU_WAIT_SHARE = .05;
/**
* Returns a verdict that passes if no request of the quiet shop failed and none took longer than twice the
* quiet time. If the machine had no CPU left for the service, uses the times measured inside the process:
* response time plus event-loop delay.
*/
function neighbourVerdict({ short }, sent, quiet, loaded) {
	const failed = [...loaded.statuses].filter(([status]) => status !== "200" && status !== "201");
	const [before, now] = [quiet.inside, loaded.inside];
	const inTime = now.cpuWaitShare > MAX_CPU_WAIT_SHARE ? isNoSlower(insideMs(before), insideMs(now)) : isNoSlower(quiet.p99, loaded.p99);
	const tenths = (ms) => ms.toFixed(1);
	return {
		sent,
		seen: [
			`neighbour p99 ${tenths(loaded.p99)} (quiet ${tenths(quiet.p99)})`,
			`in the process ${tenths(now.responseMs)} + ${tenths(now.loopDelayMs)} late (${tenths(before.responseMs)} + ${tenths(before.loopDelayMs)})`,
			`the client itself late by ${tenths(loaded.clientDelayMs)}`,
			`service without a processor ${(100 * now.cpuWaitShare).toFixed(0)} % of the time`,
			`failed ${failed.length}`
		].join("; "),
		expected: short ? "none failed" : "none failed, p99 ≤ 2 × quiet",
		ok: failed.length === 0 && (short || inTime)
	};
}
const isNoSlower = (quietMs, ms) => ms <= Math.max(2 * quietMs, quietMs + JITTER_MS);
const insideMs = ({ responseMs, loopDelayMs }) => responseMs + loopDelayMs;
Object.defineProperty(exports, "measureNeighbour", {
	enumerable: true,
	get: function() {
		return measureNeighbour;
	}
});
Object.defineProperty(exports, "measureQuietNeighbour", {
	enumerable: true,
	get: function() {
		return measureQuietNeighbour;
	}
});
Object.defineProperty(exports, "neighbourRequest", {
	enumerable: true,
	get: function() {
		return neighbourRequest;
	}
});
Object.defineProperty(exports, "neighbourVerdict", {
	enumerable: true,
	get: function() {
		return neighbourVerdict;
	}
});
Object.defineProperty(exports, "pagePath", {
	enumerable: true,
	get: function() {
		return pagePath;
	}
});
Object.defineProperty(exports, "probe", {
	enumerable: true,
	get: function() {
		return probe;
	}
});
Object.defineProperty(exports, "startAttacker", {
	enumerable: true,
	get: function() {
		return startAttacker;
	}
});
Object.defineProperty(exports, "stopAttacker", {
	enumerable: true,
	get: function() {
		return stopAttacker;
	}
});

//# sourceMappingURL=attack-BRunNphg.js.map