import type { DocumentRow } from '@storewright/json-api';
import { orders } from '@storewright/sales';
import type { Client, Connection, Submittable } from 'pg';
import { parsedFormat } from '../bare';
import { objectOf } from '../store/bare-store';

/** Number of rows per FETCH: ten pages of an export. */
const FETCH_ROWS = 1_000;

/**
 * Returns the query for all orders of a shop. The shop id is part of the SQL text, because cursors and COPY
 * accept no parameters.
 */
const ordersOf = (shop_id: string) => `SELECT * FROM shop.orders WHERE shop_id = '${shop_id}' ORDER BY id`;

/**
 * Reads all orders of a shop through a cursor in one transaction, and formats each order as a line of an
 * export.
 */
export async function byCursor(
  client: Client,
  shop_id: string,
  origin: string,
): Promise<{ rows: number; first: string }> {
  await client.query('BEGIN');
  await client.query(`DECLARE everything CURSOR FOR ${ordersOf(shop_id)}`);
  let [rows, first, bytes] = [0, '', 0];
  for (;;) {
    const page = await client.query<DocumentRow>({
      text: `FETCH ${FETCH_ROWS} FROM everything`,
      types: parsedFormat,
    });
    const lines = page.rows.map((row) => `${JSON.stringify(objectOf(orders, row, origin))}\n`);
    first ||= lines[0]!;
    bytes += Buffer.byteLength(lines.join(''));
    rows += lines.length;
    if (lines.length < FETCH_ROWS) break;
  }
  await client.query('COMMIT');
  if (bytes === 0) throw new Error('the shop has no orders');
  return { rows, first };
}

export function byCopy(client: Client, shop_id: string): Promise<number> {
  return new Promise((resolve, reject) => {
    client.query(
      new CopyOut(`COPY (${ordersOf(shop_id)}) TO STDOUT`, (error, rows) =>
        error ? reject(error) : resolve(rows),
      ),
    );
  });
}

/** A COPY query for `pg` that counts rows and discards their data. */
class CopyOut implements Submittable {
  private rows = 0;
  private error: Error | undefined;

  constructor(
    private readonly statement: string,
    private readonly done: (error: Error | undefined, rows: number) => void,
  ) {}

  submit(connection: Connection): void {
    connection.query(this.statement);
  }

  /** Counts a row. Each CopyData message contains one row (PostgreSQL protocol, "COPY Operations"). */
  handleCopyData(): void {
    this.rows += 1;
  }

  handleError(error: Error): void {
    this.error = error;
  }

  handleReadyForQuery(): void {
    this.done(this.error, this.rows);
  }

  handleCommandComplete(): void {}
}
