import type { TestDatabase } from './test-database';

/**
 * Searches all database tables for the given values and returns `table.column: value` for each match. Ignores
 * case. Searches the text representation of each column, including arrays, JSON, and bytea in hexadecimal.
 */
export async function placesOf(database: TestDatabase, values: readonly string[]): Promise<string[]> {
  const columns = await database.query<{ table: string; column: string }>(
    `SELECT c.oid::regclass::text AS table, quote_ident(a.attname) AS column
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace::regnamespace::text NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
       AND c.relkind IN ('r', 'p', 'm') AND a.attnum > 0 AND NOT a.attisdropped`,
  );
  const places: string[] = [];
  for (const { table, column } of columns) {
    const text = `lower(${column}::text)`;
    const rows = await database.query<{ value: string }>(
      `SELECT DISTINCT v AS value FROM ${table}, unnest($1::text[]) v
       WHERE strpos(${text}, lower(v)) > 0 OR strpos(${text}, encode(convert_to(v, 'UTF8'), 'hex')) > 0`,
      [values],
    );
    places.push(...rows.map(({ value }) => `${table}.${column}: ${value}`));
  }
  return places;
}
