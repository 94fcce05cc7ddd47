const INTERVAL_MS = 5;

/**
 * Samples the event-loop delay in milliseconds with a timer. A blocked event loop yields one sample for each
 * missed interval. `cpuWaitMs` returns the total time for which the process has waited for a CPU, which the
 * samples exclude.
 */
export function eventLoopDelay(cpuWaitMs: () => number = () => 0): {
  take: () => number[];
  stop: () => void;
} {
  const samples: number[] = [];
  let last = { at: performance.now(), cpuWaitMs: cpuWaitMs() };
  const timer = setInterval(() => {
    const now = { at: performance.now(), cpuWaitMs: cpuWaitMs() };
    let delay = now.at - last.at - (now.cpuWaitMs - last.cpuWaitMs) - INTERVAL_MS;
    do {
      samples.push(Math.max(0, delay));
      delay -= INTERVAL_MS;
    } while (delay > 0);
    last = now;
  }, INTERVAL_MS).unref();
  return { take: () => samples.splice(0), stop: () => clearInterval(timer) };
}
