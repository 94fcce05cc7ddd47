import { foldKey } from '@storewright/text';
import type { QueryRunner } from 'typeorm';

const PAGE_SIZE = 1000;
const NON_ASCII = String.raw`'[^\x01-\x7f]'`;

type Key = Readonly<Record<string, string>>;
type TextRow = Record<string, string | null>;

/** A column that holds the folded form of another column of its row. */
export interface FoldedColumn {
  table: string;
  /** Columns that identify a row, in the order of the primary key. All are UUIDs. */
  key: readonly string[];
  source: string;
  folded: string;
  /** Columns within which the folded value is unique; undefined if it may repeat. */
  uniqueWithin?: readonly string[];
}

/** Pages through the rows of a table in which one of the columns has a character outside ASCII. ASCII texts fold to their lower case. */
export async function* nonAsciiRows(
  runner: QueryRunner,
  table: string,
  key: readonly string[],
  columns: readonly string[],
): AsyncGenerator<TextRow> {
  const after = key.map((_, at) => `$${at + 1}::uuid`).join(', ');
  const page = `SELECT ${[...key, ...columns].join(', ')} FROM ${table}
    WHERE (${key.join(', ')}) > (${after}) AND (${columns.map((name) => `${name} ~ ${NON_ASCII}`).join(' OR ')})
    ORDER BY ${key.join(', ')} LIMIT ${PAGE_SIZE}`;
  let from = key.map(() => '00000000-0000-0000-0000-000000000000');
  for (;;) {
    const rows = (await runner.query(page, from)) as TextRow[];
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    from = key.map((name) => last[name]!);
  }
}

/**
 * Sets a folded column to the result of `fold`. Each row has its own statement, which applies only while the row still
 * has the texts that were read. A row keeps its value if another row already has the new value (docs/adr/text.md).
 */
export async function refoldColumn(
  runner: QueryRunner,
  column: FoldedColumn,
  onChanged: (key: Key, before: string, after: string) => Promise<void> = async () => undefined,
): Promise<void> {
  const { table, key, source, folded, uniqueWithin } = column;
  for await (const row of nonAsciiRows(runner, table, key, [source, folded])) {
    const [text, before] = [row[source], row[folded]];
    if (text == null || before == null) continue;
    const after = foldKey(text);
    if (after === before) continue;
    const keys = key.map((name) => row[name]!);
    const place = keys.length;
    const isFree = uniqueWithin
      ? `AND NOT EXISTS (SELECT FROM ${table} o WHERE ${[...uniqueWithin, folded].map((name) => `o.${name} = ${valueOf(name)}`).join(' AND ')})`
      : '';
    // The condition has the shop's id as a value, so that a cluster routes the statement to one shard.
    function valueOf(name: string): string {
      return name === folded
        ? `$${place + 1}`
        : key.includes(name)
          ? `$${key.indexOf(name) + 1}`
          : `t.${name}`;
    }
    const [, count] = (await runner.query(
      `UPDATE ${table} t SET ${folded} = $${place + 1} WHERE ${key.map((name, at) => `t.${name} = $${at + 1}`).join(' AND ')}
         AND t.${source} = $${place + 2} AND t.${folded} = $${place + 3} ${isFree}`,
      [...keys, after, text, before],
    )) as [unknown, number];
    if (count > 0)
      await onChanged(Object.fromEntries(key.map((name, at) => [name, keys[at]!])), before, after);
  }
}
