const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * Runs `work` until it finishes or a SIGINT or SIGTERM aborts it, so that `work` can undo its changes. A
 * second signal ends the process.
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
