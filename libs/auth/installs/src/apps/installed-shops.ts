import type { Context, Statement, Transaction } from '@storewright/database';
import type { DocumentRow } from '@storewright/json-api';

/**
 * Row-level security hides installations from app developers. The database function `auth.shops_of_app`
 * returns the shops of an app to the app's developer.
 */
const shops = 'SELECT shop_id FROM auth.shops_of_app($1) shop_id ORDER BY shop_id';
const count = 'SELECT count(*)::integer AS installed_shops FROM auth.shops_of_app($1)';

/**
 * SQL table expression for the installations of an app. The database function returns rows only to the app's
 * developer.
 */
export const installationsOfApp = '(SELECT * FROM auth.installations_of_app(:app_id))';
export const deprecatedRequestsOfApp = '(SELECT * FROM auth.deprecated_requests_of_app(:app_id))';
export const requestCountsOfApp = '(SELECT * FROM auth.request_counts_of_app(:app_id, :since, :interval))';
export const webhookCountsOfApp =
  '(SELECT * FROM auth.webhook_counts_of_app(:app_id, :installation, :since, :interval))';
/**
 * SQL expression for one activity column of an installation `i`. Do not use it in a WHERE clause, because it
 * calls a function for every row.
 */
export const activityOf = (column: string) =>
  `(SELECT x.${column} FROM auth.activity_of_installation(i.shop_id, i.id) x)`;
/**
 * SQL expression for one webhook column of an installation `i`. Do not use it in a WHERE clause, because it
 * calls a function for every row.
 */
export const webhooksOf = (column: string) =>
  `(SELECT x.${column} FROM auth.webhooks_of_installation(i.shop_id, i.id) x)`;

/**
 * Returns the shops of an app in a fixed order, so that concurrent transactions can lock them without
 * deadlocks. The transaction must run in the row-level security context of the app's developer.
 */
export async function shopsOfApp(transaction: Transaction, app_id: string): Promise<string[]> {
  const rows = await transaction.query({ text: shops, values: [app_id] });
  return (rows as { shop_id: string }[]).map(({ shop_id }) => shop_id);
}

export async function installedShops(
  database: { query(context: Context, statement: Statement): Promise<DocumentRow[]> },
  owner_id: string,
  app_id: string,
): Promise<number> {
  const rows = await database.query({ owner_id }, { text: count, values: [app_id] });
  return (rows as [{ installed_shops: number }])[0].installed_shops;
}
