// Uses raw SQL instead of TypeORM to query the catalog of the server.
import { SettingsError } from '@storewright/config';
import type { DatabaseTopology, Statement } from '@storewright/postgres-driver';
import type { Client } from 'pg';
import type { Database } from './database';

/**
 * SQL that selects the tables of the owner role. The SQL returns no rows if the schema is missing, which
 * `/readyz` reports.
 */
const tables = `
  SELECT c.relname AS name, EXISTS (SELECT FROM pg_dist_partition d WHERE d.logicalrelid = c.oid) AS distributed
  FROM pg_class c WHERE c.relnamespace = to_regnamespace('shop') AND c.relkind = 'r' AND c.relname <> 'migrations'
    AND c.relowner = to_regrole('storewright_owner') ORDER BY 1`;

interface Table {
  name: string;
  distributed: boolean;
}

/**
 * Throws if the configured topology (Postgres or Citus) does not match the server, because every write would
 * fail. The message tells the operator what to do.
 */
export async function verifyDistribution(
  client: Client,
  { hasWorkerNodes }: Pick<DatabaseTopology, 'hasWorkerNodes'>,
): Promise<void> {
  const hasCitus = await hasExtension(client);
  if (!hasCitus && hasWorkerNodes)
    throw new SettingsError(
      'SHOP_DATABASE_KIND is citus, but the database does not have the citus extension. ' +
        'Unset SHOP_DATABASE_KIND, or create the extension and run "operator distribute".',
    );
  if (!hasCitus) return;
  if (await isWorkerNode(client))
    throw new SettingsError(
      'SHOP_DATABASE_URL refers to a worker node of a Citus cluster. Use the address of the coordinator.',
    );
  const { rows } = await client.query<Table>(tables);
  const undistributed = rows.filter(({ distributed }) => !distributed).map(({ name }) => name);
  if (!hasWorkerNodes && undistributed.length < rows.length)
    throw new SettingsError('the shop data is distributed by Citus: set SHOP_DATABASE_KIND=citus.');
  if (hasWorkerNodes && undistributed.length > 0)
    throw new SettingsError(`not distributed: ${undistributed.join(', ')}. Run "operator distribute".`);
  if (hasWorkerNodes && (await storesShards(client)))
    throw new SettingsError(
      'the coordinator stores shards, which leaks memory in its processes. Run "SELECT citus_set_node_property(' +
        `'<coordinator>', <port>, 'shouldhaveshards', false)" and "operator rebalance".`,
    );
}

/**
 * True if the server stores shards with rows of shops. On such a server, Citus 14.0 leaks memory, because it
 * plans generic plans of local shards again and keeps every plan.
 */
async function storesShards(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(`
    SELECT FROM pg_dist_placement JOIN pg_dist_shard USING (shardid) JOIN pg_dist_partition USING (logicalrelid)
    WHERE partmethod = 'h' AND groupid = (SELECT groupid FROM pg_dist_local_group) LIMIT 1`);
  return (rowCount ?? 0) > 0;
}

/** Returns the shop tables that the command `operator distribute` has not distributed over the cluster. */
export async function undistributedTables(database: Pick<Database, 'query'>): Promise<string[]> {
  const rows = await database.query<Table>({}, { name: 'undistributed-tables', text: tables });
  return rows.filter(({ distributed }) => !distributed).map(({ name }) => name);
}

const NODE_TIMEOUT = '2s';

const limitStatement = {
  name: 'node-timeout',
  text: `SELECT set_config('citus.node_connection_timeout', '${NODE_TIMEOUT}', true)`,
};
const nodesStatement = {
  name: 'nodes',
  text: `SELECT success, result FROM run_command_on_workers('SELECT 1')`,
};

/**
 * Runs a statement that queries all nodes of the cluster. An unresponsive node delays the statement by at
 * most 2 s.
 */
export function onNodes<R extends object>(
  database: Pick<Database, 'transaction'>,
  statement: Statement,
): Promise<R[]> {
  return database.transaction({}, async (tx) => {
    await tx.query(limitStatement);
    return tx.query<R>(statement);
  });
}

/**
 * Returns the reason why all worker nodes reject connections from the coordinator with the role of this
 * service. Returns undefined if at least one node accepts a connection.
 */
export async function failureOfAllNodes(
  database: Pick<Database, 'transaction'>,
): Promise<string | undefined> {
  const rows = await onNodes<{ success: boolean; result: string }>(database, nodesStatement);
  return rows.some(({ success }) => success) ? undefined : rows[0]?.result;
}

/**
 * True on a worker node of a Citus cluster. Services must connect to the coordinator, because locks,
 * notifications and schema changes work only on the coordinator.
 */
async function isWorkerNode(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ groupid: number }>('SELECT groupid FROM pg_dist_local_group');
  return rows.some(({ groupid }) => groupid !== 0);
}

async function hasExtension(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(`SELECT FROM pg_extension WHERE extname = 'citus'`);
  return rowCount === 1;
}
