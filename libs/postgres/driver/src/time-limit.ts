/** Delay of a timer in milliseconds above which the process was probably stopped or had no CPU time. */
const STALLED_MS = 200;

/** Rejects with ETIMEDOUT if the work takes longer than the limit. */
export async function within<T>(limitMs: number, what: string, work: Promise<T>): Promise<T> {
  let cancel = () => {};
  const late = new Promise<never>((_, reject) => {
    cancel = atLimit(limitMs, () => reject(timedOut(what, limitMs)));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    cancel();
  }
}

/**
 * Calls back after a time limit. Returns a function that cancels the call. If this process was suspended
 * before the limit, for example with its virtual machine, the limit starts again, because the server may have
 * been suspended too. Reads arrived data before the call, because timers fire before the process reads its
 * sockets.
 */
export function atLimit(limitMs: number, callback: () => void): () => void {
  let timer: NodeJS.Timeout;
  const start = (onExpiry: (delayMs: number) => void) => {
    const dueAt = performance.now() + limitMs;
    timer = setTimeout(() => onExpiry(performance.now() - dueAt), limitMs).unref();
  };
  let isCancelled = false;
  const end = () => afterSocketReads(() => isCancelled || callback());
  start((delayMs) => (delayMs > STALLED_MS ? start(end) : end()));
  return () => {
    isCancelled = true;
    clearTimeout(timer);
  };
}

/** Calls back after the event loop has read all data that has already arrived. */
function afterSocketReads(callback: () => void): void {
  setImmediate(() => setImmediate(callback));
}

export function timedOut(what: string, limitMs: number): Error {
  return Object.assign(new Error(`${what}: not within ${limitMs} ms`), { code: 'ETIMEDOUT' });
}
