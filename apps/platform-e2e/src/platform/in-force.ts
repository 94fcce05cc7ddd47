import { type HttpClient, until } from '@storewright/testing';

/**
 * Makes a change after all instances cached the token, then sends requests until every instance returns the
 * status `to`. Fails if an instance returns any status other than the old status or `to`. Specs with their
 * own clock check the time limit of docs/contract.md §3 (`ttl-cache.spec.ts`, `access.spec.ts`).
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
