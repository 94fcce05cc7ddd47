const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * Runs work that the first SIGINT or SIGTERM aborts, so that the work can undo its changes. A second signal
 * ends the process.
 */
export async function untilInterrupted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  for (const signal of signals) process.once(signal, abort);
  try {
    return await work(controller.signal);
  } finally {
    for (const signal of signals) process.off(signal, abort);
  }
}
