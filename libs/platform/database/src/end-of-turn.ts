/** Gives back a connection of the pool. Where somebody waits for one, this ends when the turn does. */
export async function giveBack(
  { waitingCount }: { waitingCount: number },
  release: () => unknown,
): Promise<void> {
  await release();
  if (waitingCount > 0) await endOfTurn();
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
