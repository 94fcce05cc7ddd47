import {
  aCode,
  aCustomer,
  anOrder,
  aTenant,
  codesOf,
  identifier,
  identifiers,
  idsOf,
  query as encoded,
  type Tenant,
  type TestApi,
} from '@storewright/api-testing';
import { productImages, products, variants } from '@storewright/catalog';
import { comparedOf, type FilterKind, isToMany, type Resource } from '@storewright/json-api';
import { codes } from './codes/codes.resource';
import { customers } from './customers/customers.resource';
import { fulfillments } from './fulfillments/fulfillments.resource';
import { orders } from './orders/orders.resource';
import { transactions } from './transactions/transactions.resource';
import { startSalesApi } from './testing/sales-api';

const ofCatalog: readonly Resource[] = [products, productImages, variants];
const all: readonly Resource[] = [orders, codes, customers, transactions, fulfillments, ...ofCatalog];
/** All to-many relationships with their related types. */
const links = all.flatMap(({ type, relationships }) =>
  Object.entries(relationships).flatMap(([name, relationship]) =>
    isToMany(relationship)
      ? [{ type, name, target: all.find((each) => each.type === relationship.type)! }]
      : [],
  ),
);
const query = (parameters: object) => `?${encoded(parameters as Record<string, string>)}`;
const secrets = ['AAAA-SECRET-1', 'BBBB-SECRET-2', 'CCCC-SECRET-3'];

let api: TestApi;
let owner: Tenant;
let made: Record<string, string>;
beforeAll(async () => {
  api = await startSalesApi();
  owner = await aTenant(api);
  const customer = await aCustomer(owner.http);
  const gifts = await Promise.all(secrets.map((code) => aCode(owner.http, { code })));
  const linked = identifiers(
    'codes',
    gifts.map(({ id }) => id),
  );
  const { id } = await anOrder(
    owner.http,
    {},
    { codes: linked, customer: identifier('customers', customer.id) },
  );
  made = { orders: id, customers: customer.id, codes: gifts[0]!.id };
});
afterAll(() => api.close());

/** A client with another token of the same shop. */
const holding = async (...scopes: string[]) => (await aTenant(api, scopes, owner.shop)).http;

function valueFor(kind: FilterKind): string {
  const is = comparedOf(kind);
  if (typeof is !== 'string') return is[0]!;
  const { orders: id } = made as { orders: string };
  return { string: 'x', int32: '1', integer: '1', timestamp: '2026-01-01', boolean: 'true', tags: 'vip', id }[
    is
  ];
}

describe('members of a relationship', () => {
  it.each(links)(
    '$type ($name) can be filtered and sorted only by tokens with the scope to list them; all can page by id',
    async ({ type, name, target }) => {
      const path = `/api/${type}/${made[type] ?? made['orders']!}/relationships/${name}`;
      const own = await holding(`${type}.get`);
      const both = await holding(`${type}.get`, `${target.type}.collection`);
      for (const parameters of [
        ...target.sortable.flatMap((field) => [{ sort: field }, { sort: `-${field}`, 'page[size]': '1' }]),
        ...Object.entries(target.filterable).map(([field, kind]) => ({
          [`filter[${field}]`]: valueFor(kind),
        })),
      ] as Record<string, string>[]) {
        const refused = await own.get(path + query(parameters));
        expect([parameters, refused.status, codesOf(refused)]).toEqual([
          parameters,
          403,
          ['insufficient_scope'],
        ]);
        expect(refused.body.errors[0].meta).toEqual({ required_scopes: [`${target.type}.collection`] });
        expect((await both.get(path + query(parameters))).status).not.toBe(403);
      }
      for (const parameters of [{}, { sort: '-id', 'page[size]': 1, 'page[total]': true }])
        expect((await own.get(path + query(parameters))).status).not.toBe(403);
    },
  );
});

describe('page cursor', () => {
  const sorted = '/api/codes' + query({ sort: 'code', 'page[size]': 1 });
  const cursorOf = async (path: string, http = owner.http) => {
    const { next } = (await http.get(path)).body.links as { next: string };
    return new URL(next).searchParams.get('page[after]')!;
  };
  const refused = { status: 400, code: 'invalid_query_parameter', source: { parameter: 'page[after]' } };
  const follow = async (path: string, parameters: object, http = owner.http) => {
    const { status, body } = await http.get(path + query(parameters));
    return status === 200 ? 200 : { status, code: body.errors[0].code, source: body.errors[0].source };
  };

  it('does not reveal the secret value of a sort key, and continues the list', async () => {
    const cursor = await cursorOf(sorted);
    const bytes = ['base64url', 'base64', 'hex', 'latin1'] as const;
    const readings = [
      cursor,
      ...bytes.map((encoding) => Buffer.from(cursor, encoding).toString('latin1')),
    ].join();
    expect(readings).not.toMatch(/SECRET|AAAA|aaaa/);
    const second = await owner.http.get(
      '/api/codes' + query({ sort: 'code', 'page[size]': 1, 'page[after]': cursor }),
    );
    expect(second.body.data[0].attributes.code).toBe(secrets[1]);
  });

  it('is rejected in a different shop, list or sort order, and if it is modified or not encrypted', async () => {
    const cursor = await cursorOf(sorted);
    const place = { sort: 'code', 'page[after]': cursor };
    expect(await follow('/api/codes', place)).toBe(200);
    expect(await follow('/api/codes', { ...place, 'filter[kind]': 'gift' })).toBe(200);

    const other = await aTenant(api);
    const changed = (cursor[20] === 'A' ? 'B' : 'A') + cursor.slice(1);
    const old = Buffer.from(JSON.stringify(['code,id', 'B', made['codes']])).toString('base64url');
    expect(await follow('/api/codes', place, other.http)).toEqual(refused);
    expect(await follow(`/api/orders/${made['orders']!}/codes`, place)).toEqual(refused);
    expect(await follow('/api/codes', { ...place, sort: '-code' })).toEqual(refused);
    for (const sent of [changed, cursor.slice(0, -2), `${cursor}AA`, old])
      expect(await follow('/api/codes', { ...place, 'page[after]': sent })).toEqual(refused);
  });

  it('is accepted only by the list that returned the cursor', async () => {
    const order = `/api/orders/${made['orders']!}`;
    const lists = ['/api/codes', `${order}/codes`, `${order}/relationships/codes`];
    for (const list of lists) {
      const place = { 'page[after]': await cursorOf(list + query({ 'page[size]': 1 })), 'page[size]': 1 };
      for (const each of lists)
        expect([list, each, await follow(each, place)]).toEqual([list, each, each === list ? 200 : refused]);
    }
  });

  it('is accepted on the host of the auth API and on the host of the shop', async () => {
    const central = owner.http.at('localhost');
    const headers = { 'shop-id': owner.shop.id };
    const path = '/api/codes' + query({ sort: 'code', 'page[after]': await cursorOf(sorted) });
    const { status, body } = await central.get(path, { headers });
    expect([status, idsOf({ body } as never)]).toEqual([200, expect.any(Array)]);
  });
});
