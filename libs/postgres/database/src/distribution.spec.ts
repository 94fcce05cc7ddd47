import type { Client } from 'pg';
import { citusTopology, plainTopology } from '@storewright/postgres-driver';
import { verifyDistribution } from './distribution';

/**
 * Stand-in for a server whose shop tables are distributed (true) or not. Undefined means a server without the
 * citus extension.
 */
function server(tables?: Record<string, boolean>): Client {
  const query = (text: string) =>
    Promise.resolve(
      text.includes('pg_extension')
        ? { rowCount: tables ? 1 : 0, rows: [] }
        : { rows: Object.entries(tables!).map(([name, distributed]) => ({ name, distributed })) },
    );
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
});
