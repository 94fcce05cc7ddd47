import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { printCatalog } from './catalog';
import { type ScratchDatabase, scratchDatabase } from './scratch-database';

const OUTPUT = resolve(__dirname, '../../../../../dist/schema.sql');

describe('printCatalog', () => {
  let database: ScratchDatabase;
  let printed: string;
  beforeAll(async () => {
    database = await scratchDatabase();
    await database.migrate();
    printed = await printCatalog(database.client);
  });
  afterAll(() => database.drop());

  it('prints the migrated schema (npm run schema:print writes dist/schema.sql)', () => {
    if (process.env['SCHEMA_PRINT'] === '1') {
      mkdirSync(resolve(OUTPUT, '..'), { recursive: true });
      writeFileSync(OUTPUT, printed);
    }
    expect(printed).toMatch(/^CREATE TABLE shop\.orders \($/m);
  });

  it.each([
    ['column', 'ALTER TABLE shop.meta ADD COLUMN extra text'],
    ['default', `ALTER TABLE shop.meta ALTER COLUMN data SET DEFAULT '{}'`],
    ['constraint', 'ALTER TABLE shop.meta ADD CHECK (version > 0)'],
    ['index', 'CREATE INDEX ON shop.meta (version)'],
    ['policy', 'CREATE POLICY open ON shop.meta USING (true)'],
    ['policy role', 'ALTER POLICY of_shop ON shop.meta TO storewright_shop'],
    ['setting of row-level security', 'ALTER TABLE shop.meta NO FORCE ROW LEVEL SECURITY'],
    ['grant', 'GRANT TRUNCATE ON shop.meta TO storewright_shop'],
    ['grant on a column', 'GRANT UPDATE (status) ON auth.oauth_tokens TO storewright_shop'],
    ['grant on a schema', 'GRANT CREATE ON SCHEMA shop TO storewright_shop'],
    ['owner', 'ALTER TABLE shop.meta OWNER TO storewright_shop'],
    [
      'trigger',
      'CREATE TRIGGER t BEFORE UPDATE ON shop.meta EXECUTE FUNCTION suppress_redundant_updates_trigger()',
    ],
    ['view', 'CREATE VIEW shop.every_meta AS SELECT 1 AS n'],
    ['function', `CREATE FUNCTION shop.f() RETURNS int LANGUAGE sql AS 'SELECT 1'`],
    ['sequence', 'CREATE SEQUENCE shop.s'],
  ])('prints a different text after a change of a %s', async (_, change) => {
    await database.client.query(`BEGIN; ${change}`);
    try {
      expect(await printCatalog(database.client)).not.toBe(printed);
    } finally {
      await database.client.query('ROLLBACK');
    }
  });
});
