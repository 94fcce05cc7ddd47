import { type ScratchDatabase, scratchDatabase } from './testing/scratch-database';

/** Rules for tables that Citus distributes by shop_id. Each query returns the tables that break the rule. */
const rules: Record<string, string> = {
  'has a shop_id that is a uuid and NOT NULL': `
    SELECT t.name FROM tables t WHERE NOT EXISTS (
      SELECT 1 FROM pg_attribute a WHERE a.attrelid = t.oid AND a.attname = 'shop_id' AND a.atttypid = 'uuid'::regtype AND a.attnotnull)`,
  'has a primary key': `
    SELECT t.name FROM tables t WHERE NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conrelid = t.oid AND contype = 'p')`,
  'starts with shop_id in every key, unique constraint and foreign key': `
    SELECT t.name FROM tables t JOIN pg_constraint o ON o.conrelid = t.oid AND o.contype IN ('p', 'u', 'f', 'x')
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = o.conkey[1] WHERE a.attname <> 'shop_id'`,
  'refers to shop_id first in every foreign key': `
    SELECT t.name FROM tables t JOIN pg_constraint o ON o.conrelid = t.oid AND o.contype = 'f'
    JOIN pg_attribute a ON a.attrelid = o.confrelid AND a.attnum = o.confkey[1] WHERE a.attname <> 'shop_id'`,
  'starts with shop_id in every index': `
    SELECT t.name FROM tables t JOIN pg_index i ON i.indrelid = t.oid
    LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = i.indkey[0] WHERE a.attname IS DISTINCT FROM 'shop_id'`,
  'has no serial, identity or generated column and no sequence of its own': `
    SELECT t.name FROM tables t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0
    LEFT JOIN pg_attrdef d ON d.adrelid = t.oid AND d.adnum = a.attnum
    WHERE a.attidentity <> '' OR a.attgenerated <> '' OR pg_get_expr(d.adbin, d.adrelid) ~ 'nextval'`,
  'has no default that calls a function': `
    SELECT t.name FROM tables t JOIN pg_attrdef d ON d.adrelid = t.oid WHERE pg_get_expr(d.adbin, d.adrelid) ~ '\\(|CURRENT_|LOCALTIME'`,
  'has no trigger': `SELECT t.name FROM tables t JOIN pg_trigger g ON g.tgrelid = t.oid WHERE NOT g.tgisinternal`,
  'has no rule': `SELECT t.name FROM tables t JOIN pg_rewrite w ON w.ev_class = t.oid`,
  'has no deferrable constraint': `SELECT t.name FROM tables t JOIN pg_constraint o ON o.conrelid = t.oid WHERE o.condeferrable`,
  'has no ON DELETE or ON UPDATE that sets columns': `
    SELECT t.name FROM tables t JOIN pg_constraint o ON o.conrelid = t.oid AND o.contype = 'f'
    WHERE o.confdeltype IN ('n', 'd') OR o.confupdtype IN ('n', 'd')`,
  'is a plain table without inheritance': `
    SELECT t.name FROM tables t JOIN pg_class c ON c.oid = t.oid
    WHERE c.relkind <> 'r' OR EXISTS (SELECT 1 FROM pg_inherits WHERE inhrelid = t.oid OR inhparent = t.oid)`,
};

/** Tables that break the rules above, in the same order, to test that each rule detects its table. */
const key = 'PRIMARY KEY (shop_id, id)';
const offenders: Record<string, string> = {
  'has a shop_id that is a uuid and NOT NULL': 'CREATE TABLE shop.bad (shop_id uuid)',
  'has a primary key': 'CREATE TABLE shop.bad (shop_id uuid NOT NULL)',
  'starts with shop_id in every key, unique constraint and foreign key':
    'CREATE TABLE shop.bad (shop_id uuid, id uuid, PRIMARY KEY (id, shop_id))',
  'refers to shop_id first in every foreign key': `CREATE TABLE shop.one (id uuid PRIMARY KEY);
    CREATE TABLE shop.bad (shop_id uuid REFERENCES shop.one (id), id uuid, ${key})`,
  'starts with shop_id in every index': `CREATE TABLE shop.bad (shop_id uuid, id uuid, ${key}); CREATE INDEX ON shop.bad ((lower(id::text)))`,
  'has no serial, identity or generated column and no sequence of its own':
    'CREATE TABLE shop.bad (shop_id uuid, id bigserial, PRIMARY KEY (shop_id, id))',
  'has no default that calls a function': `CREATE TABLE shop.bad (shop_id uuid, id uuid, at timestamptz DEFAULT now(), ${key})`,
  'has no trigger': `CREATE TABLE shop.bad (shop_id uuid, id uuid, ${key});
    CREATE TRIGGER t BEFORE UPDATE ON shop.bad EXECUTE FUNCTION suppress_redundant_updates_trigger()`,
  'has no rule': `CREATE TABLE shop.bad (shop_id uuid, id uuid, ${key}); CREATE RULE r AS ON DELETE TO shop.bad DO INSTEAD NOTHING`,
  'has no deferrable constraint':
    'CREATE TABLE shop.bad (shop_id uuid, id uuid, PRIMARY KEY (shop_id, id) DEFERRABLE)',
  'has no ON DELETE or ON UPDATE that sets columns': `CREATE TABLE shop.bad (shop_id uuid, id uuid, parent_id uuid, ${key},
    FOREIGN KEY (shop_id, parent_id) REFERENCES shop.meta (shop_id, id) ON DELETE SET NULL)`,
  'is a plain table without inheritance': 'CREATE TABLE shop.bad () INHERITS (shop.meta)',
};

describe('every table of the shop schema', () => {
  let database: ScratchDatabase;
  beforeAll(async () => {
    database = await scratchDatabase();
    await database.migrate();
  });
  afterAll(() => database.drop());

  async function offending(rule: string): Promise<string[]> {
    const { rows } = await database.client.query<{ name: string }>(
      `WITH tables AS (
         SELECT c.oid, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         WHERE n.nspname = 'shop' AND c.relkind IN ('r', 'p', 'v', 'm') AND c.relname <> 'migrations'
       ) SELECT DISTINCT found.name FROM (${rules[rule]!}) found`,
    );
    return rows.map(({ name }) => name);
  }

  it.each(Object.keys(rules))('meets the requirement of Citus: %s', async (rule) => {
    expect(await offending(rule)).toEqual([]);
  });

  it.each(Object.keys(rules))('is reported if the table violates the requirement: %s', async (rule) => {
    await database.client.query(`BEGIN; ${offenders[rule]!}`);
    try {
      expect(await offending(rule)).toContain('bad');
    } finally {
      await database.client.query('ROLLBACK');
    }
  });
});
