import { ApiError } from '@storewright/json-api';

const everyMs = 250;
/** Within the lease of a stream, ms. */
const forMs = 15_000;

/** Runs it until the database is there; gives up, and throws, when it stays away too long. Any other error is thrown at once. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + forMs; ;) {
    try {
      return await work();
    } catch (error) {
      const away = error instanceof ApiError && error.status === 503;
      if (!away || performance.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  }
}
