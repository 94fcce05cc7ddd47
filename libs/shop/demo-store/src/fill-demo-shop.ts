// Uses raw SQL, because rows of many tables are inserted without their entities.
import type { Statement } from '@storewright/database';
import { Client } from 'pg';
import { type DemoStore, demoStore } from './demo-store';
import type { DemoRow } from './orders';
import { picturesOf } from './pictures';

/** Tables to check for rows. A shop with a row in one of these tables is already in use. */
const used = ['order_numbers', 'products', 'customers', 'codes', 'meta_segments'];

/**
 * Fills an empty shop with the demo store in one transaction. Does nothing if the shop already contains data.
 * The sales history ends before the day `today`, such as `2026-01-31`. Uses the database role of the shop API
 * (`url`), so that row-level security and check constraints apply. Creates no events.
 */
export async function fillDemoShop(url: string, shop: string, today: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    // Sets the timeouts in the same message as BEGIN. A separate message could arrive too late, because a
    // concurrent caller in this process can block the event loop for seconds. Other callers wait for the lock
    // while this caller builds the demo rows.
    await client.query(`BEGIN; SET LOCAL idle_in_transaction_session_timeout = '10min';
      SET LOCAL lock_timeout = '10min'; SET LOCAL statement_timeout = '10min'`);
    await client.query(`SELECT set_config('app.shop_id', $1, true)`, [shop]);
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`demo store ${shop}`]);
    const query = ({ text, values }: Statement) => client.query(text, values as unknown[]);
    if (await isEmpty(client, shop)) await insertDemoStore(query, shop, withPictures(demoStore(today)));
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}

const withPictures = (store: DemoStore): DemoStore => ({ ...store, ...picturesOf(store['products']!) });

async function isEmpty(client: Client, shop: string): Promise<boolean> {
  const none = used.map((table) => `NOT EXISTS (SELECT FROM shop.${table} WHERE shop_id = $1)`);
  const { rows } = await client.query<{ empty: boolean }>(`SELECT ${none.join(' AND ')} AS empty`, [shop]);
  return rows[0]!.empty;
}

/**
 * Inserts the rows of the demo store into an empty shop. `query` must run in a transaction with the context
 * of the shop.
 */
export async function insertDemoStore(
  query: (statement: Statement) => Promise<unknown>,
  shop: string,
  store: DemoStore,
): Promise<void> {
  for (const [table, rows] of Object.entries(store))
    if (rows.length > 0) await query(insertion(table, shop, rows));
}

/**
 * Returns a statement that inserts the rows. On Citus, the statement lists the rows as VALUES, because
 * row-level security forbids INSERT … SELECT there.
 */
function insertion(table: string, shop: string, rows: readonly DemoRow[]): Statement {
  return {
    text: `INSERT INTO shop.${table} SELECT * FROM jsonb_populate_recordset(
        jsonb_populate_record(NULL::shop.${table}, jsonb_build_object('shop_id', $1::uuid)), $2::jsonb)`,
    values: [shop, JSON.stringify(rows)],
    get onCitus() {
      return listed(table, shop, rows);
    },
  };
}

function listed(table: string, shop: string, rows: readonly DemoRow[]): NonNullable<Statement['onCitus']> {
  const columns = Object.keys(rows[0]!);
  const values: unknown[] = [shop];
  const json = new Set(columns.filter((column) => rows.some((row) => isJson(row[column]))));
  const parameter = (column: string, value: unknown) =>
    `$${values.push(value !== null && json.has(column) ? JSON.stringify(value) : value)}`;
  const lists = rows.map((row) => `($1, ${columns.map((column) => parameter(column, row[column])).join()})`);
  return { text: `INSERT INTO shop.${table} (shop_id, ${columns.join()}) VALUES ${lists.join()}`, values };
}

/** Returns true for arrays that are stored as JSON. Other arrays are stored as text[]. */
const isJson = (value: unknown) =>
  typeof (Array.isArray(value) ? value[0] : value) === 'object' && value !== null;
