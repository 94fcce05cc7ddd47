export type ResultRow = Record<string, unknown>;

export interface Statement {
  name?: string;
  text: string;
  values?: unknown[];
  /**
   * `merge` allows only plans with merge joins. Use `merge` if indexes return both inputs in order and table
   * statistics are misleading.
   */
  joins?: 'merge';
  /**
   * `values` makes Postgres plan the statement for these values instead of using a generic plan. Planning
   * takes some tenths of a millisecond.
   */
  plan?: 'values';
  /** Equivalent statement for Citus, for a `text` that Citus rejects. */
  onCitus?: Pick<Statement, 'name' | 'text' | 'values'>;
}

export interface StatementResult {
  rows: ResultRow[];
  rowCount: number | null;
  command: string;
}

/**
 * A Postgres setting of one transaction. The value must be a constant or validated, because the value is not
 * escaped.
 */
export type Setting = readonly [name: string, value: string];

/** Isolation level of a transaction in which all statements see the snapshot of the first statement. */
export type Isolation = 'repeatable read';

export const transactionControl = {
  begin: { name: 'begin', text: 'BEGIN' },
  'repeatable read': { name: 'begin', text: 'BEGIN ISOLATION LEVEL REPEATABLE READ' },
  COMMIT: { name: 'commit', text: 'COMMIT' },
  ROLLBACK: { name: 'rollback', text: 'ROLLBACK' },
} as const satisfies Record<string, Statement>;

export const mergeJoins: readonly Setting[] = [
  ['enable_nestloop', 'off'],
  ['enable_hashjoin', 'off'],
];
const planForValues: Setting = ['plan_cache_mode', 'force_custom_plan'];

export function withPlanSettings(
  settings: readonly Setting[],
  { joins, plan }: Statement,
): readonly Setting[] {
  if (!joins && !plan) return settings;
  return [...settings, ...(joins ? mergeJoins : []), ...(plan ? [planForValues] : [])];
}
