/**
 * Awaits promises of one transaction whose statements were all sent at once. Rejects with the error of the first failed
 * promise in argument order: later statements fail as a consequence.
 */
export async function allInOrder<T extends readonly unknown[] | []>(
  promises: T,
): Promise<{ -readonly [P in keyof T]: Awaited<T[P]> }> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}
