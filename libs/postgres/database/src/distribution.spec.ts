import type { Client } from 'pg';
import { citusTopology, plainTopology } from '@storewright/postgres-driver';
import { verifyDistribution } from './distribution';

/**
 * Stand-in for a server whose shop tables are distributed (true) or not. Undefined means a server without the
 * citus extension. `groupid` is 0 on a coordinator. `shards` is the number of shards on this server.
 */
function server(tables?: Record<string, boolean>, groupid = 0, shards = 0): Client {
  const query = (text: string) => {
    if (text.includes('pg_extension')) return Promise.resolve({ rowCount: tables ? 1 : 0, rows: [] });
    if (text.includes('pg_dist_placement')) return Promise.resolve({ rowCount: shards, rows: [] });
    if (text.includes('pg_dist_local_group')) return Promise.resolve({ rows: [{ groupid }] });
    const rows = Object.entries(tables!).map(([name, distributed]) => ({ name, distributed }));
    return Promise.resolve({ rows });
  };
  return { query } as unknown as Client;
}

describe('verifyDistribution', () => {
  it.each<[string, Parameters<typeof server>[0], typeof plainTopology]>([
    ['plain Postgres', undefined, plainTopology],
    ['a coordinator without distributed tables as plain Postgres', { meta: false }, plainTopology],
    ['a cluster with every table distributed', { meta: true, orders: true }, citusTopology],
  ])('accepts %s', async (_, tables, topology) => {
    await expect(verifyDistribution(server(tables), topology)).resolves.toBeUndefined();
  });

  it.each<[string, Parameters<typeof server>[0], typeof plainTopology, string]>([
    ['Citus without the extension', undefined, citusTopology, 'does not have the citus extension'],
    ['a cluster configured as plain Postgres', { meta: true }, plainTopology, 'set SHOP_DATABASE_KIND=citus'],
    [
      'a cluster with undistributed tables',
      { meta: true, orders: false, codes: false },
      citusTopology,
      'not distributed: orders, codes. Run "operator distribute".',
    ],
  ])('rejects %s and tells the operator what to do', async (_, tables, topology, message) => {
    await expect(verifyDistribution(server(tables), topology)).rejects.toThrow(message);
  });

  it.each([citusTopology, plainTopology])('rejects a worker node of a cluster', async (topology) => {
    const worker = server({ meta: true }, 2);
    await expect(verifyDistribution(worker, topology)).rejects.toThrow('Use the address of the coordinator.');
  });

  it('rejects a coordinator that stores shards and names the commands that move them', async () => {
    const coordinator = server({ meta: true }, 0, 1);
    await expect(verifyDistribution(coordinator, citusTopology)).rejects.toThrow('operator rebalance');
  });
});
