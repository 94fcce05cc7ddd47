import { joined, type ResourceDocument } from './joined';
import { queryString } from './query';

const order = { type: 'orders', id: 'o-1' };
const customer = { type: 'customers', id: 'c-1' };
const document: ResourceDocument = {
  data: [
    {
      ...order,
      attributes: { number: 1001 },
      meta: { version: 2 },
      relationships: {
        customer: { data: customer },
        codes: {},
        variants: { data: [{ type: 'variants', id: 'v-1' }] },
      },
    },
    { ...order, id: 'o-2', relationships: { customer: { data: null } } },
  ],
  included: [
    { ...customer, attributes: { email: 'a@b.example' }, relationships: { orders: { data: [order] } } },
    {
      ...{ type: 'variants', id: 'v-1', attributes: { title: 'Blue' } },
      relationships: { product: { data: { type: 'products', id: 'p-1' } } },
    },
    { type: 'products', id: 'p-1', attributes: { title: 'Mug' } },
  ],
};

it('joined() returns attributes, meta and the identifiers of to-one relationships as direct members', () => {
  expect(joined({ data: [document.data].flat() })).toEqual([
    { ...order, number: 1001, version: 2, customer, variants: [{ type: 'variants', id: 'v-1' }] },
    { ...order, id: 'o-2', customer: null },
  ]);
});

it('joined() includes related resources only along the requested paths', () => {
  expect(joined(document, ['customer', 'variants.product'])[0]).toMatchObject({
    customer: { ...customer, email: 'a@b.example', orders: [order] },
    variants: [{ title: 'Blue', product: { title: 'Mug' } }],
  });
});

it('joined() returns a result without cycles that JSON.stringify accepts', () => {
  const [first] = joined(document, ['customer.orders']);
  expect(JSON.parse(JSON.stringify(first))).toMatchObject({
    customer: { orders: [{ number: 1001, customer: { id: 'c-1' } }] },
  });
});

it.each<[Parameters<typeof queryString>[0], string]>([
  [{}, ''],
  [{ filter: {}, include: [], page: {} }, ''],
  [{ filter: { status: 'open' }, sort: '-number' }, '?filter[status]=open&sort=-number'],
  [{ filter: { status: ['open', 'completed'] } }, '?filter[status]=open,completed'],
  [
    { filter: { total_amount: { gte: 1, lt: 5 } } },
    '?filter[total_amount][gte]=1&filter[total_amount][lt]=5',
  ],
  [{ filter: { created_at: { gte: new Date(0) } } }, '?filter[created_at][gte]=1970-01-01T00:00:00.000Z'],
  [{ filter: { meta: { key: 'a', value: 1 } } }, '?filter[meta]={"key":"a","value":1}'],
  [{ filter: { email: undefined }, fields: { orders: undefined } }, ''],
  [{ fields: { orders: [], customers: ['email', 'note'] } }, '?fields[orders]=&fields[customers]=email,note'],
  [{ include: ['customer', 'variants.product'] }, '?include=customer,variants.product'],
  [
    { page: { size: 5, total: true }, sort: ['number', '-id'] },
    '?sort=number,-id&page[size]=5&page[total]=true',
  ],
])('queryString() returns %j', (query, text) => {
  expect(decodeURIComponent(queryString(query))).toBe(text);
});
