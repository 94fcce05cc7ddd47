import type { Statement } from '@storewright/postgres-driver';

/** Many new rows of one table by one statement. */
export interface RowsToInsert {
  /** Of the statement. */
  name: string;
  /** `shop.order_codes` */
  table: string;
  /** Columns that have the same value in all rows; the shop is the first. */
  same: Readonly<Record<string, unknown>>;
  /** Columns of which each row has its own value: their types, and the values in the order of the rows. One row at least. */
  each: Readonly<Record<string, { type: string; values: readonly unknown[] }>>;
  /** Columns that the statement finds by itself: expressions. */
  made?: Readonly<Record<string, string>>;
  /** Columns of a unique index: a row that is there already stays as it is. */
  conflictColumns?: readonly string[];
}

/** By `unnest`, so that its text is one for any number of rows; Citus would copy such rows, which row-level security forbids, so there they are listed. */
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
  // Each number of rows is another text, and statements of one name have one text.
  return { name: `${name}-${rows.length}`, text: `${into} VALUES ${rows.join(', ')}${conflict}`, values };
}
