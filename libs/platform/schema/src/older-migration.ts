import { QueryFailedError } from 'typeorm';
import type { Migration } from './migrations';
import { statementsIn } from './sql-statements';

const MISSING_TABLE = /^relation "(?<table>[\w.]+)" does not exist/;
const MISSING_COLUMN = /^column "(?<column>\w+)" of relation "(?<table>\w+)" does not exist/;

/**
 * Explains a migration error about a missing table or column if a later pending migration creates the table
 * or column.
 */
export function olderThan(error: unknown, pending: readonly Migration[]): Error | undefined {
  const [failed, ...later] = pending;
  if (!(error instanceof QueryFailedError) || !failed) return undefined;
  const { message } = error.driverError;
  const { table, column } = (MISSING_TABLE.exec(message) ?? MISSING_COLUMN.exec(message))?.groups ?? {};
  const creator = table && later.find(({ sql }) => sql && creates(sql, table, column));
  if (!creator) return undefined;
  const what = column ? `the column ${column} of ${table}` : table;
  const words = failed.name.slice(0, -13);
  return new Error(
    `Migration ${failed.name} needs ${what}, but the later migration ${creator.name} creates it. ` +
      `Give migration ${words} a later timestamp.`,
    { cause: error },
  );
}

function creates(sql: string, table: string, column?: string): boolean {
  return statementsIn(sql).some((statement) => {
    const words = statement.split(/[\s(;]+/);
    const isAbout = words[2] === table || words[2]?.endsWith(`.${table}`);
    if (column) return isAbout && words[0] === 'ALTER' && statement.includes(`ADD COLUMN ${column} `);
    return isAbout && words[0] === 'CREATE';
  });
}
