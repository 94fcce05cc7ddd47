/** Holds back what is sent over a connection and releases it later. pg's types omit the connection's stream. */
export type Cork = (client: object) => void;

const corked = new WeakSet<object>();

/**
 * For a connection that many requests share: everything that this turn of the event loop sends becomes one write. A
 * system call costs more than the rest of a request's work on the driver.
 */
export const corkForTurn: Cork = (client) => corkUntil(client, setImmediate);

/** For a connection with one user: its server process is idle, so the write waits for the current call stack only. */
export const corkForTick: Cork = (client) => corkUntil(client, process.nextTick);

function corkUntil(client: object, schedule: (uncork: () => void) => unknown): void {
  if (corked.has(client)) return;
  corked.add(client);
  const stream = streamOf(client);
  stream.cork();
  schedule(() => {
    corked.delete(client);
    stream.uncork();
  });
}

const streamOf = (client: object) =>
  (client as { connection: { stream: { cork(): void; uncork(): void } } }).connection.stream;
