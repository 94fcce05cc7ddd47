/**
 * How long whatever waits in a spec waits at the most, in ms: for the event that it needs, not for a time. It is no promise of how fast anything is, only the
 * end of what would wait for ever, so it is much longer than anything takes on a busy machine. Jest's own limit is longer still (jest.preset.cjs).
 */
export const WAIT_LIMIT_MS = 60_000;

/** How long the processor worked for this process while it did that, in ms: what others took of a busy machine is not in it. */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Asks until the answer is there. Throws with `what` when it does not come; `limitMs` bounds the wait, not the pace. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | false>,
  limitMs = WAIT_LIMIT_MS,
): Promise<T> {
  for (const end = performance.now() + limitMs; performance.now() < end;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    // Who asks without a pause takes the processor from what it waits for.
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`not within ${limitMs} ms: ${what}`);
}
