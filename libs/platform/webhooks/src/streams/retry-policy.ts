import { ApiError } from '@storewright/json-api';

const RETRY_INTERVAL_MS = 250;
/** Within the lease of a stream, ms. */
const RETRY_LIMIT_MS = 15_000;

/** Runs it until the database is there; gives up, and throws, when it stays away too long. Any other error is thrown at once. */
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
