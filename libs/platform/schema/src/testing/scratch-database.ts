import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { migrate } from '../migrate';
import { type RolePasswords, type roles, urlAs } from '../roles';

/**
 * Passwords of the database roles. Must equal the passwords in `libs/testing/database`, because all databases
 * of a server share its roles.
 */
export const passwords: RolePasswords = { owner: 'owner', auth: 'auth', shop: 'shop', hooks: 'hooks' };

/** Key of an advisory lock in the database `postgres`. Must equal the key in `libs/testing/database`. */
const serverLock = 7_340_002;

/**
 * An empty database on the test server. This project cannot use `libs/testing/database`, because that project
 * depends on this project.
 */
export interface ScratchDatabase {
  url: string;
  client: Client;
  as(role: keyof typeof roles): Promise<Client>;
  migrate(): Promise<string[]>;
  /** Runs `work` while no concurrent spec changes roles. `migrate` does this itself. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  drop(): Promise<void>;
}

export async function scratchDatabase(): Promise<ScratchDatabase> {
  const server = process.env['TEST_DATABASE_URL'];
  if (!server) throw new Error('TEST_DATABASE_URL is not set: jest.config.cjs must have { postgres: true }');
  const name = `scratch_${randomBytes(6).toString('hex')}`;
  const administrator = await connected(server);
  await administrator.query(`CREATE DATABASE ${name}`);
  const at = new URL(server);
  at.pathname = `/${name}`;
  const url = at.href;
  const clients: Client[] = [];
  const open = async (address: string) => {
    const client = await connected(address);
    clients.push(client);
    return client;
  };
  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    await administrator.query('SELECT pg_advisory_lock($1)', [serverLock]);
    try {
      return await work();
    } finally {
      await administrator.query('SELECT pg_advisory_unlock($1)', [serverLock]);
    }
  }
  return {
    url,
    client: await open(url),
    as: (role) => open(urlAs(url, role, passwords)),
    migrate: () => inTurn(() => migrate({ auth: url, shop: url }, passwords)),
    inTurn,
    async drop() {
      await Promise.all(clients.map((client) => client.end()));
      await administrator.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await administrator.end();
    },
  };
}

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}
