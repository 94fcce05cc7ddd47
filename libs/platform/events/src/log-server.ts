// Written in SQL, because QueryBuilder cannot express functions that identify the server.
import type { ShopDatabase } from '@storewright/database';

/**
 * SQL expression for the server and its timeline: `<system identifier>/<timeline>`. A promotion changes the timeline in
 * the name of the WAL file at once, but in `pg_control_checkpoint()` only after the next checkpoint. The expression is
 * null during recovery, when the server assigns no numbers. Every role may call these functions. The expression has no
 * FROM, so Citus runs it on the node of the row that a statement reads.
 */
export const logServer = `CASE WHEN pg_is_in_recovery() THEN NULL ELSE (pg_control_system()).system_identifier || '/' ||
  ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint END`;

/**
 * Marks a log without sequence numbers. After a failover the row of a log can be missing although the old
 * server had assigned numbers. So a log without a row starts with epoch 1 only on timeline 1, where no
 * failover has happened.
 */
export const noPlace = 'new';

/**
 * SQL condition that is true if the log was last numbered on another server or timeline. `stream` is the alias
 * of its row in `event_streams`.
 */
export const isElsewhere = (stream: string) =>
  `coalesce(CASE WHEN ${stream}.server = '${noPlace}' THEN ${logServer} NOT LIKE '%/1' ELSE ${stream}.server <> ${logServer} END, false)`;

/** The server on which a log was last numbered, and the server that reads the log. null means unknown. */
export interface LogPlace {
  server: string | null;
  /** The cluster node that stored the shop's rows. Set on a cluster only. */
  node: string | null;
  /** The server that read the row. On a cluster this is the node of the shop. */
  here: string | null;
}

const coordinatorStatement = { name: 'events-coordinator', text: `SELECT ${logServer} AS server` };

/**
 * Returns the server of the coordinator of a cluster, with a statement that names no table. Returns undefined
 * on plain Postgres, where the server that reads a row is the only server.
 */
export async function coordinatorOf(
  database: Pick<ShopDatabase, 'topology' | 'query'>,
): Promise<string | null | undefined> {
  if (!database.topology.hasWorkerNodes) return undefined;
  const [row] = await database.query<{ server: string | null }>({}, coordinatorStatement);
  return row!.server;
}

/**
 * True if the log must start a new epoch. On a cluster, a change of the coordinator or of the node of the
 * shop's rows starts an epoch.
 */
export function isEpochDue({ server, node, here }: LogPlace, coordinator?: string | null): boolean {
  const differs = (stored: string | null, current: string | null) => {
    if (stored === null || current === null) return false;
    return stored === noPlace ? !current.endsWith('/1') : stored !== current;
  };
  if (coordinator === undefined) return differs(server, here);
  return differs(server, coordinator) || differs(node, here);
}
