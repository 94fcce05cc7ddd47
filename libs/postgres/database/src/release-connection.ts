import type { Place, PoolShares } from './pool-shares';

/** The permission of a transaction to use a connection, and the pool shares that granted it. */
export interface HeldPlace {
  shares: PoolShares;
  place: Place;
}

/**
 * Returns a connection to the pool together with the permission to use it. If a transaction waits for a
 * connection, resolves at the end of this event loop turn. One disk flush completes several commits, so
 * waiting transactions start before the responses of completed ones are processed.
 */
export async function releaseConnection(
  pool: { waitingCount: number },
  { shares, place }: HeldPlace,
  release: () => unknown,
): Promise<void> {
  const hasWaiting = pool.waitingCount + shares.waiting > 0;
  try {
    await release();
  } finally {
    shares.leave(place);
  }
  if (hasWaiting) await endOfTurn();
}

let currentTurn: Promise<void> | undefined;

/**
 * Resolves after all socket data of this event loop turn was read. Calls in the same turn share a promise.
 */
function endOfTurn(): Promise<void> {
  currentTurn ??= new Promise((resolve) =>
    setImmediate(() => {
      currentTurn = undefined;
      resolve();
    }),
  );
  return currentTurn;
}
