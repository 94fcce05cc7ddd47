/**
 * Rejects with ETIMEDOUT if the work takes longer. Timers of a delayed process fire before it reads its sockets, so the
 * rejection waits until they were read.
 */
export async function within<T>(limitMs: number, what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => afterSocketReads(() => reject(timedOut(what, limitMs))), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Calls back after the event loop has read the data that already arrived. */
export function afterSocketReads(callback: () => void): void {
  setImmediate(() => setImmediate(callback));
}

export function timedOut(what: string, limitMs: number): Error {
  return Object.assign(new Error(`${what}: not within ${limitMs} ms`), { code: 'ETIMEDOUT' });
}
