// SQL: inserts rows of many tables without their entities.
import type { Statement } from '@storewright/database';
import { Client } from 'pg';
import { type DemoStore, demoStore } from './demo-store';
import type { DemoRow } from './orders';

/** Data of a shop that is already in use. */
const used = ['order_numbers', 'products', 'customers', 'codes', 'meta_segments'];

/**
 * Fills the shop with the demo store, once: nothing happens where the shop has anything of a store already.
 * All or nothing, as the role of the shop API and in the shop's context, so that row-level security and the
 * checks of the tables hold. Without events: the shop's log begins with the first change. `url`: of that
 * role. `today`: the day at whose beginning the store ends, such as `2026-01-31`.
 */
export async function fillDemoShop(url: string, shop: string, today: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query(`SELECT set_config('app.shop_id', $1, true)`, [shop]);
    // Makes concurrent callers wait.
    await client.query(`SELECT set_config('lock_timeout', '2min', true)`);
    // Builds the rows while the lock is requested.
    await client.query(`SELECT set_config('idle_in_transaction_session_timeout', '2min', true)`);
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`demo store ${shop}`]);
    const query = ({ text, values }: Statement) => client.query(text, values as unknown[]);
    if (await isEmpty(client, shop)) await insertDemoStore(query, shop, demoStore(today));
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}

async function isEmpty(client: Client, shop: string): Promise<boolean> {
  const none = used.map((table) => `NOT EXISTS (SELECT FROM shop.${table} WHERE shop_id = $1)`);
  const { rows } = await client.query<{ empty: boolean }>(`SELECT ${none.join(' AND ')} AS empty`, [shop]);
  return rows[0]!.empty;
}

/** Inserts the rows into an empty shop. `query`: in a transaction with the context of the shop. */
export async function insertDemoStore(
  query: (statement: Statement) => Promise<unknown>,
  shop: string,
  store: DemoStore,
): Promise<void> {
  for (const [table, rows] of Object.entries(store))
    if (rows.length > 0) await query(insertion(table, shop, rows));
}

/** On Citus, row-level security forbids INSERT … SELECT, so the rows are listed. */
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

/** All other arrays are of type text. */
const isJson = (value: unknown) =>
  typeof (Array.isArray(value) ? value[0] : value) === 'object' && value !== null;
