import type { Place, PoolShares } from './pool-shares';

/** A place in a share of the pool, and where it is left. */
export interface Held {
  shares: PoolShares;
  place: Place;
}

/** Gives back a connection of the pool and its place. Where somebody waits for one, this ends when the turn does. */
export async function giveBack(
  pool: { waitingCount: number },
  { shares, place }: Held,
  release: () => unknown,
): Promise<void> {
  const areWaiting = pool.waitingCount + shares.waiting > 0;
  try {
    await release();
  } finally {
    shares.leave(place);
  }
  if (areWaiting) await endOfTurn();
}

let turn: Promise<void> | undefined;

/**
 * When all that has arrived in this turn of the event loop has been looked at; one promise for all who ask in it. Who has given back a connection that somebody waits for
 * goes on then: commits that one flush of the disk ends are answered together, and their connections are used again before any of these answers is passed on.
 */
function endOfTurn(): Promise<void> {
  turn ??= new Promise((resolve) =>
    setImmediate(() => {
      turn = undefined;
      resolve();
    }),
  );
  return turn;
}
