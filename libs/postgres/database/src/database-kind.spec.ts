import type { Client } from 'pg';
import { refuseOtherKind } from './database-kind';

/** A server that has these tables of the shop data, distributed or not; undefined: without the extension. */
function server(tables?: Record<string, boolean>): Client {
  const query = (text: string) =>
    Promise.resolve(
      text.includes('pg_extension')
        ? { rowCount: tables ? 1 : 0, rows: [] }
        : { rows: Object.entries(tables!).map(([name, distributed]) => ({ name, distributed })) },
    );
  return { query } as unknown as Client;
}

describe('a service starts where the shop data is what its setting says', () => {
  it.each<[string, Parameters<typeof server>[0], 'postgres' | 'citus']>([
    ['Postgres', undefined, 'postgres'],
    ['a coordinator on which nothing is distributed', { meta: false }, 'postgres'],
    ['a cluster', { meta: true, orders: true }, 'citus'],
  ])('%s', async (_, tables, kind) => {
    await expect(refuseOtherKind(server(tables), kind)).resolves.toBeUndefined();
  });

  it.each<[string, Parameters<typeof server>[0], 'postgres' | 'citus', string]>([
    ['no extension', undefined, 'citus', 'has no extension citus'],
    ['a cluster that the setting does not name', { meta: true }, 'postgres', 'set SHOP_DATABASE_KIND=citus'],
    [
      'half of it distributed',
      { meta: true, orders: false, codes: false },
      'citus',
      'not distributed: orders, codes. Run "operator distribute".',
    ],
  ])('and says what to do otherwise: %s', async (_, tables, kind, told) => {
    await expect(refuseOtherKind(server(tables), kind)).rejects.toThrow(told);
  });
});
