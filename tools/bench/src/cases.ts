import type { Statement } from '@storewright/database';
import { withEvent } from '@storewright/events';
import { mediaType } from '@storewright/json-api';
import { entryTokens, searchStatement } from '@storewright/meta';
import type { Request } from 'autocannon';
import { v7 as uuidv7 } from 'uuid';
import type { BareRoute } from './bare-server';
import { getDocument, type Target } from './http';
import { insertMeta } from './insert-meta';
import type { BenchShop } from './people';
import { withoutEvent } from './without-event';

/** A benchmarked kind of request, with the SQL statement and the route of the baseline server. */
export interface Case {
  name: string;
  request: Request;
  statement: () => Statement;
  bare: Pick<BareRoute, 'method' | 'path' | 'kind'>;
  /**
   * Minimum requests per second of the shop API, as a share of the baseline server's requests per second.
   */
  bar?: number;
}

export function cases(shop: BenchShop, ids: readonly string[]): Case[] {
  const anyId = () => ids[Math.floor(Math.random() * ids.length)]!;
  const page = (name: string, conditions: Conditions, bar?: number): Case => {
    const filter = conditions.length
      ? `?filter%5Bmeta%5D=${encodeURIComponent(JSON.stringify(conditions))}`
      : '';
    const path = `/api/meta${filter}`;
    const statement = () => pageStatement(shop.id, 25, conditions);
    return {
      name,
      request: { method: 'GET', path },
      statement,
      bare: { method: 'GET', path, kind: 'page' },
      ...(bar && { bar }),
    };
  };
  return [
    {
      name: 'GET one',
      request: { method: 'GET', setupRequest: (request) => ({ ...request, path: `/api/meta/${anyId()}` }) },
      statement: () => findStatement(shop.id, anyId()),
      bare: { method: 'GET', path: '/api/meta/*', kind: 'one' },
      bar: 0.75,
    },
    page('page of 25', [], 0.8),
    page('filter[meta] equality', [{ key: 'colour', value: 'red' }]),
    page('filter[meta] range', [{ key: 'price', operator: '<', value: 10 }]),
    page('filter[meta] two conditions', [
      { key: 'sale', value: true },
      { key: 'fragile', value: true },
    ]),
    {
      name: 'POST',
      request: creationRequest,
      statement: () => insertStatement(shop.id, attributes),
      bare: { method: 'POST', path: '/api/meta', kind: 'insert' },
    },
  ];
}

type Conditions = Parameters<typeof searchStatement>[0]['conditions'];

export function pageStatement(shop_id: string, size: number, conditions: Conditions = []): Statement {
  const order = [{ column: 'id', descending: false }];
  return searchStatement({ shop_id, conditions, order, limit: size + 1 });
}

/**
 * Returns the route with which the baseline server serves a page of a list. The pagination links are copied
 * from a response of the shop API, `ours`.
 */
export async function pageRoute(ours: Target, path: string, statement: Statement): Promise<BareRoute> {
  const { links, data } = (await getDocument(ours, path)).document;
  return { method: 'GET', path, kind: 'page', statement, links, size: (data as unknown[]).length };
}

export function findStatement(shop_id: string, id: string): Statement {
  const columns = 'id, resource_type, resource_id, data, version, created_at, updated_at';
  const text = `SELECT ${columns} FROM shop.meta WHERE shop_id = $1 AND id = $2`;
  return { name: 'bench-meta-find', text, values: [shop_id, id] };
}

export function insertStatement(
  shop_id: string,
  { data, ...resource }: typeof attributes,
  event: 'with' | 'without' = 'with',
): Statement {
  const object = { id: uuidv7(), ...resource, data: JSON.stringify(data), tokens: entryTokens(data) };
  const write = insertMeta(shop_id, object);
  return event === 'with'
    ? withEvent(write, { shop_id, origin: 'http://bench.localhost' })
    : withoutEvent(write);
}

const data = { colour: 'blue', price: 12.5, note: 'a note of some length', sale: true, tags: ['a', 'b'] };
export const attributes = { resource_type: 'orders', resource_id: '1', data };

export const creationRequest: Request = {
  method: 'POST',
  path: '/api/meta',
  headers: { 'content-type': mediaType },
  body: JSON.stringify({ data: { type: 'meta', attributes } }),
};
