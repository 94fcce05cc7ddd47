// SQL: identifies the server, which QueryBuilder does not express.
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
 * Place of a log without numbers. After a failover its row can be missing although the old server had assigned numbers.
 * So such a log starts with epoch 1 only on timeline 1, where no failover ever happened.
 */
export const noPlace = 'new';

/**
 * Whether a log was last numbered on another server or timeline, as SQL. `stream`: alias of its row in
 * `event_streams`.
 */
export const isElsewhere = (stream: string) =>
  `coalesce(CASE WHEN ${stream}.server = '${noPlace}' THEN ${logServer} NOT LIKE '%/1' ELSE ${stream}.server <> ${logServer} END, false)`;

/** The place where a log was last numbered, and the place where it is read. Null means unknown. */
export interface LogPlace {
  server: string | null;
  /** The node of the shop's rows, on a cluster only. */
  node: string | null;
  /** The server that read the row. On a cluster this is the node. */
  here: string | null;
}

const coordinatorStatement = { name: 'events-coordinator', text: `SELECT ${logServer} AS server` };

/**
 * The coordinator of a cluster, read by a statement that names no table. `database`: on plain Postgres the
 * result is undefined, because the server that reads a row is the only one.
 */
export async function coordinatorOf(
  database: Pick<ShopDatabase, 'topology' | 'query'>,
): Promise<string | null | undefined> {
  if (!database.topology.hasWorkerNodes) return undefined;
  const [row] = await database.query<{ server: string | null }>({}, coordinatorStatement);
  return row!.server;
}

/** Whether the log must start a new epoch. On a cluster both the coordinator and the node of the shop's rows count. */
export function isEpochDue({ server, node, here }: LogPlace, coordinator?: string | null): boolean {
  const differs = (stored: string | null, current: string | null) => {
    if (stored === null || current === null) return false;
    return stored === noPlace ? !current.endsWith('/1') : stored !== current;
  };
  if (coordinator === undefined) return differs(server, here);
  return differs(server, coordinator) || differs(node, here);
}
