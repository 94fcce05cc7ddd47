// Uses raw SQL instead of TypeORM to query the connection limits of the server.
import type { Statement } from '@storewright/postgres-driver';

const limited = ['server', 'role', 'database'] as const;
type Limited = (typeof limited)[number];

interface Limit {
  /** Maximum number of connections that the server allows. -1 means unlimited. */
  max: number;
  /** Number of open connections of all clients of the database server. */
  used: number;
}

/** Number of connections that this process opens to a database, with the limits of the database server. */
export interface ConnectionDemand {
  server: string;
  role: string;
  database: string;
  /** Maximum number of connections that this process opens, excluding connections for LISTEN. */
  wanted: number;
  open: number;
  limits: Record<Limited, Limit>;
}

export const limitsStatement: Statement = {
  name: 'connection-limits',
  text: `SELECT r.rolname AS role, d.datname AS database, r.rolconnlimit AS role_max, d.datconnlimit AS database_max,
      current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
        - current_setting('reserved_connections')::integer AS server_max,
      a.server_used, a.role_used, a.database_used
    FROM pg_roles r, pg_database d, (SELECT count(*)::integer AS server_used,
        (count(*) FILTER (WHERE usename = current_user))::integer AS role_used,
        (count(*) FILTER (WHERE datname = current_database()))::integer AS database_used
      FROM pg_stat_activity WHERE datname IS NOT NULL) a
    WHERE r.rolname = current_user AND d.datname = current_database()`,
};

export type LimitsRow = Record<'role' | 'database', string> & Record<`${Limited}_${'max' | 'used'}`, number>;

export function demandOf(
  row: LimitsRow,
  own: Pick<ConnectionDemand, 'server' | 'wanted' | 'open'>,
): ConnectionDemand {
  const limit = (of: Limited): Limit => ({ max: row[`${of}_max`], used: row[`${of}_used`] });
  const { role, database } = row;
  return {
    ...own,
    role,
    database,
    limits: { server: limit('server'), role: limit('role'), database: limit('database') },
  };
}

const names = {
  server: ({ server }: ConnectionDemand) => `the server at ${server}`,
  role: ({ server, role }: ConnectionDemand) => `the role ${role} at ${server}`,
  database: ({ server, database }: ConnectionDemand) => `the database ${database} at ${server}`,
};

/**
 * Returns a log line for each connection limit of a database server that is too low for all connection pools
 * of this process together.
 */
export function connectionShortages(demands: readonly ConnectionDemand[]): string[] {
  const lines: string[] = [];
  for (const kind of limited) {
    const nameOf = names[kind];
    for (const name of new Set(demands.map(nameOf))) {
      const group = demands.filter((demand) => nameOf(demand) === name);
      const { max, used } = group[0]!.limits[kind];
      const sum = (of: 'wanted' | 'open') => group.reduce((total, each) => total + each[of], 0);
      const others = Math.max(0, used - sum('open'));
      if (max < 0 || sum('wanted') <= max - others) continue;
      lines.push(
        `the pools of this process may open ${sum('wanted')} connections, but ${name} allows ${max}, ` +
          `of which others use ${others}: lower DATABASE_POOL_SIZE, raise the limit, or put a pooler in front`,
      );
    }
  }
  return lines;
}
