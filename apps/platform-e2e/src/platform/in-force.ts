import { type HttpClient, until } from '@storewright/testing';

/**
 * Makes every instance believe in the token, makes the change, and then asks all of them without a pause until each answers `to`: none may answer anything
 * else than it did before, or that. How soon it has to be, docs/contract.md §3, is shown where the time is the test's (`ttl-cache.spec.ts`, the shop API's `access.spec.ts`).
 */
export async function untilInForce(
  apis: HttpClient[],
  change: () => Promise<unknown>,
  { from = 200, to }: { from?: number; to: number },
): Promise<void> {
  const ask = async (api: HttpClient) => (await api.get('/api/meta')).status;
  const before = await Promise.all(apis.map(ask));
  if (before.some((status) => status !== from)) throw new Error(`before the change: ${before.join()}`);
  await change();
  const isInForce = async (api: HttpClient): Promise<boolean> => {
    const status = await ask(api);
    if (status !== from && status !== to) throw new Error(`${status} after the change`);
    return status === to;
  };
  await Promise.all(apis.map((api) => until(`the change is in force: ${to}`, () => isInForce(api))));
}
