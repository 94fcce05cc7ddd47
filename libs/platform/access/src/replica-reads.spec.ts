import { type AuthDatabase, type Database, ReadReplicas } from '@storewright/database';
import type { ReadSource, ShopRows } from '@storewright/tenancy';
import type { Grant } from './grant';
import { ReplicaReads } from './replica-reads';

const grant = { kind: 'access_token', shop: { id: 'a shop' }, token_id: 'a token' } as Grant;
const server = (name: string) =>
  ({
    name,
    query: () => Promise.resolve([{ position: '10', system: 'one', follows: true }]),
    close: () => Promise.resolve(),
  }) as unknown as Database & { name: string };

/**
 * Reads with a token that has never written, from replicas up to a second behind. `asked` runs during the
 * lookup of the last write.
 */
async function reads(names: string[], asked: (passed: (ms: number) => void) => void) {
  let now = 0;
  const replicas = new ReadReplicas(server('primary'), names.map(server), 1_000, () => now);
  await replicas.poll();
  const auth = {
    execute: () => {
      asked((ms) => (now += ms));
      return Promise.resolve([{ age: null }]);
    },
  } as unknown as AuthDatabase;
  const rows = { reading: (_shop: unknown, source: ReadSource) => source } as unknown as ShopRows;
  const source = new ReplicaReads(rows, auth, replicas).of(grant) as unknown as ReadSource;
  return { replicas, choose: async () => (await source.choose()) as { name: string } | undefined };
}

describe('ReplicaReads for a token that has not written', () => {
  it('distributes reads over the replicas in turn', async () => {
    const { choose } = await reads(['one', 'other'], () => undefined);
    const names = [await choose(), await choose(), await choose(), await choose()].map((each) => each!.name);
    expect(names.toSorted()).toEqual(['one', 'one', 'other', 'other']);
  });

  it('reads from the primary, counted as "behind", if the replicas fall behind during the lookup', async () => {
    const { choose, replicas } = await reads(['one'], (passed) => passed(1_001));
    expect(await choose()).toBeUndefined();
    expect(replicas.reads).toEqual({ replica: 0, written: 0, behind: 1, failed: 0 });
  });
});
