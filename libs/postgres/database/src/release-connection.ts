import type { Place, PoolShares } from './pool-shares';

export interface HeldPlace {
  shares: PoolShares;
  place: Place;
}

/**
 * Returns a connection to the pool. If a transaction waits for a connection, resolves at the end of this
 * event loop turn. One disk flush completes several commits, so waiting transactions start before the process
 * handles the responses of the commits.
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
 * Resolves after the process has read all socket data of this event loop turn. All calls in the same turn
 * share a promise.
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
