import { Client } from 'pg';
import type { Servers } from '../migrate';
import { type RolePasswords, type SchemaName, urlAs } from '../roles';

/**
 * Connections to both databases as the owner of the tables. One connection is used for both if one Postgres
 * database contains both schemas.
 */
export type Connections = Record<SchemaName, Client>;

/**
 * Session settings that make the text format of values independent of the server configuration. `row_security
 * = off` raises an error for a role that cannot see all rows.
 */
const session = `SET TimeZone = 'UTC'; SET DateStyle = 'ISO'; SET bytea_output = 'hex'; SET row_security = off`;

export async function withConnections<T>(
  servers: Servers,
  passwords: Pick<RolePasswords, 'owner'>,
  work: (connections: Connections) => Promise<T>,
): Promise<T> {
  const opened: Client[] = [];
  const open = async (administrator: string) => {
    const client = new Client({
      connectionString: urlAs(administrator, 'owner', passwords),
      keepAlive: true,
    });
    // The running query also rejects when the connection is lost, so the `error` event is ignored.
    client.on('error', () => undefined);
    await client.connect();
    opened.push(client);
    await client.query(session);
    return client;
  };
  try {
    const auth = await open(servers.auth);
    return await work({ auth, shop: servers.auth === servers.shop ? auth : await open(servers.shop) });
  } finally {
    await Promise.all(opened.map((client) => client.end()));
  }
}

/**
 * Runs `work` in one transaction per database. Commits the shop database first, so that a crash between the
 * commits leaves a shop without a row in the auth database, which is invisible.
 */
export async function inTransactions<T>(
  { auth, shop }: Connections,
  begin: string,
  work: () => Promise<T>,
): Promise<T> {
  const clients = [...new Set([shop, auth])];
  for (const client of clients) await client.query(begin);
  try {
    const done = await work();
    for (const client of clients) await client.query('COMMIT');
    return done;
  } catch (error) {
    for (const client of clients) await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

export async function newestMigrations({ auth, shop }: Connections): Promise<Record<SchemaName, string>> {
  const newest = async (client: Client, schema: SchemaName) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT name FROM ${schema}.migrations ORDER BY id DESC LIMIT 1`,
    );
    return rows[0]!.name;
  };
  return { auth: await newest(auth, 'auth'), shop: await newest(shop, 'shop') };
}
