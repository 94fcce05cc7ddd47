/**
 * Maximum wait for an event in specs, in milliseconds. Longer than any event takes on a busy machine, and
 * shorter than jest's timeout (jest.preset.cjs). Specs do not use this limit to measure performance.
 */
export const WAIT_LIMIT_MS = 60_000;

/**
 * Returns the CPU time in milliseconds that this process uses for `work`. CPU time does not depend on the
 * load of the machine.
 */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * Repeats the call until it returns a value. After `limitMs` milliseconds, throws an error that contains
 * `what`.
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | false>,
  limitMs = WAIT_LIMIT_MS,
): Promise<T> {
  for (const end = performance.now() + limitMs; performance.now() < end;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    // Pauses between calls, to leave CPU time for the awaited event.
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`not within ${limitMs} ms: ${what}`);
}
