import {
  aCode,
  aCustomer,
  anOrder,
  aProduct,
  aTenant,
  aVariant,
  changed,
  identifier,
  identifiers,
  linesOf,
  newOrder,
  newVariant,
  type Tenant,
  type TestApi,
} from '@storewright/api-testing';
import { ProductsRepository, VariantsRepository } from '@storewright/catalog';
import { ShopDatabase } from '@storewright/database';
import { atomicExtension, mediaType } from '@storewright/json-api';
import type { Response } from '@storewright/testing';
import { CodesRepository } from './codes/codes.repository';
import { OrdersRepository } from './orders/orders.repository';
import { startSalesApi } from './testing/sales-api';

/*
 * Rules of docs/adr/locks.md: requests that lock the same rows wait for each other and never deadlock. The
 * server silently retries a deadlocked transaction, so these tests count the runs.
 */
let api: TestApi;
let tenant: Tenant;
beforeAll(async () => {
  api = await startSalesApi();
});
beforeEach(async () => {
  tenant = await aTenant(api);
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => api.close());

const rounds = 5;

/** Counts the runs of a write with several statements. */
const attemptsOf = (repository: { prototype: object }, method: string) =>
  jest.spyOn(repository.prototype as Record<string, () => void>, method);

/** Sends all requests concurrently, in several rounds. Returns the number of responses per status. */
async function atOnce(requests: () => Promise<Response>[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (let round = 0; round < rounds; round += 1)
    for (const { status } of await Promise.all(requests())) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

it('orders with a code and requests that limit the code to a customer never deadlock', async () => {
  const { http } = tenant;
  const [code, customer] = [await aCode(http), await aCustomer(http)];
  const relationships = {
    codes: identifiers('codes', [code.id]),
    customer: identifier('customers', customer.id),
  };
  const give = { relationships: { customer: identifier('customers', customer.id) } };
  const inserted = attemptsOf(OrdersRepository, 'insertInSteps');
  const updated = attemptsOf(CodesRepository, 'updateInSteps');
  const counts = await atOnce(() =>
    Array.from({ length: 4 }, () => [
      http.post('/api/orders', newOrder({}, relationships)),
      http.patch(code.path, changed('codes', code.id, { enabled: true }, give)),
    ]).flat(),
  );
  expect(counts).toEqual({ 200: 4 * rounds, 201: 4 * rounds });
  expect([inserted.mock.calls.length, updated.mock.calls.length]).toEqual([4 * rounds, 4 * rounds]);
});

it("changes of a customer and of the customer's orders never deadlock", async () => {
  const { http } = tenant;
  const [code, customer] = [await aCode(http), await aCustomer(http)];
  const by = { customer: identifier('customers', customer.id) };
  const placed = () => anOrder(http, {}, { ...by, codes: identifiers('codes', [code.id]) });
  const orders = await Promise.all(Array.from({ length: 3 * rounds }, placed));
  const cancelled = attemptsOf(OrdersRepository, 'updateInSteps');
  const renamed = jest.spyOn(api.application.get(ShopDatabase)['writes'], 'run');
  let name = 0;
  const counts = await atOnce(() => [
    ...orders
      .splice(0, 3)
      .map(({ id, path }) => http.patch(path, changed('orders', id, { status: 'cancelled' }))),
    http.patch(customer.path, changed('customers', customer.id, { first_name: `Anna ${(name += 1)}` })),
    http.post('/api/orders', newOrder({}, by)),
  ]);
  expect(counts).toEqual({ 200: 4 * rounds, 201: rounds });
  expect(cancelled).toHaveBeenCalledTimes(3 * rounds);
  // A change of a customer that loses against an order runs again after it locked the customer.
  expect(renamed.mock.calls.length).toBeLessThanOrEqual(2 * rounds);
});

it('new variants of one product and changes of the product never deadlock', async () => {
  const { http } = tenant;
  const product = await aProduct(http, { status: 'active' });
  const written = jest.spyOn(api.application.get(ShopDatabase)['writes'], 'run');
  let description = 0;
  const counts = await atOnce(() => [
    ...Array.from({ length: 4 }, () => http.post('/api/variants', newVariant(product.id))),
    http.patch(product.path, changed('products', product.id, { description: `${(description += 1)}` })),
  ]);
  expect(counts).toEqual({ 200: rounds, 201: 4 * rounds });
  // A change of the product that loses against a new variant runs again and locks the product first.
  expect(written.mock.calls.length).toBeLessThanOrEqual(6 * rounds);
});

it('orders of variants and the deletion of their product never deadlock', async () => {
  const { http } = tenant;
  const [inserted, deleted] = [
    attemptsOf(OrdersRepository, 'insertInSteps'),
    attemptsOf(ProductsRepository, 'deleteInSteps'),
  ];
  for (let round = 0; round < rounds; round += 1) {
    const product = await aProduct(http, { status: 'active' });
    const variants = [await aVariant(http, product.id), await aVariant(http, product.id)];
    const line_items = linesOf([variants[1]!, 1], [variants[0]!, 1]);
    const answers = await Promise.all([
      ...Array.from({ length: 3 }, () => http.post('/api/orders', newOrder({ line_items }))),
      http.delete(product.path),
    ]);
    expect(answers.at(-1)!.status).toBe(204);
    for (const { status } of answers.slice(0, -1)) expect([201, 404]).toContain(status);
  }
  expect([inserted.mock.calls.length, deleted.mock.calls.length]).toEqual([3 * rounds, rounds]);
});

describe('POST /api/operations', () => {
  it('runs each operation once if concurrent requests name the same rows in opposite order', async () => {
    const { http } = tenant;
    const product = await aProduct(http, { status: 'active' });
    const variants = [await aVariant(http, product.id), await aVariant(http, product.id)];
    const customers = [await aCustomer(http), await aCustomer(http)];
    const orders = [
      await anOrder(http, {}, { customer: identifier('customers', customers[0]!.id) }),
      await anOrder(http, {}, { customer: identifier('customers', customers[1]!.id) }),
    ];
    const updated = jest.spyOn(VariantsRepository.prototype, 'update');
    let count = 0;
    const operations = () => [
      ...variants.map(({ id }) => operation('variants', id, { price_amount: (count += 1) })),
      ...customers.map(({ id }) => operation('customers', id, { note: `${(count += 1)}` })),
      ...orders.map(({ id }) => operation('orders', id, { note: `${(count += 1)}` })),
    ];
    const counts = await atOnce(() => [
      ...Array.from({ length: 4 }, () => [
        operate(http, operations()),
        operate(http, operations().toReversed()),
      ]).flat(),
      http.post('/api/orders', newOrder({ line_items: linesOf([variants[1]!, 1], [variants[0]!, 1]) })),
    ]);
    expect(counts).toEqual({ 200: 8 * rounds, 201: rounds });
    expect(updated).toHaveBeenCalledTimes(2 * 8 * rounds);
  });
});

const operation = (type: string, id: string, attributes: object) => ({
  op: 'update',
  ...changed(type, id, attributes),
});

const operate = (http: Tenant['http'], operations: object[]) =>
  http.post(
    '/api/operations',
    { 'atomic:operations': operations },
    { headers: { 'content-type': `${mediaType};ext="${atomicExtension}"` } },
  );
