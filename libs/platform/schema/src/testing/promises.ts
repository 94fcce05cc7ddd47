import type { ClientBase } from 'pg';

/**
 * SQL query for the columns, privileges and functions that statements of a release use. All result lines must
 * remain while processes of that release run.
 */
const promises = `
  WITH tables AS (
    SELECT c.oid, n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname IN ('auth', 'shop') AND c.relkind IN ('r', 'p', 'v') AND c.relname <> 'migrations'
  ), columns AS (
    SELECT t.name, a.* FROM tables t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
  ), roles AS (SELECT rolname AS role FROM pg_roles WHERE rolname IN ('storewright_auth', 'storewright_shop', 'storewright_hooks'))
  SELECT name, 'has ' || attname || ' ' || format_type(atttypid, atttypmod) AS line FROM columns
  UNION ALL
  SELECT name, 'lets ' || role || ' ' || privilege || ' ' || attname FROM columns, roles, unnest(ARRAY['SELECT', 'INSERT', 'UPDATE']) AS privilege
  WHERE has_column_privilege(role, attrelid, attnum, privilege)
  UNION ALL
  SELECT name, 'lets ' || role || ' DELETE' FROM tables, roles WHERE has_table_privilege(role, oid, 'DELETE')
  UNION ALL
  SELECT 'functions', 'let ' || role || ' call ' || p.oid::regprocedure || ' for ' || format_type(p.prorettype, NULL)
  FROM pg_proc p, roles WHERE p.pronamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN ('auth', 'shop')) AND has_function_privilege(role, p.oid, 'EXECUTE')`;

/**
 * SQL query for constraints, policies and triggers that can reject statements of the previous release. Omits
 * deferred triggers, because they run after all statements of a transaction.
 */
const demands = `
  WITH tables AS (
    SELECT c.oid, n.nspname || '.' || c.relname AS name, c.relrowsecurity AS secured FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname IN ('auth', 'shop') AND c.relkind IN ('r', 'p') AND c.relname <> 'migrations'
  ), all_demands AS (
    SELECT oid, name, 'needs ' || attname AS line, NULL::smallint[] AS keys FROM tables JOIN pg_attribute a ON attrelid = oid AND attnum > 0 AND NOT attisdropped
    WHERE attnotnull AND NOT atthasdef AND attidentity = ''
    UNION ALL
    SELECT t.oid, name, 'holds writes to ' || pg_get_constraintdef(c.oid), conkey FROM tables t JOIN pg_constraint c ON conrelid = t.oid WHERE contype NOT IN ('n', 't')
    UNION ALL
    SELECT oid, name, 'has each once: ' || pg_get_indexdef(indexrelid), indkey::smallint[] FROM tables JOIN pg_index ON indrelid = oid WHERE indisunique
    UNION ALL
    SELECT t.oid, name, 'runs ' || pg_get_triggerdef(g.oid), NULL FROM tables t JOIN pg_trigger g ON tgrelid = t.oid WHERE NOT tgisinternal AND NOT tginitdeferred
    UNION ALL
    SELECT oid, name, 'shows rows by policies', NULL FROM tables WHERE secured
  )
  SELECT name, line, coalesce(array(SELECT attname::text FROM pg_attribute WHERE attrelid = oid AND attnum = ANY (keys)), '{}') AS columns FROM all_demands`;

/**
 * Interface between a database schema and the code that uses the schema, as lines of text. A demand is a
 * constraint on writes to the given columns.
 */
export interface Interface {
  tables: Set<string>;
  columns: Set<string>;
  promises: Set<string>;
  demands: Map<string, { table: string; columns: string[] }>;
}

export async function interfaceOf(client: ClientBase): Promise<Interface> {
  const { rows: promised } = await client.query<{ name: string; line: string }>(promises);
  const { rows: demanded } = await client.query<{ name: string; line: string; columns: string[] }>(demands);
  return {
    tables: new Set(promised.map(({ name }) => name)),
    columns: new Set(promised.filter(({ line }) => line.startsWith('has ')).map(({ name, line }) => `${name}.${line.split(' ')[1]}`)), // oxfmt-ignore
    promises: new Set(promised.map(({ name, line }) => `${name} ${line}`)),
    demands: new Map(
      demanded.map(({ name, line, columns }) => [`${name} ${line}`, { table: name, columns }]),
    ),
  };
}

/**
 * Returns the schema changes that break statements of the previous release. Ignores additions that do not
 * affect such statements.
 */
export function brokenBetween(before: Interface, after: Interface): string[] {
  const gone = [...before.promises].filter((line) => !after.promises.has(line));
  /**
   * True if a constraint affects only new columns. Statements of the previous release write their default
   * values, which satisfy the constraint.
   */
  const isOfNewColumns = (table: string, columns: readonly string[]) =>
    columns.length > 0 && columns.every((column) => !before.columns.has(`${table}.${column}`));
  const added = [...after.demands].filter(
    ([line, { table, columns }]) =>
      !before.demands.has(line) &&
      before.tables.has(table) &&
      !isOfNewColumns(table, columns) &&
      !isAlternativeToNull(table, line, before) &&
      ![...before.demands.keys()].some((earlier) => isWider(line, earlier) || isNarrower(line, earlier)),
  );
  return [...gone.map((line) => `no longer: ${line}`), ...added.map(([line]) => `new: ${line}`)];
}

/**
 * True if a CHECK constraint accepts every value that the previous CHECK constraint of the same column
 * accepts.
 */
function isWider(line: string, earlier: string): boolean {
  const [now, then] = [valueList(line), valueList(earlier)];
  return (
    now !== undefined &&
    then !== undefined &&
    now.subject === then.subject &&
    then.values.every((value) => now.values.includes(value))
  );
}

function valueList(line: string): { subject: string; values: string[] } | undefined {
  const [, subject, list] =
    /^(.* holds writes to CHECK \(\(\w+ = ANY \(ARRAY\[)([^\]]*)\]\)\)\)(?: NOT VALID)?$/.exec(line) ?? [];
  if (subject === undefined || list === undefined) return undefined;
  return { subject, values: list.split(', ') };
}

/**
 * True if a CHECK constraint requires a value in exactly one of an old column and a new column. Statements of
 * the previous release always write the old column and leave the new column null, so they satisfy the
 * constraint.
 */
function isAlternativeToNull(table: string, line: string, before: Interface): boolean {
  const [, required, added] = / CHECK \(\(\((\w+) IS NULL\) = \((\w+) IS NOT NULL\)\)\)$/.exec(line) ?? [];
  return before.demands.has(`${table} needs ${required}`) && !before.columns.has(`${table}.${added}`);
}

/** True if a partial unique index has the same columns as the previous index and a stricter condition. */
function isNarrower(line: string, earlier: string): boolean {
  const [now, then] = [partialIndex(line), partialIndex(earlier)];
  if (now === undefined || then === undefined || now.columns !== then.columns) return false;
  // Postgres prints conditions as `(a)`, `((a) AND (b))` or `((a) AND (b) AND (c))`.
  return [`(${then.condition}`, then.condition.slice(0, -1)].some((start) =>
    now.condition.startsWith(`${start} AND `),
  );
}

function partialIndex(line: string): { columns: string; condition: string } | undefined {
  const [, columns, condition] = /CREATE UNIQUE INDEX \w+ (ON .*) WHERE (.*)$/.exec(line) ?? [];
  if (columns === undefined || condition === undefined) return undefined;
  return { columns, condition };
}
