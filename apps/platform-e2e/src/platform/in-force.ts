import { type HttpClient, until } from '@storewright/testing';

/**
 * Makes a change after all shop API instances have cached the token. Repeats a request until every instance
 * returns the status `to`, and fails on any status except `from` and `to`. Specs with a test clock check the
 * time limit of docs/contract.md §3.
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
