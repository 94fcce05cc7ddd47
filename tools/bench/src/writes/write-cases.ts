// This file contains SQL with which the baseline server writes objects and their events.
import { randomUUID } from 'node:crypto';
import { products, variants } from '@storewright/catalog';
import type { Statement } from '@storewright/database';
import { withEvent } from '@storewright/events';
import type { Resource } from '@storewright/json-api';
import { meta } from '@storewright/meta';
import { customers } from '@storewright/sales';
import { v7 as uuidv7 } from 'uuid';
import { insertStatement } from '../cases';

export interface WriteCase {
  name: string;
  method: 'POST' | 'PATCH' | 'DELETE';
  resource: Resource;
  /**
   * Minimum requests per second of the shop API, as a share of the baseline server's requests per second.
   */
  bar: number;
  /** Returns the resource object to send. `id` is the id of the object or of its parent. */
  sent?: (id: string) => SentObject;
  statement: (shop_id: string, id: string, sent: SentObject) => Statement;
}

export interface SentObject {
  type: string;
  id?: string;
  attributes: Record<string, unknown>;
  relationships?: Record<string, { data: { type: string; id: string } }>;
}

const data = {
  ...{ colour: 'blue', price: 12.5, note: 'a note of some length', sale: true },
  ...{ tags: ['a', 'b'], size: 'XL', weight: 700, supplier: 'Mill & Sons' },
};

export const writeCases: readonly WriteCase[] = [
  {
    ...{ name: 'POST product', method: 'POST', resource: products, bar: 0.6 },
    sent: () => ({
      type: 'products',
      attributes: { title: `Bench ${randomUUID()}`, description: 'One of many.' },
    }),
    statement: (shop_id, id, { attributes: { title, description } }) =>
      written(products, 'created', shop_id, {
        sql: `INSERT INTO shop.products (shop_id, id, title, handle, description, status, tags, published_at,
               version, created_at, updated_at)
          VALUES ($1::uuid, $2::uuid, $3, $4, $5, 'draft', '{}', NULL, 1, now(), now())`,
        values: [id, title, handleOf(String(title)), description],
      }),
  },
  {
    ...{ name: 'POST variant', method: 'POST', resource: variants, bar: 0.6 },
    sent: (product) => ({
      type: 'variants',
      attributes: { title: 'Large', sku: randomUUID(), price_amount: 1990, currency_code: 'EUR' },
      relationships: { product: { data: { type: 'products', id: product } } },
    }),
    statement: (shop_id, id, { attributes, relationships }) =>
      written(variants, 'created', shop_id, {
        sql: `INSERT INTO shop.variants (shop_id, id, product_id, title, sku, price_amount, currency_code,
               inventory_policy, position, version, created_at, updated_at)
          VALUES ($1::uuid, $2::uuid, $3, $4, $5, $6, $7, 'deny',
            (SELECT coalesce(max(position), 0) + 1 FROM shop.variants WHERE shop_id = $1::uuid
              AND product_id = $3), 1, now(), now())`,
        values: [
          ...[id, relationships!['product']!.data.id, attributes['title'], attributes['sku']],
          ...[attributes['price_amount'], attributes['currency_code']],
        ],
      }),
  },
  {
    ...{ name: 'POST customer', method: 'POST', resource: customers, bar: 0.6 },
    sent: () => ({
      type: 'customers',
      attributes: { email: `${randomUUID()}@example.com`, first_name: 'Bench' },
    }),
    statement: (shop_id, id, { attributes: { email, first_name } }) =>
      written(customers, 'created', shop_id, {
        sql: `INSERT INTO shop.customers (shop_id, id, email, email_folded, first_name, accepts_marketing,
               tags, status, orders_count, total_spent_amount, version, created_at, updated_at)
          VALUES ($1::uuid, $2::uuid, $3, $4, $5, false, '{}', 'active', 0, 0, 1, now(), now())`,
        values: [id, email, String(email).toLowerCase(), first_name],
      }),
  },
  {
    ...{ name: 'POST meta, 8 keys', method: 'POST', resource: meta, bar: 0.6 },
    sent: () => ({ type: 'meta', attributes: { resource_type: 'orders', resource_id: '1', data } }),
    statement: (shop_id, _id, { attributes }) =>
      insertStatement(shop_id, attributes as Parameters<typeof insertStatement>[1]),
  },
  {
    ...{ name: 'PATCH product', method: 'PATCH', resource: products, bar: 0.55 },
    sent: (id) => ({ type: 'products', id, attributes: { title: `Bench ${randomUUID()}` } }),
    statement: (shop_id, id, { attributes: { title } }) =>
      written(products, 'updated', shop_id, {
        sql: `UPDATE shop.products SET title = $3, version = version + 1, updated_at = clock_timestamp()
               WHERE shop_id = $1::uuid AND id = $2::uuid`,
        values: [id, title],
      }),
  },
  {
    ...{ name: 'DELETE product', method: 'DELETE', resource: products, bar: 0.55 },
    statement: (shop_id, id) =>
      written(products, 'deleted', shop_id, {
        sql: 'DELETE FROM shop.products WHERE shop_id = $1::uuid AND id = $2::uuid',
        values: [id],
      }),
  },
];

export const newId = uuidv7;

const handleOf = (title: string) => title.toLowerCase().replace(/[^a-z0-9]+/g, '-');

function written(
  resource: Resource,
  change: string,
  shop_id: string,
  { sql, values }: { sql: string; values: unknown[] },
): Statement {
  const write = {
    resource,
    change,
    name: `bench-${resource.type}-${change}`,
    sql,
    values: [shop_id, ...values],
  };
  return withEvent(write, { shop_id, origin: 'http://bench.localhost' });
}
