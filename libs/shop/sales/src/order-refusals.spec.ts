import {
  aCode,
  aGift,
  aTenant,
  aVariant,
  aProduct,
  forSale,
  identifiers,
  linesOf,
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

describe('a refused order', () => {
  it('tells how many are left to a token that may read variants, and to no other', async () => {
    const variant = await forSale(owner.http, { title: 'Teapot', inventory_quantity: 7 });
    const line_items = linesOf([variant, 8]);
    const blind = await refusedFor(newOrder({ line_items }));
    // All of it but the request's own id, which may have any digits.
    expect({ ...blind, id: '' }).toEqual({
      ...{
        status: '422',
        id: '',
        links: expect.anything(),
        code: 'invalid_attribute',
        title: expect.anything(),
      },
      detail: 'There are not as many of this variant in stock.',
      source: { pointer: '/data/attributes/line_items/0/quantity' },
      meta: { attribute: 'line_items' },
    });
    const seeing = await refusedFor(newOrder({ line_items }), 'variants.get');
    expect([seeing.meta, seeing.detail]).toEqual([
      { attribute: 'line_items', available: 7 },
      expect.stringContaining('Teapot'),
    ]);
  });

  it('tells the same in an atomic request', async () => {
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

  it('tells what a product, a variant and a code hold to tokens that may read these, and to no other', async () => {
    const draft = await aProduct(owner.http, { title: 'Secret plans' });
    const planned = await aVariant(owner.http, draft.id);
    const bought = await forSale(owner.http, { currency_code: 'EUR' });
    const code = await aCode(owner.http, { minimum_subtotal_amount: 987_654 });
    const used = await aGift(owner.http, 100, { currency_code: 'CHF' });
    for (const [document, scope, secret] of [
      [newOrder({ line_items: linesOf([planned, 1]) }), 'products.get', /Secret|draft/],
      [newOrder({ line_items: linesOf([bought, 1]), currency_code: 'USD' }), 'variants.get', /EUR/],
      [newOrder({}, { codes: identifiers('codes', [code.id]) }), 'codes.get', /987654/],
      [newOrder({}, { codes: identifiers('codes', [used.id]) }), 'codes.get', /CHF/],
    ] as const) {
      expect((await refusedFor(document)).detail).not.toMatch(secret);
      expect((await refusedFor(document, scope)).detail).toMatch(secret);
    }
  });
});
