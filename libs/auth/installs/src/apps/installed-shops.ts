import type { Context, Statement, Transaction } from '@storewright/database';
import type { Row } from '@storewright/json-api';

/** Row-level security shows a developer no installation. `auth.shops_of_app`, a function of the database, tells an app's own developer which shops have it. */
const shops = 'SELECT shop_id FROM auth.shops_of_app($1) shop_id ORDER BY shop_id';
const count = 'SELECT count(*)::integer AS installed_shops FROM auth.shops_of_app($1)';

/** In one order, so that two who lock them never wait in a circle. The transaction's context is the developer. */
export async function shopsOfApp(transaction: Transaction, app_id: string): Promise<string[]> {
  const rows = await transaction.query({ text: shops, values: [app_id] });
  return (rows as { shop_id: string }[]).map(({ shop_id }) => shop_id);
}

export async function installedShops(
  database: { query(context: Context, statement: Statement): Promise<Row[]> },
  owner_id: string,
  app_id: string,
): Promise<number> {
  const rows = await database.query({ owner_id }, { text: count, values: [app_id] });
  return (rows as [{ installed_shops: number }])[0].installed_shops;
}
