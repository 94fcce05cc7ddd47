/**
 * Maximum wait for an event in a spec. It is not a promise of speed: it is much longer than any event takes
 * on a busy machine, and shorter than the time limit of jest (jest.preset.cjs).
 */
export const WAIT_LIMIT_MS = 60_000;

/**
 * Returns the CPU time of this process for the work in milliseconds. It does not include other processes on a
 * busy machine.
 */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Repeats the call until it returns a value. Throws `what` after `limitMs`. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | false>,
  limitMs = WAIT_LIMIT_MS,
): Promise<T> {
  for (const end = performance.now() + limitMs; performance.now() < end;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    // Pauses between calls, which leaves CPU time for the awaited event.
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`not within ${limitMs} ms: ${what}`);
}
