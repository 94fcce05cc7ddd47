import type { Document, NewResource, Resource } from './documents';
import { askShop, shopDocument } from './shop-api';

/**
 * Products, customers, orders and discount codes of a shop (docs/store-resources.md). Amounts are in minor
 * units of their currency.
 */
export const storeTypes = ['orders', 'products', 'customers', 'codes', 'variants'] as const;
export type StoreType = (typeof storeTypes)[number];

/** Author of an object. All values of an unknown author are null. */
export type Authored = {
  actor_type: 'app' | 'access_token' | 'person' | null;
  actor_id: string | null;
  actor_name: string | null;
};

/** Version metadata of an object. A type alias, because an interface is not assignable to Record<string, unknown>. */
export type Versioned = {
  created_at: string;
  updated_at: string;
  version: number;
};

export interface Line {
  sku: string | null;
  title: string;
  quantity: number;
  product_id: string | null;
  price_amount: number;
  total_amount: number;
}

type AddressPart =
  | ('first_name' | 'last_name' | 'company' | 'line1' | 'line2' | 'postal_code')
  | ('city' | 'province' | 'country_code' | 'phone');
export type Address = Partial<Record<AddressPart, string | null>>;

export const orderStatuses = ['open', 'completed', 'cancelled'] as const;
export const paymentStatuses = [
  ...(['pending', 'authorized', 'paid', 'partially_refunded', 'refunded', 'voided'] as const),
] as const;
export const fulfillmentStatuses = [
  ...(['unfulfilled', 'partial', 'fulfilled', 'returned', 'not_required'] as const),
] as const;

export interface OrderStates {
  status: (typeof orderStatuses)[number];
  payment_status: (typeof paymentStatuses)[number];
  fulfillment_status: (typeof fulfillmentStatuses)[number];
}

/** Attributes with the times at which the states of an order changed. */
export const orderTimes = [
  ...(['authorized_at', 'paid_at', 'refunded_at', 'voided_at'] as const),
  ...(['fulfilled_at', 'returned_at', 'completed_at', 'cancelled_at'] as const),
] as const;

export type Order = Resource<
  OrderStates &
    Authored &
    Record<(typeof orderTimes)[number], string | null> & {
      number: number;
      currency_code: string;
      line_items: Line[];
      subtotal_amount: number;
      discount_amount: number;
      shipping_amount: number;
      tax_amount: number;
      total_amount: number;
      paid_amount: number;
      refunded_amount: number;
      email: string | null;
      billing_address: Address | null;
      shipping_address: Address | null;
      note: string | null;
      tags: string[];
      cancel_reason: string | null;
    },
  Versioned & { next: { [State in keyof OrderStates]?: OrderStates[State][] } }
>;

export const productStatuses = ['draft', 'active', 'archived'] as const;

export type Product = Resource<
  {
    title: string;
    handle: string;
    description: string;
    status: (typeof productStatuses)[number];
    tags: string[];
    published_at: string | null;
  },
  Versioned
>;

export type Variant = Resource<
  {
    title: string;
    sku: string | null;
    price_amount: number;
    compare_at_amount: number | null;
    currency_code: string;
    /** Quantity in stock. null means that the stock is not tracked. */
    inventory_quantity: number | null;
    inventory_policy: 'deny' | 'continue';
    position: number;
  },
  Versioned
>;

/** A change in the stock of a product variant, optionally related to an order. */
export type InventoryChange = Resource<
  Authored & {
    delta: number;
    quantity: number | null;
    reason: 'created' | 'adjusted' | 'ordered' | 'restocked' | 'imported';
  },
  Pick<Versioned, 'created_at'>
>;

export const customerStatuses = ['active', 'disabled', 'redacted'] as const;

export type Customer = Resource<
  {
    email: string | null;
    phone: string | null;
    first_name: string | null;
    last_name: string | null;
    accepts_marketing: boolean;
    default_address: Address | null;
    note: string | null;
    tags: string[];
    status: (typeof customerStatuses)[number];
    orders_count: number;
    total_spent: readonly { currency_code: string; amount: number }[];
  },
  Versioned & { next: { status?: (typeof customerStatuses)[number][] } }
>;

export const codeKinds = ['discount', 'gift'] as const;

export type Code = Resource<
  {
    code: string;
    kind: (typeof codeKinds)[number];
    value_type: 'percentage' | 'fixed_amount' | null;
    /** Value of a discount code: basis points for a percentage, minor units for an amount. */
    value: number | null;
    currency_code: string | null;
    initial_amount: number | null;
    balance_amount: number | null;
    minimum_subtotal_amount: number | null;
    usage_limit: number | null;
    usage_limit_per_customer: number | null;
    usage_count: number;
    starts_at: string | null;
    ends_at: string | null;
    enabled: boolean;
    status: 'disabled' | 'expired' | 'exhausted' | 'scheduled' | 'active';
  },
  Versioned
>;

export type StoreObject = Resource<object, Versioned>;

/** An object with the ETag of the version that the panel loaded. */
export interface Known<R extends Resource<object> = StoreObject> {
  object: R;
  etag: string;
}

const pathOf = (type: string, id: string): string => `/api/${type}/${encodeURIComponent(id)}`;

export async function readKnown<R extends StoreObject>(
  shopId: string,
  { type, id }: { type: StoreType; id: string },
  signal: AbortSignal,
): Promise<Known<R>> {
  const { document, headers } = await askShop<Document<R>>(shopId, pathOf(type, id), { signal });
  return { object: document.data, etag: headers.get('etag') ?? '' };
}

/** Updates an object with the loaded ETag. Throws a 412 problem if the object has a newer version. */
export async function changeKnown<R extends StoreObject>(
  shopId: string,
  { object: { type, id }, etag }: Known<R>,
  attributes: object,
): Promise<Known<R>> {
  const { document, headers } = await askShop<Document<R>>(shopId, pathOf(type, id), {
    method: 'PATCH',
    headers: { 'if-match': etag },
    data: { type, id, attributes },
  });
  return { object: document.data, etag: headers.get('etag') ?? '' };
}

/** Updates an object without a version check. */
export async function changeEntry(
  shopId: string,
  { type, id }: Pick<Resource<object>, 'type' | 'id'>,
  attributes: object,
): Promise<void> {
  await shopDocument(shopId, pathOf(type, id), { method: 'PATCH', data: { type, id, attributes } });
}

/** Creates an object. `key` is the Idempotency-Key. Retries with the same key create only one object. */
export async function createObject<R extends StoreObject>(
  shopId: string,
  data: NewResource,
  key: string,
): Promise<R> {
  const options = { method: 'POST', data, headers: { 'idempotency-key': key } } as const;
  return (await shopDocument<Document<R>>(shopId, `/api/${data.type}`, options)).data;
}
