/**
 * Awaits statements that were sent to one transaction at once. If one of them fails, the later ones fail as well, so
 * this rejects with the first error in the order of the list, whichever arrived first.
 */
export async function allInOrder<T extends readonly unknown[] | []>(
  promises: T,
): Promise<{ -readonly [P in keyof T]: Awaited<T[P]> }> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}
