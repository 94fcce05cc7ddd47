import type { Client } from 'pg';
import { type LockWait, migrate } from './migrate';
import { authMigrations, type Migration, migrationsOf, shopMigrations } from './migrations';
import { urlAs } from './roles';
import { printCatalog } from './testing/catalog';
import { passwords, type ScratchDatabase, scratchDatabase } from './testing/scratch-database';

const everyName = [...authMigrations, ...shopMigrations].map(({ name }) => name);

describe('migrate', () => {
  const databases: ScratchDatabase[] = [];
  async function anEmptyDatabase(): Promise<ScratchDatabase> {
    const database = await scratchDatabase();
    databases.push(database);
    return database;
  }
  afterEach(() => Promise.all(databases.splice(0).map((database) => database.drop())));

  it('runs every migration once, and changes nothing on a second run', async () => {
    const { client, migrate: run } = await anEmptyDatabase();
    expect(await run()).toEqual(everyName);
    const made = await printCatalog(client);
    expect(await run()).toEqual([]);
    expect(await printCatalog(client)).toBe(made);
  });

  it('runs one after another if several processes migrate at once, and every run succeeds', async () => {
    const { url, client, inTurn } = await anEmptyDatabase();
    const run = () => migrate({ auth: url, shop: url }, passwords);
    const runs = await inTurn(() => Promise.all([run(), run(), run()]));
    expect(runs.map(({ length }) => length).sort()).toEqual([0, 0, everyName.length].sort());
    expect(runs.flat()).toEqual(everyName);
    const { rows } = await client.query(
      `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    expect(rows).toEqual([]);
  });

  it('releases its lock after a failed run', async () => {
    const { client, migrate: run } = await anEmptyDatabase();
    await client.query('CREATE SCHEMA shop; CREATE TABLE shop.events (id int)');
    await expect(run()).rejects.toThrow();
    await client.query('DROP SCHEMA shop CASCADE');
    expect(await run()).toEqual(shopMigrations.map(({ name }) => name));
  });

  it('creates the auth and shop schemas in two databases if the connection strings differ', async () => {
    const [auth, shop] = [await anEmptyDatabase(), await anEmptyDatabase()];
    const ran = await auth.inTurn(() => migrate({ auth: auth.url, shop: shop.url }, passwords));
    expect(ran).toEqual(everyName);
    const schemasOf = async ({ client }: ScratchDatabase) => {
      const { rows } = await client.query<{ nspname: string }>(
        `SELECT nspname FROM pg_namespace WHERE nspname IN ('auth', 'shop')`,
      );
      return rows.map(({ nspname }) => nspname);
    };
    expect(await schemasOf(auth)).toEqual(['auth']);
    expect(await schemasOf(shop)).toEqual(['shop']);
  });

  it('sets the password of each role, and escapes the password in the connection string', async () => {
    const database = await anEmptyDatabase();
    await database.migrate();
    for (const role of ['owner', 'auth', 'shop'] as const) {
      const { rows } = await (await database.as(role)).query<{ name: string }>('SELECT current_user AS name');
      expect(rows).toEqual([{ name: `storewright_${role}` }]);
    }
    expect(urlAs('postgres://a:b@h:1/d', 'shop', { ...passwords, shop: `p@ss/w:rd'%` })).toBe(
      `postgres://storewright_shop:p%40ss%2Fw%3Ard'%25@h:1/d`,
    );
  });

  it('runs a pending migration that is older than an applied migration', async () => {
    const { migrate: run } = await anEmptyDatabase();
    await run();
    const late = migration('AddLate1700000000000', 'CREATE TABLE shop.late (id int)');
    shopMigrations.unshift(late);
    try {
      expect(await run()).toEqual([late.name]);
    } finally {
      shopMigrations.shift();
    }
  });

  it('fails if a migration depends on a later migration, and names the later migration', async () => {
    const { migrate: run } = await anEmptyDatabase();
    const older = migration('FillNotes9900000000000', 'ALTER TABLE shop.notes ADD COLUMN color text');
    const creates = migration('CreateNotes9900000000001', 'CREATE TABLE shop.notes (id int)');
    shopMigrations.push(older, creates);
    try {
      await expect(run()).rejects.toThrow(
        'Migration FillNotes9900000000000 needs shop.notes, but the later migration CreateNotes9900000000001 creates it. ' +
          'Give migration FillNotes a later timestamp.',
      );
    } finally {
      shopMigrations.splice(-2);
    }
  });

  it('throws for a database that an early development build created', async () => {
    const { client, migrate: run } = await anEmptyDatabase();
    await run();
    const names = await client.query('SELECT name FROM shop.migrations ORDER BY id');
    await client.query('DELETE FROM shop.migrations WHERE name <> $1', [names.rows[0].name]);
    await client.query(`UPDATE shop.migrations SET name = 'CreateSales1700001300000'`);
    await expect(run()).rejects.toThrow('the shop data was made by an early development build.');
  });
});

describe('migrate, while another session holds a lock', () => {
  /** A migration that needs a lock that conflicts with readers. */
  const addColumn = migration(
    'AddColumn9900000000000',
    'CREATE TABLE shop.made_before (id int); ALTER TABLE shop.meta ADD COLUMN added int',
  );
  const wait = { timeoutMs: 50, pauseMs: 1 };
  let database: ScratchDatabase;
  let reader: Client;
  beforeEach(async () => {
    database = await scratchDatabase();
    await database.migrate();
    shopMigrations.push(addColumn);
    reader = await database.as('shop');
    await reader.query(`BEGIN; SET application_name = 'a long report'; SELECT FROM shop.meta`);
  });
  afterEach(async () => {
    shopMigrations.pop();
    await database.drop();
  });
  const run = (more: Partial<LockWait>) =>
    database.inTurn(() =>
      migrate({ auth: database.url, shop: database.url }, passwords, { ...wait, ...more }),
    );

  it('retries after pauses in which queries run, and reports the session that holds the lock', async () => {
    const lines: string[] = [];
    const other = await database.as('shop');
    await other.query(`SET lock_timeout = '5s'`);
    let ran = Promise.resolve<string[]>([]);
    await new Promise<void>((resolve, reject) => {
      const report = (line: string) => void (lines.push(line) === 3 && resolve());
      (ran = run({ attempts: 10_000, report })).catch(reject);
    });
    for (let read = 0; read < 20; read += 1) await other.query('SELECT FROM shop.meta');
    await reader.query('COMMIT');
    expect(await ran).toEqual([addColumn.name]);
    expect(lines[0]).toMatch(
      /^AddColumn9900000000000 is blocked: session \d+ \(a long report\) has had a lock on (shop\.)?meta for \d+ s\. Attempt 2 of 10000 follows\.$/,
    );
    const { rows } = await other.query('SELECT FROM shop.meta WHERE added IS NULL');
    expect(rows).toEqual([]);
  });

  it('fails after the maximum number of attempts and changes nothing', async () => {
    await expect(run({ attempts: 3 })).rejects.toThrow(
      /^Migration AddColumn9900000000000 failed after 3 attempts: session \d+ \(a long report\) has had a lock on/,
    );
    const { rows } = await database.client.query(`SELECT to_regclass('shop.made_before') AS made`);
    expect(rows).toEqual([{ made: null }]);
  });
});

function migration(name: string, sql: string): Migration {
  return migrationsOf('shop', [[`libs/shop/x/migrations/shop/${fileOf(name)}`, sql]])[0]!;
}

/** `CreateNotes1800000000000` → `1800000000000-create-notes.sql` */
function fileOf(name: string): string {
  const words = name.slice(0, -13).replace(/\B[A-Z]/g, (letter) => `-${letter}`);
  return `${name.slice(-13)}-${words.toLowerCase()}.sql`;
}
