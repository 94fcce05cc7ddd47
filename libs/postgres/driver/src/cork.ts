/**
 * Holds back messages on a connection and later sends them with one write. The types of pg omit the
 * connection's stream.
 */
export type Cork = (client: object) => void;

const corked = new WeakSet<object>();

/**
 * Holds back messages on a connection that many requests share. All messages of one event loop turn become
 * one write, because a system call costs more than the rest of the driver's work for a request.
 */
export const corkForTurn: Cork = (client) => corkUntil(client, setImmediate);

/**
 * Holds back messages on a connection that one request uses. The server process is idle, so the write waits
 * only for the end of the current call stack.
 */
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
