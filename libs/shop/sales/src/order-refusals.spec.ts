import {
  aCode,
  aCustomer,
  aGift,
  anOrder,
  aTenant,
  aVariant,
  aProduct,
  changed,
  forSale,
  identifier,
  identifiers,
  linesOf,
  type Made,
  newOrder,
  type Tenant,
  type TestApi,
} from '@storewright/api-testing';
import { startSalesApi } from './testing/sales-api';

let api: TestApi;
let owner: Tenant;
beforeAll(async () => {
  api = await startSalesApi();
});
beforeEach(async () => {
  owner = await aTenant(api);
});
afterAll(() => api.close());

const refusedFor = async (document: object, ...scopes: string[]) => {
  const { http } = await aTenant(api, ['orders.post', ...scopes], owner.shop);
  const { status, body } = await http.post('/api/orders', document);
  return { status, ...(body.errors[0] as { id: string; detail: string; meta: object; source: object }) };
};

describe('error for a rejected order', () => {
  it('reveals the stock only to tokens that may read variants', async () => {
    const variant = await forSale(owner.http, { title: 'Teapot', inventory_quantity: 7 });
    const line_items = linesOf([variant, 8]);
    const blind = await refusedFor(newOrder({ line_items }));
    // Compares the whole error except the request id.
    expect({ ...blind, id: '' }).toEqual({
      ...{
        status: '422',
        id: '',
        links: expect.anything(),
        code: 'invalid_attribute',
        title: expect.anything(),
      },
      detail:
        'The stock of this variant is lower than the quantity in the request. ' +
        'A token with the scope "variants.get" gets more details.',
      source: { pointer: '/data/attributes/line_items/0/quantity' },
      meta: { attribute: 'line_items' },
    });
    const seeing = await refusedFor(newOrder({ line_items }), 'variants.get');
    expect([seeing.meta, seeing.detail]).toEqual([
      { attribute: 'line_items', available: 7 },
      expect.stringContaining('Teapot'),
    ]);
  });

  it('reveals the stock in an atomic request only to tokens that may read variants', async () => {
    const variant = await forSale(owner.http, { inventory_quantity: 7 });
    const media = 'application/vnd.api+json; ext="https://jsonapi.org/ext/atomic"';
    const document = {
      'atomic:operations': [{ op: 'add', ...newOrder({ line_items: linesOf([variant, 8]) }) }],
    };
    const metaFor = async (...scopes: string[]) => {
      const { http } = await aTenant(api, ['orders.post', ...scopes], owner.shop);
      const { body } = await http.post('/api/operations', document, {
        headers: { 'content-type': media, accept: media },
      });
      return body.errors[0].meta as object;
    };
    expect(await metaFor()).toEqual({ attribute: 'line_items' });
    expect(await metaFor('variants.get')).toEqual({ attribute: 'line_items', available: 7 });
  });

  it('reveals details of products, variants and codes only to tokens that may read these objects', async () => {
    const draft = await aProduct(owner.http, { title: 'Secret plans' });
    const planned = await aVariant(owner.http, draft.id);
    const bought = await forSale(owner.http, { currency_code: 'EUR' });
    const code = await aCode(owner.http, { minimum_subtotal_amount: 987_654 });
    const used = await aGift(owner.http, 100, { currency_code: 'CHF' });
    const expired = await aCode(owner.http, { ends_at: '2020-01-01' });
    const nobody = await aCustomer(owner.http);
    await owner.http.patch(nobody.path, changed('customers', nobody.id, { status: 'redacted' }));
    for (const [document, scope, secret] of [
      [newOrder({ line_items: linesOf([planned, 1]) }), 'products.get', /Secret|draft/],
      [newOrder({ line_items: linesOf([bought, 1]), currency_code: 'USD' }), 'variants.get', /EUR/],
      [newOrder({}, { codes: identifiers('codes', [code.id]) }), 'codes.get', /987654/],
      [newOrder({}, { codes: identifiers('codes', [used.id]) }), 'codes.get', /CHF/],
      [newOrder({}, { codes: identifiers('codes', [expired.id]) }), 'codes.get', /expired/],
      [newOrder({}, { customer: identifier('customers', nobody.id) }), 'customers.get', /erased/],
    ] as const) {
      const blind = await refusedFor(document);
      expect(JSON.stringify([blind.detail, blind.meta])).not.toMatch(secret);
      expect(blind.detail).toContain(`"${scope}"`);
      expect((await refusedFor(document, scope)).detail).toMatch(secret);
    }
  });
});

describe('error for a rejected change by a token without read access', () => {
  const change = async ({ id, path }: Made, attributes: object, scopes: string[], by = owner) => {
    const type = path.split('/')[2]!;
    const { http } = await aTenant(api, [`${type}.patch`, ...scopes], by.shop);
    const { status, body } = await http.patch(path, changed(type, id, attributes));
    return { status, ...(body.errors[0] as { code: string; detail: string; meta?: object }) };
  };
  const become = async (object: Made, attributes: object) => {
    const type = object.path.split('/')[2]!;
    expect((await owner.http.patch(object.path, changed(type, object.id, attributes))).status).toBe(200);
    return object;
  };
  const expectHidden = async (object: Made, attributes: object, secret: RegExp) => {
    const scope = `${object.path.split('/')[2]!}.get`;
    const blind = await change(object, attributes, []);
    expect(JSON.stringify([blind.detail, blind.meta])).not.toMatch(secret);
    expect(blind.detail).toContain(`A token with the scope "${scope}" gets more details.`);
    const seeing = await change(object, attributes, [scope]);
    expect(JSON.stringify([seeing.detail, seeing.meta])).toMatch(secret);
    expect([blind.status, blind.code]).toEqual([seeing.status, seeing.code]);
    return blind;
  };

  it('does not reveal paid or refunded amounts', async () => {
    const line_items = [{ title: 'Ring', price_amount: 43_210, quantity: 1 }];
    const order = await anOrder(owner.http, { currency_code: 'EUR', line_items });
    await become(order, { payment_status: 'paid' });
    await become(order, { payment_status: 'partially_refunded', refunded_amount: 777 });
    const blind = await expectHidden(order, { refunded_amount: 1e12 }, /43210|777/);
    expect(blind.detail).toMatch(/more than before and less than was paid/);
    expect(blind.meta).toEqual({ attribute: 'refunded_amount' });
  });

  it('does not reveal the state or the allowed next states of an object', async () => {
    const [open, cancelled] = [await anOrder(owner.http), await anOrder(owner.http)];
    await become(cancelled, { status: 'cancelled' });
    const completed = await become(await anOrder(owner.http), { status: 'completed' });
    const nobody = await become(await aCustomer(owner.http), { status: 'redacted' });
    const sent = { payment_status: 'refunded' };
    for (const [object, attributes, secret] of [
      [open, sent, /pending|allowed/],
      [completed, { status: 'open' }, /completed|allowed/],
      [cancelled, { status: 'open' }, /cancelled|allowed/],
      [nobody, { status: 'active' }, /redacted|allowed/],
    ] as const) {
      const blind = await expectHidden(object, attributes, secret);
      expect([blind.status, blind.code]).toEqual(['409', 'illegal_transition']);
    }
    const alike = [
      await change(completed, { status: 'open' }, []),
      await change(cancelled, { status: 'open' }, []),
    ];
    expect({ ...alike[0], id: '' }).toEqual({ ...alike[1], id: '' });
  });

  it('does not reveal the kind of a code', async () => {
    await expectHidden(await aGift(owner.http, 5), { value: 5 }, /gift/);
    await expectHidden(await aCode(owner.http), { value: null }, /discount/);
    await expectHidden(await aCode(owner.http), { value: 10_001 }, /percentage/);
  });

  it('does not reveal that the customer of an order is redacted', async () => {
    const customer = await aCustomer(owner.http);
    const order = await anOrder(owner.http, {}, { customer: identifier('customers', customer.id) });
    await become(customer, { status: 'redacted' });
    expect((await change(order, { note: 'n' }, ['orders.get'])).detail).not.toMatch(/redacted/);
    expect((await change(order, { note: 'n' }, ['customers.get'])).detail).toMatch(/redacted/);
  });

  it('does not reveal the state of an order that the API cannot delete', async () => {
    const order = await become(await anOrder(owner.http), { status: 'completed' });
    const { http } = await aTenant(api, ['orders.delete'], owner.shop);
    const { status, body } = await http.delete(order.path);
    expect([status, body.errors[0].code]).toEqual([409, 'illegal_transition']);
    expect(JSON.stringify(body)).not.toMatch(/completed/);
  });
});
