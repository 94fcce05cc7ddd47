// Written in SQL, because QueryBuilder cannot express functions that identify the server.
import type { ShopDatabase } from '@storewright/database';

/**
 * SQL expression for the database server and its timeline: `<system identifier>/<timeline>`. Reads the
 * timeline from the WAL file name, because `pg_control_checkpoint()` is outdated until the next checkpoint
 * after a promotion. Null during recovery, when the server assigns no sequence numbers. Without a FROM
 * clause, Citus evaluates the expression on the node of the row that the query reads.
 */
export const logServer = `CASE WHEN pg_is_in_recovery() THEN NULL ELSE (pg_control_system()).system_identifier || '/' ||
  ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint END`;

/**
 * Server name of an event log without sequence numbers. After a failover such a log may have lost its
 * numbers. So it starts with epoch 1 only on timeline 1, which means that no failover has happened.
 */
export const noPlace = 'new';

/**
 * Returns an SQL condition: another server or timeline assigned the last sequence number of the event log.
 * `stream` is the alias of its row in `event_streams`.
 */
export const isElsewhere = (stream: string) =>
  `coalesce(CASE WHEN ${stream}.server = '${noPlace}' THEN ${logServer} NOT LIKE '%/1' ELSE ${stream}.server <> ${logServer} END, false)`;

/**
 * The database server that assigned the last sequence number of an event log, and the server that reads the
 * log now. null means unknown.
 */
export interface LogPlace {
  server: string | null;
  /** The Citus node that stored the shop's rows at that time. null without Citus. */
  node: string | null;
  /** The server that ran the query. On Citus this is the node that stores the shop's rows. */
  here: string | null;
}

const coordinatorStatement = { name: 'events-coordinator', text: `SELECT ${logServer} AS server` };

/**
 * Returns the identity of the Citus coordinator, by a query without a table. Returns undefined on plain
 * Postgres.
 */
export async function coordinatorOf(
  database: Pick<ShopDatabase, 'topology' | 'query'>,
): Promise<string | null | undefined> {
  if (!database.topology.hasWorkerNodes) return undefined;
  const [row] = await database.query<{ server: string | null }>({}, coordinatorStatement);
  return row!.server;
}

/**
 * True if the event log must start a new epoch, because another server stores it now. On Citus, a change of
 * the coordinator or of the node of the shop's rows starts a new epoch.
 */
export function isEpochDue({ server, node, here }: LogPlace, coordinator?: string | null): boolean {
  const differs = (stored: string | null, current: string | null) => {
    if (stored === null || current === null) return false;
    return stored === noPlace ? !current.endsWith('/1') : stored !== current;
  };
  if (coordinator === undefined) return differs(server, here);
  return differs(server, coordinator) || differs(node, here);
}
