/** Delays the messages on a connection in order to send them with one write. */
export type Cork = (client: object) => void;

const corked = new WeakSet<object>();

/**
 * Delays messages on a connection that many requests share. All messages of an event loop turn are sent with
 * one write, because a system call takes longer than all other work of the driver for a request.
 */
export const corkForTurn: Cork = (client) => corkUntil(client, setImmediate);

/**
 * Delays messages on a connection that one request uses. The write waits only for the end of the current call
 * stack, because the server process is idle.
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
