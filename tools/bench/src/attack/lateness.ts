/** How often is looked whether the loop is late, in ms. */
const interval = 5;

/**
 * By how much what becomes due at any time is late, in ms. A loop that stands for long is late for all that becomes due meanwhile. `waited`: for how long, so far, it was not
 * the loop's own doing.
 */
export function lateness(waited: () => number = () => 0): { taken: () => number[]; stop: () => void } {
  const late: number[] = [];
  let last = { at: performance.now(), waited: waited() };
  const timer = setInterval(() => {
    const now = { at: performance.now(), waited: waited() };
    let own = now.at - last.at - (now.waited - last.waited) - interval;
    do {
      late.push(Math.max(0, own));
      own -= interval;
    } while (own > 0);
    last = now;
  }, interval).unref();
  return { taken: () => late.splice(0), stop: () => clearInterval(timer) };
}

/** Of a hundred, 99 are smaller. */
export function percentile99(times: number[]): number {
  return times.sort((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0;
}
