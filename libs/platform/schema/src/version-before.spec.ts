import { DataSource } from 'typeorm';
import { isBaseline } from './baseline';
import { authMigrations, type Migration, shopMigrations } from './migrations';
import { prepareDatabase, type SchemaName, urlAs } from './roles';
import { contractRefusal, releasedFiles, releases } from './testing/contracts';
import { brokenBetween, interfaceOf } from './testing/promises';
import { passwords, type ScratchDatabase, scratchDatabase } from './testing/scratch-database';

const schemas: Record<SchemaName, readonly Migration[]> = { auth: authMigrations, shop: shopMigrations };
const [newest] = releases();
const released = newest === undefined ? undefined : releasedFiles(newest);

/** Returns whether a release contains the migration. Before the first release, only the baseline counts as released. */
const isReleased = ({ name, path }: Migration) => released?.has(path) ?? isBaseline(name);

describe('unreleased migrations', () => {
  let database: ScratchDatabase;
  /** Lines about broken promises, by the name of the migration. */
  const refused = new Map<string, string>();

  beforeAll(async () => {
    database = await scratchDatabase();
    await database.inTurn(() => prepareDatabase(database.url, ['auth', 'shop'], passwords));
    for (const schema of ['auth', 'shop'] as const) await runMigrations(schema);
  });
  afterAll(() => database.drop());

  async function runMigrations(schema: SchemaName): Promise<void> {
    const url = urlAs(database.url, 'owner', passwords);
    const dataSource = await new DataSource({ type: 'postgres', url, schema }).initialize();
    const runner = dataSource.createQueryRunner();
    for (const migration of schemas[schema].filter(isReleased)) await new migration().up(runner);
    const before = await interfaceOf(database.client);
    const known = new Set<string>();
    for (const migration of schemas[schema].filter((each) => !isReleased(each))) {
      await new migration().up(runner);
      const broken = brokenBetween(before, await interfaceOf(database.client));
      const refusal = contractRefusal(
        migration,
        broken.filter((line) => !known.has(line)),
        releases(),
      );
      for (const line of broken) known.add(line);
      if (refusal) refused.set(migration.name, refusal);
    }
    await runner.release();
    await dataSource.destroy();
  }

  it('are compatible with running processes of the newest release', () =>
    expect(Object.fromEntries(refused)).toEqual({}));

  it('are rejected if they drop, rename, revoke or require something that the newest release depends on', async () => {
    const changes: [string, RegExp][] = [
      ['ALTER TABLE shop.meta RENAME COLUMN data TO content', /no longer: shop.meta has data jsonb/],
      ['ALTER TABLE shop.meta ALTER COLUMN version TYPE bigint', /no longer: shop.meta has version integer/],
      ['REVOKE INSERT ON shop.meta FROM storewright_shop', /no longer: shop.meta lets storewright_shop INSERT data/], // oxfmt-ignore
      ['DROP TABLE shop.meta_entries', /no longer: shop.meta_entries has tok bytea/],
      ['DROP FUNCTION shop.shops_to_serve(timestamptz)', /no longer: functions let storewright_hooks call shop.shops_to_serve/], // oxfmt-ignore
      [`ALTER TABLE shop.meta ADD COLUMN kind text NOT NULL DEFAULT ''; ALTER TABLE shop.meta ALTER COLUMN kind DROP DEFAULT`, /new: shop.meta needs kind/], // oxfmt-ignore
      ['ALTER TABLE shop.meta ADD CHECK (version < 9)', /new: shop.meta holds writes to CHECK/],
      [
        statusCheck(`'waiting', 'delivered', 'failed', 'lost'`),
        /new: shop.webhook_deliveries holds writes to CHECK/,
      ],
      ['CREATE UNIQUE INDEX ON shop.meta (shop_id, resource_id)', /new: shop.meta has each once/],
      [activeTokens('OR family IS NULL'), /new: auth.oauth_tokens has each once/],
      [resourceOr('data'), /new: shop.meta holds writes to CHECK/],
    ];
    for (const [change, expected] of changes) expect(await brokenBy(change)).toMatch(expected);
    expect(await brokenBy('ALTER TABLE shop.meta ADD COLUMN kind text')).toBe('');
    expect(await brokenBy(`ALTER TABLE shop.meta ADD COLUMN kind text NOT NULL DEFAULT ''`)).toBe('');
    expect(await brokenBy(`ALTER TABLE shop.meta ADD COLUMN kind text CHECK (kind <> '')`)).toBe('');
    expect(
      await brokenBy(statusCheck(`'waiting', 'retrying', 'delivered', 'failed', 'skipped', 'lost'`)),
    ).toBe('');
    expect(await brokenBy('CREATE TABLE shop.notes (id uuid NOT NULL PRIMARY KEY)')).toBe('');
    expect(await brokenBy(activeTokens('AND family IS NULL'))).toBe('');
    expect(await brokenBy(resourceOr('title'))).toBe('');
  });

  /** Adds a unique index with the condition of the index of active tokens, and with a further one. */
  const activeTokens = (condition: string) =>
    `ALTER TABLE auth.oauth_tokens ADD COLUMN family uuid;
     CREATE UNIQUE INDEX ON auth.oauth_tokens (shop_id, installation_id)
       WHERE status = 'active' AND family_id IS NULL ${condition}`;

  /** Requires a value either in `resource_id` or in another column. */
  const resourceOr = (column: string) =>
    `ALTER TABLE shop.meta ALTER COLUMN resource_id DROP NOT NULL, ADD COLUMN title text,
       ADD CHECK ((resource_id IS NULL) = (${column} IS NOT NULL))`;

  /** Replaces the list of valid values for the status of deliveries. */
  const statusCheck = (values: string) =>
    `ALTER TABLE shop.webhook_deliveries DROP CONSTRAINT webhook_deliveries_status_check, ADD CONSTRAINT webhook_deliveries_status_check CHECK (status IN (${values}))`;

  async function brokenBy(change: string): Promise<string> {
    const { client } = database;
    const before = await interfaceOf(client);
    await client.query('BEGIN');
    await client.query(change);
    const after = await interfaceOf(client);
    await client.query('ROLLBACK');
    return brokenBetween(before, after).join('; ');
  }
});
