import { DatabaseError } from '@storewright/database';

/** Rejects with `timed_out` if `work` does not settle within this time. Ignores later errors of `work`. */
export async function byDeadline<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DatabaseError('timed_out')), timeoutMs);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
