import type { Context, Statement, Transaction } from '@storewright/database';
import type { Row } from '@storewright/json-api';

/** Row-level security shows a developer no installation. `auth.shops_of_app`, a function of the database, tells an app's own developer which shops have it. */
const shops = 'SELECT shop_id FROM auth.shops_of_app($1) shop_id ORDER BY shop_id';
const count = 'SELECT count(*)::integer AS installed_shops FROM auth.shops_of_app($1)';

/** The installations of an app, for its developer: a source of rows, with the columns of `auth.installations_of_app`. */
export const installationsOfApp = '(SELECT * FROM auth.installations_of_app(:app_id))';
/** What of an app's requests is deprecated, for its developer: a source of rows likewise. */
export const deprecatedRequestsOfApp = '(SELECT * FROM auth.deprecated_requests_of_app(:app_id))';
/** How many requests came with an app's tokens, for its developer: likewise. */
export const requestCountsOfApp = '(SELECT * FROM auth.request_counts_of_app(:app_id, :since, :interval))';
/** How webhooks to an app's installations do, for its developer: likewise. */
export const webhookCountsOfApp =
  '(SELECT * FROM auth.webhook_counts_of_app(:app_id, :installation, :since, :interval))';
/** One column of what is done with the installation `i`. It is looked up for the rows of a page alone, so it has to stay out of conditions. */
export const activityOf = (column: string) =>
  `(SELECT x.${column} FROM auth.activity_of_installation(i.shop_id, i.id) x)`;
/** One column of how webhooks to it do: likewise. */
export const webhooksOf = (column: string) =>
  `(SELECT x.${column} FROM auth.webhooks_of_installation(i.shop_id, i.id) x)`;

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
