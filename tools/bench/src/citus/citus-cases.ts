import { randomUUID } from 'node:crypto';
import { mediaType } from '@storewright/json-api';
import type { Request } from 'autocannon';
import { attributes, creationRequest } from '../cases';

export interface CitusCase {
  name: string;
  request: Request;
  /** Minimum requests per second on Citus, as a share of the requests per second on plain Postgres. */
  target: number;
}

const condition = (...conditions: object[]) => encodeURIComponent(JSON.stringify(conditions));

export function citusCases(ids: readonly string[]): CitusCase[] {
  const pathOfAny = () => `/api/meta/${ids[Math.floor(Math.random() * ids.length)]!}`;
  const get = (name: string, target: number, path: string): CitusCase => ({
    name,
    target,
    request: { method: 'GET', path },
  });
  return [
    {
      name: 'GET of a meta object',
      target: 0.6,
      request: { method: 'GET', setupRequest: (request) => ({ ...request, path: pathOfAny() }) },
    },
    get('list of 25 meta objects', 0.6, '/api/meta'),
    { name: 'POST of a meta object', target: 0.4, request: creationRequest },
    { name: 'PATCH of a meta object', target: 0.4, request: patchRequest(pathOfAny) },
    get(
      'search with two conditions',
      0.3,
      `/api/meta?filter%5Bmeta%5D=${condition({ key: 'sale', value: true }, { key: 'fragile', value: true })}`,
    ),
    get('filter[q] of customers', 1 / 3, '/api/customers?filter%5Bq%5D=bench%2077'),
    get(
      'filter[meta] of products',
      1 / 3,
      `/api/products?filter%5Bmeta%5D=${condition({ key: 'sale', value: true })}`,
    ),
  ];
}

function patchRequest(pathOfAny: () => string): Request {
  return {
    method: 'PATCH',
    setupRequest: (request) => {
      const path = pathOfAny();
      const data = { ...attributes.data, note: randomUUID() };
      const body = { data: { type: 'meta', id: path.split('/').at(-1), attributes: { data } } };
      const headers = { ...request.headers, 'content-type': mediaType };
      return { ...request, path, headers, body: JSON.stringify(body) };
    },
  };
}
