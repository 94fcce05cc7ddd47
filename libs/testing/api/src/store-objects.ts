import { randomUUID } from 'node:crypto';
import { aPng, type HttpClient, type Response } from '@storewright/testing';

export interface Made {
  id: string;
  path: string;
  etag: string;
  response: Response;
}

/** Creates an object over the API and returns it. Throws the response if the request fails. */
export async function made(http: HttpClient, type: string, document: object): Promise<Made> {
  const response = await http.post(`/api/${type}`, document);
  if (response.status !== 201)
    throw new Error(`not created: ${response.status} ${response.text.slice(0, 500)}`);
  const id = response.body.data.id as string;
  return { id, path: `/api/${type}/${id}`, etag: response.headers['etag']!, response };
}

export function changed(type: string, id: string, attributes: object, more: object = {}): object {
  return { data: { type, id, attributes, ...more } };
}

export const identifier = (type: string, id: string) => ({ data: { type, id } });

export function newProduct(attributes: object = {}): object {
  return { data: { type: 'products', attributes: { title: 'Mug', ...attributes } } };
}

export const aProduct = (http: HttpClient, attributes: object = {}) =>
  made(http, 'products', newProduct(attributes));

export async function anImageFile(http: HttpClient): Promise<string> {
  const headers = { 'content-type': 'image/png' };
  const response = await http.post('/api/image_files', aPng(2), { headers });
  if (response.status !== 201) throw new Error(`not uploaded: ${response.status} ${response.text}`);
  return response.body.data.id as string;
}

/**
 * Returns the document of a new variant. `product` is the ID of its product, or undefined for a variant
 * without a product.
 */
export function newVariant(product: string | undefined, attributes: object = {}): object {
  return {
    data: {
      type: 'variants',
      attributes: { title: 'Blue', price_amount: 1995, currency_code: 'EUR', ...attributes },
      ...(product !== undefined && { relationships: { product: identifier('products', product) } }),
    },
  };
}

export const aVariant = (http: HttpClient, product: string, attributes: object = {}) =>
  made(http, 'variants', newVariant(product, attributes));

export function newCustomer(attributes: object = {}): object {
  return { data: { type: 'customers', attributes: { email: `${randomUUID()}@example.com`, ...attributes } } };
}

export const aCustomer = (http: HttpClient, attributes: object = {}) =>
  made(http, 'customers', newCustomer(attributes));

export function newCode(attributes: object = {}, relationships: object = {}): object {
  const isOther = ['kind', 'value_type'].some((name) => name in attributes);
  const tenPercent = { kind: 'discount', ...(!isOther && { value_type: 'percentage', value: 1_000 }) };
  return { data: { type: 'codes', attributes: { ...tenPercent, ...attributes }, relationships } };
}

export const aCode = (http: HttpClient, attributes: object = {}, relationships: object = {}) =>
  made(http, 'codes', newCode(attributes, relationships));

/** Creates a gift card. `initial_amount` is in cents. */
export const aGift = (http: HttpClient, initial_amount: number, attributes: object = {}) =>
  aCode(http, { kind: 'gift', initial_amount, currency_code: 'EUR', ...attributes });

export const identifiers = (type: string, ids: readonly string[]) => ({
  data: ids.map((id) => ({ type, id })),
});

export async function forSale(http: HttpClient, attributes: object = {}): Promise<Made> {
  const product = await aProduct(http, { status: 'active' });
  return aVariant(http, product.id, attributes);
}

/**
 * Returns the document of a new order. If the input has no order lines, the order gets a custom item of € 20.
 */
export function newOrder(attributes: object = {}, relationships: object = {}): object {
  const line_items = [{ title: 'Engraving', price_amount: 2_000, quantity: 1 }];
  const isCustom = !('line_items' in attributes);
  return {
    data: {
      type: 'orders',
      attributes: { ...(isCustom && { line_items, currency_code: 'EUR' }), ...attributes },
      relationships,
    },
  };
}

export const anOrder = (http: HttpClient, attributes: object = {}, relationships: object = {}) =>
  made(http, 'orders', newOrder(attributes, relationships));

export const linesOf = (...lines: [variant: { id: string }, quantity: number][]) =>
  lines.map(([{ id }, quantity]) => ({ variant_id: id, quantity }));
