import {
  aCustomer,
  aTenant,
  identifier,
  newCode,
  newCustomer,
  type Tenant,
  type TestApi,
} from '@storewright/api-testing';
import { atomicExtension, mediaType } from '@storewright/json-api';
import { startSalesApi } from './testing/sales-api';

let api: TestApi;
beforeAll(async () => {
  api = await startSalesApi();
});
afterAll(() => api.close());

const together = ({ http }: Tenant, documents: readonly object[]) =>
  http.post(
    '/api/operations',
    { 'atomic:operations': documents.map((document) => ({ op: 'add', ...document })) },
    { headers: { 'content-type': `${mediaType};ext="${atomicExtension}"` } },
  );

it('POST /api/operations that creates customers and codes returns the same objects as separate requests', async () => {
  const tenants = [await aTenant(api), await aTenant(api)] as const;
  const mails = tenants.map(({ http }) => aCustomer(http));
  const [one, other] = await Promise.all(mails);
  const documents = (customer: string) => [
    newCustomer({
      email: 'Ada@Example.com',
      default_address: { city: 'Köln "Süd"', line1: 'a\\b', country_code: 'DE' },
      tags: ['x, y', 'null', '{}'],
      accepts_marketing: true,
    }),
    newCustomer({ email: 'b@example.com', note: 'two\nlines', phone: '+49 1', default_address: null }),
    newCode({ code: 'Summer', starts_at: '2020-01-02T03:04:05Z' }),
    newCode({ code: 'One', value: 1 }, { customer: identifier('customers', customer) }),
    newCode({ code: 'Gift', kind: 'gift', initial_amount: 900_719_925, currency_code: 'EUR' }),
  ];
  const made = await together(tenants[0], documents(one!.id));
  expect(made.status).toBe(200);
  const results = (made.body['atomic:results'] as { data: { attributes: object } }[]).map(({ data }) => data);
  for (const [at, document] of documents(other!.id).entries()) {
    const { type } = (document as { data: { type: string } }).data;
    const alone = await tenants[1].http.post(`/api/${type}`, document);
    expect(alone.status).toBe(201);
    expect(results[at]!.attributes).toEqual(alone.body.data.attributes);
  }
});

it('POST /api/operations returns a pointer to a customer whose email already exists in different case', async () => {
  const tenant = await aTenant(api);
  const some = () => [newCustomer(), newCustomer()];
  await aCustomer(tenant.http, { email: 'ada@example.com' });
  const taken = await together(tenant, [...some(), newCustomer({ email: 'ADA@example.com' }), ...some()]);
  expect([taken.status, taken.body.errors]).toMatchObject([
    409,
    [{ code: 'already_exists', source: { pointer: '/atomic:operations/2/data/attributes/email' } }],
  ]);
});
