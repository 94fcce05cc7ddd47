import type { Place, PoolShares } from './pool-shares';

/** A place that a transaction holds, and the pool shares to which it belongs. */
export interface HeldPlace {
  shares: PoolShares;
  place: Place;
}

/**
 * Returns a connection to the pool and frees its place. If another transaction waits for a connection,
 * resolves at the end of this event loop turn. One disk flush completes several commits, so waiting
 * transactions get their connections before the responses of the completed ones are processed.
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
 * Resolves after all socket data of this event loop turn was read. Callers in the same turn share a promise.
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
