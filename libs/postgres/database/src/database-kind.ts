// SQL: reads the server's catalogue.
import { type DatabaseKind, SettingsError } from '@storewright/config';
import type { Client } from 'pg';
import type { Database } from './database';

/**
 * Tables of the owner role. Ignores tables that another role created. Without a schema there are none, which `/readyz`
 * reports.
 */
const tables = `
  SELECT c.relname AS name, EXISTS (SELECT FROM pg_dist_partition d WHERE d.logicalrelid = c.oid) AS distributed
  FROM pg_class c WHERE c.relnamespace = to_regnamespace('shop') AND c.relkind = 'r' AND c.relname <> 'migrations'
    AND c.relowner = to_regrole('storewright_owner') ORDER BY 1`;

/** A service that takes the shop data for what it is not would fail at every write, so it does not start: it says what to set or to run. */
export async function refuseOtherKind(client: Client, kind: DatabaseKind): Promise<void> {
  const isCluster = await hasCitus(client);
  if (!isCluster && kind === 'citus')
    throw new SettingsError(
      'SHOP_DATABASE_KIND is citus, but the database has no extension citus: unset it, or create the extension and run "operator distribute".',
    );
  if (!isCluster) return;
  const { rows } = await client.query<{ name: string; distributed: boolean }>(tables);
  const whole = rows.filter(({ distributed }) => !distributed).map(({ name }) => name);
  if (kind === 'postgres' && whole.length < rows.length)
    throw new SettingsError('the shop data is distributed by Citus: set SHOP_DATABASE_KIND=citus.');
  if (kind === 'citus' && whole.length > 0)
    throw new SettingsError(`not distributed: ${whole.join(', ')}. Run "operator distribute".`);
}

/** Tables of the shop data on a cluster that `operator distribute` has not distributed. */
export async function undistributedTables(database: Pick<Database, 'query'>): Promise<string[]> {
  const statement = { name: 'undistributed-tables', text: tables };
  const rows = await database.query<{ name: string; distributed: boolean }>({}, statement);
  return rows.filter(({ distributed }) => !distributed).map(({ name }) => name);
}

async function hasCitus(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(`SELECT FROM pg_extension WHERE extname = 'citus'`);
  return rowCount === 1;
}
