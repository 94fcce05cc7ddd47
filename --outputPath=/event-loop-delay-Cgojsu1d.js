// tools/bench/src/attack/event-loop-delay.ts
const INTERVAL_MS = 5;
/**
* Samples the delay of timers in milliseconds. A blocked loop yields a sample for every interval that it
* missed. `cpuWaitMs` returns the total time that the process has waited for a CPU, which the samples
* exclude.
*/
function eventLoopDelay(cpuWaitMs = () => 0) {
	const samples = [];
	let last = {
		at: performance.now(),
		cpuWaitMs: cpuWaitMs()
	};
	const timer = setInterval(() => {
		const now = {
			at: performance.now(),
			cpuWaitMs: cpuWaitMs()
		};
		let delay = now.at - last.at - (now.cpuWaitMs - last.cpuWaitMs) - INTERVAL_MS;
		do {
			samples.push(Math.max(0, delay));
			delay -= INTERVAL_MS;
		} while (delay > 0);
		last = now;
	}, INTERVAL_MS).unref();
	return {
		take: () => samples.splice(0),
		stop: () => clearInterval(timer)
	};
}
Object.defineProperty(exports, "eventLoopDelay", {
	enumerable: true,
	get: function() {
		return eventLoopDelay;
	}
});

//# sourceMappingURL=event-loop-delay-Cgojsu1d.js.map