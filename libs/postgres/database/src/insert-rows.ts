import type { Statement } from '@storewright/postgres-driver';

export interface RowsToInsert {
  name: string;
  table: string;
  /** Values of the columns that are equal in all inserted rows. The first column must be `shop_id`. */
  same: Readonly<Record<string, unknown>>;
  /** Types and values of the columns that differ between the inserted rows. At least one row is required. */
  each: Readonly<Record<string, { type: string; values: readonly unknown[] }>>;
  made?: Readonly<Record<string, string>>;
  conflictColumns?: readonly string[];
}

/**
 * Returns an INSERT that selects the rows with `unnest`, so that the SQL text does not depend on the number
 * of rows. On Citus, the INSERT lists the rows, because Citus inserts selected rows with COPY, which
 * row-level security forbids.
 */
export function insertRows(rows: RowsToInsert): Statement {
  const { name, table, same, each, made = {}, conflictColumns } = rows;
  const [fixed, lists] = [Object.values(same), Object.values(each)];
  const columns = [same, each, made].flatMap((of) => Object.keys(of)).join(', ');
  const into = `INSERT INTO ${table} (${columns})`;
  const conflict = conflictColumns ? ` ON CONFLICT (${conflictColumns.join(', ')}) DO NOTHING` : '';
  const row = [...fixed.map((_, at) => `$${at + 1}`), 'each.*', ...Object.values(made)].join(', ');
  const from = lists.map(({ type }, at) => `$${fixed.length + at + 1}::${type}[]`).join(', ');
  return {
    name,
    text: `${into} SELECT ${row} FROM unnest(${from}) AS each${conflict}`,
    values: [...fixed, ...lists.map(({ values }) => values)],
    get onCitus() {
      return listed(rows, into, conflict);
    },
  };
}

function listed(
  { name, same, each, made = {} }: RowsToInsert,
  into: string,
  conflict: string,
): NonNullable<Statement['onCitus']> {
  const values = Object.values(same);
  const shared = values.map((_, at) => `$${at + 1}`);
  const lists = Object.values(each);
  const rows = lists[0]!.values.map((_, row) => {
    const own = lists.map((list) => `$${values.push(list.values[row])}::${list.type}`);
    return `(${[...shared, ...own, ...Object.values(made)].join(', ')})`;
  });
  // The statement name contains the number of rows, because statements with equal names must have equal SQL
  // text.
  return { name: `${name}-${rows.length}`, text: `${into} VALUES ${rows.join(', ')}${conflict}`, values };
}
