/**
 * The work, or an error that says what did not come in time. A process that was held up for longer looks at what has arrived meanwhile before it says so: its
 * timers run first.
 */
export async function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const refuse = () =>
      reject(Object.assign(new Error(`${what}: not within ${ms} ms`), { code: 'ETIMEDOUT' }));
    timer = setTimeout(() => setImmediate(() => setImmediate(refuse)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
