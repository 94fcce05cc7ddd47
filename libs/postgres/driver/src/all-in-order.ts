/**
 * Awaits the promises of statements that were sent together in one transaction. Rejects with the first error
 * in argument order, because this error causes the later errors.
 */
export async function allInOrder<T extends readonly unknown[] | []>(
  promises: T,
): Promise<{ -readonly [P in keyof T]: Awaited<T[P]> }> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}
