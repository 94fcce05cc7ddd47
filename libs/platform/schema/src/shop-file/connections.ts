// SQL: settings of a session, and the newest migration.
import { Client } from 'pg';
import type { Servers } from '../migrate';
import { type RolePasswords, type SchemaName, urlAs } from '../roles';

/** A connection to each of the two databases, as the owner of the tables; the same one where both are in one. */
export type Connections = Record<SchemaName, Client>;

/** Values are written and read in one way, whatever the servers are set to. And a role that may not see all rows is refused, rather than shown a part. */
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
    // The statement fails with it; without a listener the process would, too.
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

/** In one transaction of each of the connections; the shop data is committed first, because without its row in the directory nobody sees a shop. */
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
