/**
 * Awaits promises of one transaction whose statements were sent together. Rejects with the error of the first
 * failed promise in argument order, because later statements fail as a consequence.
 */
export async function allInOrder<T extends readonly unknown[] | []>(
  promises: T,
): Promise<{ -readonly [P in keyof T]: Awaited<T[P]> }> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}
