import type { Place, PoolShares } from './pool-shares';

/** A place in the shares of a pool. */
export interface HeldPlace {
  shares: PoolShares;
  place: Place;
}

/**
 * Returns a connection to the pool and frees its place. If another transaction waits for a connection, resolves at the
 * end of this event loop turn: one disk flush completes several commits, so their connections are reused before any of
 * the responses is processed.
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

/** Resolves when all socket data of this event loop turn has been read. Callers of one turn share a promise. */
function endOfTurn(): Promise<void> {
  currentTurn ??= new Promise((resolve) =>
    setImmediate(() => {
      currentTurn = undefined;
      resolve();
    }),
  );
  return currentTurn;
}
