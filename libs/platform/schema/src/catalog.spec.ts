import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { printCatalog } from './catalog';
import { type ScratchDatabase, scratchDatabase } from './testing/scratch-database';

const file = resolve(__dirname, '../schema.sql');
const grantsFile = resolve(__dirname, 'required-grants.ts');
const head = `-- What the migrations make. Written by \`npm run schema:print\` and compared by a spec; do not edit.\n\n`;

describe('schema.sql', () => {
  let database: ScratchDatabase;
  beforeAll(async () => {
    database = await scratchDatabase();
    await database.migrate();
  });
  afterAll(() => database.drop());

  it('is what the migrations make (a new migration? npm run schema:print)', async () => {
    const printed = head + (await printCatalog(database.client));
    if (process.env['SCHEMA_PRINT'] === '1') writeFileSync(file, printed);
    expect(readFileSync(file, 'utf8')).toBe(printed);
  });

  it('has the grants that required-grants.ts lists (a new migration? npm run schema:print)', () => {
    const lines = readFileSync(file, 'utf8').match(/^GRANT .* ON (?!SCHEMA).*;$/gm)!;
    const printed = `// Written by \`npm run schema:print\` and compared by a spec; do not edit.
/** The privileges of the services' roles, as in schema.sql. */
export const requiredGrants: readonly string[] = [\n${lines.map((line) => `  '${line}',\n`).join('')}];\n`;
    if (process.env['SCHEMA_PRINT'] === '1') writeFileSync(grantsFile, printed);
    expect(readFileSync(grantsFile, 'utf8')).toBe(printed);
  });

  it.each([
    ['column', 'ALTER TABLE shop.meta ADD COLUMN extra text'],
    ['default', `ALTER TABLE shop.meta ALTER COLUMN data SET DEFAULT '{}'`],
    ['constraint', 'ALTER TABLE shop.meta ADD CHECK (version > 0)'],
    ['index', 'CREATE INDEX ON shop.meta (version)'],
    ['policy', 'CREATE POLICY open ON shop.meta USING (true)'],
    ['policy role', 'ALTER POLICY of_shop ON shop.meta TO storewright_shop'],
    ['switch of row-level security', 'ALTER TABLE shop.meta NO FORCE ROW LEVEL SECURITY'],
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
  ])('would show another %s', async (_, change) => {
    const before = await printCatalog(database.client);
    await database.client.query(`BEGIN; ${change}`);
    try {
      expect(await printCatalog(database.client)).not.toBe(before);
    } finally {
      await database.client.query('ROLLBACK');
    }
  });
});
