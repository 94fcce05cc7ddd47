/**
 * All of them, sent at once to one transaction: nothing in them waits for an answer. Where one fails, those behind it fail because of it, so the error is that of the
 * first one in this order, whichever came first.
 */
export async function inTurn<T extends readonly unknown[] | []>(
  promises: T,
): Promise<{ -readonly [P in keyof T]: Awaited<T[P]> }> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}
