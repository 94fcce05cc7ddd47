let turn: Promise<void> | undefined;

/**
 * When all that has arrived in this turn of the event loop has been looked at; one promise for all who ask in it. Who has given back a connection that somebody waits for
 * goes on then: commits that one flush of the disk ends are answered together, and their connections are used again before any of these answers is passed on.
 */
export function endOfTurn(): Promise<void> {
  turn ??= new Promise((resolve) =>
    setImmediate(() => {
      turn = undefined;
      resolve();
    }),
  );
  return turn;
}
