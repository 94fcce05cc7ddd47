import type { Row } from '@storewright/json-api';
import { orders } from '@storewright/sales';
import type { Client, Connection, Submittable } from 'pg';
import { objectOf, parsed } from '../store/bare-store';

/** Rows that a cursor gives at once: as an export reads pages, but ten of them. */
const fetched = 1_000;

/** Without a parameter: neither a cursor nor COPY takes one. */
const ordersOf = (shop_id: string) => `SELECT * FROM shop.orders WHERE shop_id = '${shop_id}' ORDER BY id`;

/** All orders of the shop through a cursor in one transaction, each written as the line that an export has. Gives how many there were, and the first. */
export async function byCursor(
  client: Client,
  shop_id: string,
  origin: string,
): Promise<{ rows: number; first: string }> {
  await client.query('BEGIN');
  await client.query(`DECLARE everything CURSOR FOR ${ordersOf(shop_id)}`);
  let [rows, first, bytes] = [0, '', 0];
  for (;;) {
    const page = await client.query<Row>({ text: `FETCH ${fetched} FROM everything`, types: parsed });
    const lines = page.rows.map((row) => `${JSON.stringify(objectOf(orders, row, origin))}\n`);
    first ||= lines[0]!;
    bytes += Buffer.byteLength(lines.join(''));
    rows += lines.length;
    if (lines.length < fetched) break;
  }
  await client.query('COMMIT');
  if (bytes === 0) throw new Error('the shop has no orders');
  return { rows, first };
}

/** The same rows by COPY, which nobody parses: as fast as Postgres gives them. */
export function byCopy(client: Client, shop_id: string): Promise<number> {
  return new Promise((resolve, reject) => {
    client.query(
      new CopyOut(`COPY (${ordersOf(shop_id)}) TO STDOUT`, (error, rows) =>
        error ? reject(error) : resolve(rows),
      ),
    );
  });
}

/** What `pg` asks of a query that is sent as it is, and whose data is counted and dropped. */
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

  /** One row each (PostgreSQL protocol, "COPY Operations"). */
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
