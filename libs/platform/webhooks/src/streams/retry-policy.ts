import { ApiError } from '@storewright/json-api';

const RETRY_INTERVAL_MS = 250;
/** Must be shorter than a lease. */
const RETRY_LIMIT_MS = 15_000;

/**
 * Repeats `work` while the database is unavailable, up to RETRY_LIMIT_MS. Throws any other error at once.
 */
export async function retryWhileUnavailable<T>(work: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + RETRY_LIMIT_MS; ;) {
    try {
      return await work();
    } catch (error) {
      const away = error instanceof ApiError && error.status === 503;
      if (!away || performance.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_INTERVAL_MS));
    }
  }
}
