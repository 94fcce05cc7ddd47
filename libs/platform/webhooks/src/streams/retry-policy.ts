import { DatabaseError, type DatabaseProblem } from '@storewright/database';

const temporary: readonly DatabaseProblem[] = ['unavailable', 'timed_out', 'pool_exhausted'];

const RETRY_INTERVAL_MS = 250;
/**
 * Maximum time in milliseconds for retrying a database operation, which must be shorter than the lease of a
 * webhook stream.
 */
const RETRY_LIMIT_MS = 15_000;

/**
 * Repeats `work` while the database is unavailable, for at most RETRY_LIMIT_MS. Rethrows all other errors
 * immediately.
 */
export async function retryWhileUnavailable<T>(work: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + RETRY_LIMIT_MS; ;) {
    try {
      return await work();
    } catch (error) {
      const isTemporary = error instanceof DatabaseError && temporary.includes(error.problem);
      if (!isTemporary || performance.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_INTERVAL_MS));
    }
  }
}
