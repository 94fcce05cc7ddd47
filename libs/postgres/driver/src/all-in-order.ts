/**
 * Awaits promises of one transaction whose statements were sent together. Rejects with the first error in
 * argument order, because later statements fail as a consequence of it.
 */
export async function allInOrder<T extends readonly unknown[] | []>(
  promises: T,
): Promise<{ -readonly [P in keyof T]: Awaited<T[P]> }> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}
