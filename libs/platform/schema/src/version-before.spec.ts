import { DataSource } from 'typeorm';
import { authMigrations, shopMigrations } from './migrations';
import { prepareDatabase, urlAs } from './roles';
import { brokenBetween, type Interface, interfaceOf } from './testing/promises';
import { passwords, type ScratchDatabase, scratchDatabase } from './testing/scratch-database';

/** What a migration refuses that a version before it does, with the reason. It is in docs/operating.md, too. This list may only shrink. */
const known: Record<string, string> = {
  AddSessionTokens1700000300000:
    'Its CHECK holds of every row without a session, and the version before knows no sessions of tokens.',
  RestrictPeopleAndSecrets1795330663760:
    'It closes a leak: people, sessions and secrets were readable without a context.',
};

/** Shop migrations from this one on can meet tables that are distributed already. Each spec run on a cluster shows that they work there. */
const onClusters = shopMigrations.slice(
  shopMigrations.findIndex(({ name }) => name.startsWith('RefoldTexts')),
);

/** Commands of a query, without the contents of strings and of function bodies. */
const commandsIn = (query: string) =>
  query
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'/g, '')
    .split(';')
    .filter((command) => command.trim() !== '');

describe('a migration, while processes of the version before it run', () => {
  let database: ScratchDatabase;
  const broken = new Map<string, string[]>();
  const queries = new Map<string, string[]>();

  beforeAll(async () => {
    database = await scratchDatabase();
    await database.inTurn(() => prepareDatabase(database.url, ['auth', 'shop'], passwords));
    for (const [schema, migrations] of [
      ['auth', authMigrations],
      ['shop', shopMigrations],
    ] as const)
      // oxfmt-ignore
      await runEach(schema, migrations);
  });
  afterAll(() => database.drop());

  /** In order, with a look at the catalog after each. */
  async function runEach(schema: string, migrations: typeof authMigrations): Promise<void> {
    const url = urlAs(database.url, 'owner', passwords);
    const dataSource = await new DataSource({ type: 'postgres', url, schema }).initialize();
    const runner = dataSource.createQueryRunner();
    const query = runner.query.bind(runner) as (text: string, values?: unknown[]) => Promise<unknown>;
    const sent: string[] = [];
    runner.query = (text: string, values?: unknown[]) => {
      sent.push(text);
      return query(text, values) as Promise<never>;
    };
    let before: Interface = await interfaceOf(database.client);
    for (const migration of migrations) {
      await new migration().up(runner);
      queries.set(migration.name, sent.splice(0));
      const after = await interfaceOf(database.client);
      broken.set(migration.name, brokenBetween(before, after));
      before = after;
    }
    await runner.release();
    await dataSource.destroy();
  }

  it.each([...authMigrations, ...shopMigrations].map(({ name }) => name))(
    '%s takes nothing away that it reads or writes, and demands nothing that it does not give',
    (name) => {
      if (known[name]) return expect(broken.get(name)).not.toEqual([]);
      expect(broken.get(name)).toEqual([]);
    },
  );

  it.each(onClusters.map(({ name }) => name))(
    '%s sends ALTER TABLE as a query of its own, because the nodes of Citus accept one command',
    (name) => {
      const several = queries.get(name)!.filter((text) => commandsIn(text).length > 1);
      expect(several.filter((text) => /\bALTER TABLE\b/.test(text))).toEqual([]);
    },
  );

  it('would be refused where it drops, renames, revokes, or demands something new', async () => {
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
    ];
    for (const [change, expected] of changes) expect(await brokenBy(change)).toMatch(expected);
    expect(await brokenBy('ALTER TABLE shop.meta ADD COLUMN kind text')).toBe('');
    expect(await brokenBy(`ALTER TABLE shop.meta ADD COLUMN kind text NOT NULL DEFAULT ''`)).toBe('');
    expect(await brokenBy(`ALTER TABLE shop.meta ADD COLUMN kind text CHECK (kind <> '')`)).toBe('');
    expect(
      await brokenBy(statusCheck(`'waiting', 'retrying', 'delivered', 'failed', 'skipped', 'lost'`)),
    ).toBe('');
    expect(await brokenBy('CREATE TABLE shop.notes (id uuid NOT NULL PRIMARY KEY)')).toBe('');
  });

  /** Another list of values for the status of deliveries. */
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
