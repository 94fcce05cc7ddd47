const require_numbers = require("./numbers-BVo60olM.js");
const require_event_loop_delay = require("./event-loop-delay-Cgojsu1d.js");
let node_fs = require("node:fs");
let node_diagnostics_channel = require("node:diagnostics_channel");
// tools/bench/src/attack/observed.ts
/**
* Runs a service in this process. Each message of the parent requests the times so far and sets the host
* whose requests are measured.
*/
function runObserved([program]) {
	const delay = require_event_loop_delay.eventLoopDelay(cpuWaitMs);
	let [host, times, since] = [
		"",
		[],
		moment()
	];
	const starts = /* @__PURE__ */ new WeakMap();
	(0, node_diagnostics_channel.subscribe)("http.server.request.start", (message) => {
		const { request } = message;
		if (request.headers.host === host) starts.set(request, moment());
	});
	(0, node_diagnostics_channel.subscribe)("http.server.response.finish", (message) => {
		const start = starts.get(message.request);
		if (start) times.push(elapsedSince(start).ownMs);
	});
	process.on("message", (message) => {
		const { ownMs, waitMs } = elapsedSince(since);
		const observed = {
			responseMs: require_numbers.percentile(times, 99),
			loopDelayMs: require_numbers.percentile(delay.take(), 99),
			cpuWaitShare: waitMs / (ownMs + waitMs)
		};
		process.send(observed);
		[host, times, since] = [
			message.host,
			[],
			moment()
		];
	});
	import(program);
}
const moment = () => ({
	at: performance.now(),
	waitMs: cpuWaitMs()
});
function elapsedSince(start) {
	const waitMs = cpuWaitMs() - start.waitMs;
	return {
		ownMs: performance.now() - start.at - waitMs,
		waitMs
	};
}
const file = "/proc/self/schedstat";
const schedstat = (0, node_fs.existsSync)(file) ? (0, node_fs.openSync)(file, "r") : void 0;
const text = Buffer.alloc(100);
/**
* Returns the milliseconds in which the main thread was runnable but had no CPU. Reads the second number of
* schedstat, which is in nanoseconds.
*/
function cpuWaitMs() {
	if (schedstat === void 0) return 0;
	return Number(text.toString("latin1", 0, (0, node_fs.readSync)(schedstat, text, 0, 100, 0)).split(" ")[1]) / 1e6;
}
exports.runObserved = runObserved;

//# sourceMappingURL=observed-CmdDrxL2.js.map