/** A row as an object with a property per column. `rowFormat` defines the format of the values. */
export type ResultRow = Record<string, unknown>;

/** A statement with a fixed text and separate values. Each connection prepares a text only once. */
export interface Statement {
  /** Name of the statement in pg_prepared_statements. */
  name?: string;
  text: string;
  values?: unknown[];
  /**
   * `merge` restricts the plan to merge joins. Use it if indexes return both inputs in order and table
   * statistics are misleading.
   */
  joins?: 'merge';
  /**
   * `values` creates a plan for these values, which takes some tenths of a millisecond, instead of using a
   * generic plan.
   */
  plan?: 'values';
  /** Statement for Citus, which would reject `text`. */
  onCitus?: Pick<Statement, 'name' | 'text' | 'values'>;
}

/** Response of the server to one statement. */
export interface StatementResult {
  rows: ResultRow[];
  rowCount: number | null;
  command: string;
}

/** A setting of one transaction. Its value needs no escaping, because it is a constant or was validated. */
export type Setting = readonly [name: string, value: string];

/** Isolation level of a transaction with one snapshot, which its first statement takes. */
export type Isolation = 'repeatable read';

/** Statements that start and end transactions. */
export const transactionControl = {
  begin: { name: 'begin', text: 'BEGIN' },
  'repeatable read': { name: 'begin', text: 'BEGIN ISOLATION LEVEL REPEATABLE READ' },
  COMMIT: { name: 'commit', text: 'COMMIT' },
  ROLLBACK: { name: 'rollback', text: 'ROLLBACK' },
} as const satisfies Record<string, Statement>;

/** Settings of a statement with `joins: 'merge'`. */
export const mergeJoins: readonly Setting[] = [
  ['enable_nestloop', 'off'],
  ['enable_hashjoin', 'off'],
];
const planForValues: Setting = ['plan_cache_mode', 'force_custom_plan'];

/** Adds the settings that `joins` and `plan` require. */
export function withPlanSettings(
  settings: readonly Setting[],
  { joins, plan }: Statement,
): readonly Setting[] {
  if (!joins && !plan) return settings;
  return [...settings, ...(joins ? mergeJoins : []), ...(plan ? [planForValues] : [])];
}
