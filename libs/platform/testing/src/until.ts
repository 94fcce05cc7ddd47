/** Asks until the answer is there. Throws with `what` when it does not come in time; `timeoutMs` bounds the wait, not the pace. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | false>,
  timeoutMs = 10_000,
): Promise<T> {
  for (const end = performance.now() + timeoutMs; performance.now() < end;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    // Others of this process have work to do, too.
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error(`not within ${timeoutMs} ms: ${what}`);
}
