import type { HttpClient } from '@storewright/testing';

/** After this a change that has not arrived is reported as it is, in ms. */
const patienceMs = 5_000;

/** What CONTRACT §3 allows between a change that was acknowledged and its being in force on every instance, in ms. */
export const inForceWithinMs = 1_000;

/**
 * Makes every instance believe in the token, makes the change, and then asks all of them without a pause until each answers `status`.
 * Returns ms from the acknowledgement of the change to the last request, on whichever instance, that was sent and answered otherwise.
 */
export async function msUntilInForce(
  apis: HttpClient[],
  change: () => Promise<unknown>,
  { from = 200, to }: { from?: number; to: number },
): Promise<number> {
  const ask = async (api: HttpClient) => (await api.get('/api/meta')).status;
  const before = await Promise.all(apis.map(ask));
  if (before.some((status) => status !== from)) throw new Error(`before the change: ${before.join()}`);
  await change();
  const acknowledged = performance.now();
  const lastOtherwise = async (api: HttpClient): Promise<number> => {
    for (let last = 0; ;) {
      const sent = performance.now() - acknowledged;
      const status = await ask(api);
      if (status === to) return last;
      if (status !== from || sent > patienceMs) throw new Error(`${status} after ${Math.round(sent)} ms`);
      last = sent;
    }
  };
  return Math.max(...(await Promise.all(apis.map(lastOtherwise))));
}
