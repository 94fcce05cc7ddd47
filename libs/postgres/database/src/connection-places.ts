// SQL: asks the server itself.
import type { Statement } from './prepared-client';

/** What may be open of one kind, and what is; -1: without a limit. */
interface Limit {
  places: number;
  taken: number;
}

/** Where connections of a process to one database find places. */
export interface ConnectionPlaces {
  /** Host and port, which name a server; its role and its database have limits of their own. */
  server: string;
  role: string;
  database: string;
  /** The most that the process opens, those that listen apart, and what it has open. */
  asked: number;
  open: number;
  limits: Record<'server' | 'role' | 'database', Limit>;
}

export const placesStatement: Statement = {
  name: 'connection-places',
  text: `SELECT r.rolname AS role, d.datname AS database, r.rolconnlimit AS role_places, d.datconnlimit AS database_places,
      current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
        - current_setting('reserved_connections')::integer AS server_places,
      a.server_taken, a.role_taken, a.database_taken
    FROM pg_roles r, pg_database d, (SELECT count(*)::integer AS server_taken,
        (count(*) FILTER (WHERE usename = current_user))::integer AS role_taken,
        (count(*) FILTER (WHERE datname = current_database()))::integer AS database_taken
      FROM pg_stat_activity WHERE datname IS NOT NULL) a
    WHERE r.rolname = current_user AND d.datname = current_database()`,
};

/** A row of this. */
export type PlacesRow = Record<'role' | 'database', string> &
  Record<`${'server' | 'role' | 'database'}_${'places' | 'taken'}`, number>;

export function placesOf(
  row: PlacesRow,
  own: Pick<ConnectionPlaces, 'server' | 'asked' | 'open'>,
): ConnectionPlaces {
  const limit = (of: 'server' | 'role' | 'database'): Limit => ({
    places: row[`${of}_places`],
    taken: row[`${of}_taken`],
  });
  const { role, database } = row;
  return {
    ...own,
    role,
    database,
    limits: { server: limit('server'), role: limit('role'), database: limit('database') },
  };
}

const names = {
  server: ({ server }: ConnectionPlaces) => `the server at ${server}`,
  role: ({ server, role }: ConnectionPlaces) => `the role ${role} at ${server}`,
  database: ({ server, database }: ConnectionPlaces) => `the database ${database} at ${server}`,
};

/** A line for each limit under which a process can't have all the connections that its pools together may ask for. */
export function shortages(all: readonly ConnectionPlaces[]): string[] {
  const lines: string[] = [];
  for (const kind of ['server', 'role', 'database'] as const) {
    const named = all.map((each) => names[kind](each));
    for (const name of new Set(named)) {
      const group = all.filter((_, at) => named[at] === name);
      const { places, taken } = group[0]!.limits[kind];
      const sum = (of: 'asked' | 'open') => group.reduce((total, each) => total + each[of], 0);
      const others = Math.max(0, taken - sum('open'));
      if (places < 0 || sum('asked') <= places - others) continue;
      lines.push(
        `the pools of this process may ask for ${sum('asked')} connections, and ${name} has places for ${places}, of which others have ${others}: lower DATABASE_POOL_SIZE, raise the limit, or put a pooler in front`,
      );
    }
  }
  return lines;
}
