// Written in SQL: calls a database function that finds the apps that must erase the data.
import type { AuthDatabase, Transaction } from '@storewright/database';
import { Shop } from '@storewright/entities';
import { declaredResources } from '@storewright/scopes';
import { shops } from '@storewright/tenancy';
import { IsNull, Raw } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { CONFIRM_WITHIN_DAYS, Erasure } from './erasure.entity';
import { ErasureRequest } from './erasure-request.entity';

/**
 * Resource types without personal scopes that can contain customer data or reveal a customer. For example,
 * apps store customer data in metadata.
 */
const RELATED_RESOURCES = ['codes', 'events', 'fulfillments', 'meta', 'transactions'];

/**
 * Resource types with customer data. An app with a read or write scope for such a type receives erasure
 * requests.
 */
export const customerResources: readonly string[] = [
  ...declaredResources.filter(({ personal = [] }) => personal.length > 0).map(({ type }) => type),
  ...RELATED_RESOURCES,
].sort();

/** Tolerance in milliseconds for inaccurate clocks of servers that created customer ids. */
const CLOCK_TOLERANCE_MS = 24 * 60 * 60 * 1000;

/** Erasure of a customer's data, with the event that announces the erasure to apps. */
export interface CustomerErasure {
  shop_id: string;
  id: string;
  customer_id: string;
  requested_at: string;
  resource: string;
}

/** Removes the sampled ids of an erased customer from the activity records of apps. */
const forgetReads = {
  name: 'forget-customer-reads',
  text: `UPDATE auth.customer_days SET customer_ids = array_remove(customer_ids, $2::uuid), redacted = redacted + 1
    WHERE shop_id = $1 AND $2::uuid = ANY (customer_ids)`,
};
const openCustomer = {
  name: 'open-customer-erasure',
  text: 'SELECT auth.open_customer_erasure($1, $2, $3, $4, $5, $6) AS receivers',
};

/**
 * Opens the erasure of a customer for all apps that may have read or received the customer's data. Requires
 * the database role of the worker. Returns the number of apps, or null if the erasure is already open.
 */
export async function openCustomerErasure(
  database: AuthDatabase,
  { shop_id, id, customer_id, requested_at, resource }: CustomerErasure,
): Promise<number | null> {
  const since = new Date(createdAt(customer_id) - CLOCK_TOLERANCE_MS).toISOString();
  const values = [id, customer_id, requested_at, since, resource, customerResources];
  const [row] = await database.query<{ receivers: number | null }>({ shop_id }, { ...openCustomer, values });
  await database.query({ shop_id }, { ...forgetReads, values: [shop_id, customer_id] });
  return row!.receivers;
}

/**
 * Returns the creation time in a UUIDv7, in milliseconds since 1970. For ids of other versions, returns the
 * earliest time.
 */
function createdAt(id: string): number {
  const digits = id.replaceAll('-', '');
  return digits[12] === '7' ? Number.parseInt(digits.slice(0, 12), 16) : CLOCK_TOLERANCE_MS;
}

export interface FormerInstallation {
  shop_id: string;
  installation_id: string;
  app_id: string;
  app_name: string;
}

/**
 * Opens the erasure of a shop's data in an app, in the transaction that uninstalls the app. The transaction
 * must run in the row-level security context of the shop.
 */
export async function openShopErasure(
  transaction: Transaction,
  { shop_id, ...app }: FormerInstallation,
  origin: string,
): Promise<void> {
  const shop = await transaction.of(Shop).findOneByOrFail({ id: shop_id });
  const id = uuidv7();
  await transaction.of(Erasure).insert({
    ...{ shop_id, id, subject: 'shop', resource: shops.render({ ...shop }, origin) },
    ...{ requested_at: () => 'now()', due_at: () => `now() + interval '${CONFIRM_WITHIN_DAYS} days'` },
  });
  await transaction
    .of(ErasureRequest)
    .insert({ shop_id, erasure_id: id, ...app, next_send_at: () => 'now()' });
}

/**
 * Cancels unconfirmed erasures of the shop's data when the shop installs the app again, because the app may
 * now process the data. Erasures of customers stay open.
 */
export async function cancelShopErasures(
  transaction: Transaction,
  { shop_id, installation_id }: Pick<FormerInstallation, 'shop_id' | 'installation_id'>,
): Promise<void> {
  const ofShop = `SELECT e.id FROM auth.erasures e WHERE e.shop_id = :shop_id AND e.subject = 'shop'`;
  const erasure_id = Raw((column) => `${column} IN (${ofShop})`, { shop_id });
  await transaction
    .of(ErasureRequest)
    .update(
      { shop_id, installation_id, erasure_id, confirmed_at: IsNull(), cancelled_at: IsNull() },
      { cancelled_at: () => 'now()', next_send_at: null },
    );
}
