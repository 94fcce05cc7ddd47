// The expressions are plain SQL, because QueryBuilder cannot express the functions that identify a database
// server.
import type { ShopDatabase } from '@storewright/database';

/**
 * SQL expression that identifies the database server and its timeline: `<system identifier>/<timeline>`.
 * Reads the timeline from the WAL file name, because `pg_control_checkpoint()` is outdated between a
 * promotion and the next checkpoint. Null during recovery. Every database role can call these functions.
 * Without a FROM clause, Citus evaluates the expression on the node that stores the row.
 */
export const logServer = `CASE WHEN pg_is_in_recovery() THEN NULL ELSE (pg_control_system()).system_identifier || '/' ||
  ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint END`;

/**
 * Placeholder for the server of an event log without sequence numbers. On timeline 1 no failover has
 * happened, so the event log starts with epoch 1. On a later timeline the event log starts a new epoch,
 * because sequence numbers may have been lost.
 */
export const noPlace = 'new';

/**
 * Returns an SQL condition that is true if another server or timeline assigned the last sequence number of
 * the event log. `stream` is the alias of the row in `event_streams`.
 */
export const isElsewhere = (stream: string) =>
  `coalesce(CASE WHEN ${stream}.server = '${noPlace}' THEN ${logServer} NOT LIKE '%/1' ELSE ${stream}.server <> ${logServer} END, false)`;

/**
 * The database server that assigned the last sequence number of an event log, and the server that now stores
 * the event log. null means unknown.
 */
export interface LogPlace {
  server: string | null;
  /**
   * The Citus node that stored the shop's rows when the last sequence number was assigned. Used only on Citus.
   */
  node: string | null;
  /** The server that ran the query. On Citus, this is the node that stores the shop's rows. */
  here: string | null;
}

const coordinatorStatement = { name: 'events-coordinator', text: `SELECT ${logServer} AS server` };

/** Returns the identity of the Citus coordinator. undefined on plain Postgres. */
export async function coordinatorOf(
  database: Pick<ShopDatabase, 'topology' | 'query'>,
): Promise<string | null | undefined> {
  if (!database.topology.hasWorkerNodes) return undefined;
  const [row] = await database.query<{ server: string | null }>({}, coordinatorStatement);
  return row!.server;
}

/**
 * True if the event log must start a new epoch, because another server now stores the event log. On Citus,
 * the coordinator and the node that stores the shop's rows must both be unchanged to keep the epoch.
 */
export function isEpochDue({ server, node, here }: LogPlace, coordinator?: string | null): boolean {
  const differs = (stored: string | null, current: string | null) => {
    if (stored === null || current === null) return false;
    return stored === noPlace ? !current.endsWith('/1') : stored !== current;
  };
  if (coordinator === undefined) return differs(server, here);
  return differs(server, coordinator) || differs(node, here);
}
