// Written in SQL: calls a function of the database, which finds the receivers.
import type { AuthDatabase, Transaction } from '@storewright/database';
import { Shop } from '@storewright/entities';
import { declaredResources } from '@storewright/scopes';
import { shops } from '@storewright/tenancy';
import { IsNull, Raw } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { CONFIRM_WITHIN_DAYS, Erasure } from './erasure.entity';
import { ErasureRequest } from './erasure-request.entity';

/**
 * Resources without scopes that the grant screen marks as personal, which can still contain or reveal data of a
 * customer. Apps store data about customers in metadata.
 */
const RELATED_RESOURCES = ['codes', 'events', 'fulfillments', 'meta', 'transactions'];

/** Resources whose scopes, reading or writing, make an app a receiver of the erasure of a customer. */
export const customerResources: readonly string[] = [
  ...declaredResources.filter(({ personal = [] }) => personal.length > 0).map(({ type }) => type),
  ...RELATED_RESOURCES,
].sort();

/** Tolerance in milliseconds for clocks of servers that assigned the id of a customer. */
const CLOCK_TOLERANCE_MS = 24 * 60 * 60 * 1000;

/** An erasure of a customer, with the event that announced it in the log. */
export interface CustomerErasure {
  shop_id: string;
  /** Id of the event. */
  id: string;
  customer_id: string;
  requested_at: string;
  /** Resource object of the event as JSON. */
  resource: string;
}

/** Removes a customer from the samples of customers whose data apps read. */
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
 * Opens the erasure of a customer for all apps that may have read or received the customer's data. Requires the
 * worker's role. Returns the number of apps, or null if the erasure is already open.
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

/** Returns the time in a UUIDv7 in milliseconds since 1970, or the earliest time for another id. */
function createdAt(id: string): number {
  const digits = id.replaceAll('-', '');
  return digits[12] === '7' ? Number.parseInt(digits.slice(0, 12), 16) : CLOCK_TOLERANCE_MS;
}

/** An uninstalled app. The context of the transaction must be the shop. */
export interface FormerInstallation {
  shop_id: string;
  installation_id: string;
  app_id: string;
  app_name: string;
}

/** Opens the erasure of the shop's data in an app, in the transaction that uninstalls the app. */
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
 * Cancels unconfirmed erasures of the shop's data, because the app was installed again and may process this data.
 * Erasures of customers stay open.
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
