import {
  aCode,
  aCustomer,
  aProduct,
  aTenant,
  codesOf,
  idsOf,
  newCode,
  newCustomer,
  query,
  type Tenant,
  type TestApi,
} from '@storewright/api-testing';
import fc from 'fast-check';
import { startSalesApi } from './testing/sales-api';

let api: TestApi;
let tenant: Tenant;
beforeAll(async () => {
  api = await startSalesApi();
});
beforeEach(async () => {
  tenant = await aTenant(api);
});
afterAll(() => api.close());

const found = async (type: string, filters: Record<string, string>) =>
  idsOf(await tenant.http.get(`/api/${type}?${query(filters)}`));

describe('POST /api/products without a product handle', () => {
  it.each([
    ['Łopata', 'lopata'],
    ['Straße', 'strasse'],
    ['Чёрный чай', 'chernyy-chay'],
    ['Ελληνικός καφές', 'ellinikos-kafes'],
    ['さくら', 'sakura'],
    ['🦊', 'product'],
  ])('creates a product titled %j with the handle %s', async (title, handle) => {
    const { response } = await aProduct(tenant.http, { title });
    expect(response.body.data.attributes.handle).toBe(handle);
  });
});

/** Spellings that people consider equal. */
const spellings = [
  ['Straße10', 'STRASSE10', 'strasse10'],
  ['O’Neil', "o'neil", 'OʼNEIL'],
  ['T‑Shirt', 't-shirt'],
  ['ΟΔΟΣ', 'οδος', 'Οδός'],
  ['ﬁne', 'FINE'],
  ['Łódź', 'LODZ'],
];

describe.each(spellings)('search for the stored text %s', (stored, ...typed) => {
  it(`filter[q] finds the product by the spellings ${typed.join(', ')}`, async () => {
    const { id } = await aProduct(tenant.http, { title: stored });
    for (const q of [stored, ...typed]) expect(await found('products', { 'filter[q]': q })).toEqual([id]);
  });

  it(`filter[code] finds the code by ${typed.join(', ')}, and POST rejects these codes as duplicates`, async () => {
    const { id } = await aCode(tenant.http, { code: stored });
    for (const code of [stored, ...typed]) {
      expect(await found('codes', { 'filter[code]': code })).toEqual([id]);
      expect(await found('codes', { 'filter[q]': code })).toEqual([id]);
      const response = await tenant.http.post('/api/codes', newCode({ code }));
      expect([response.status, codesOf(response)]).toEqual([409, ['already_exists']]);
    }
  });

  it(`filter[email] finds the customer by ${typed.join(', ')}, and POST rejects these emails`, async () => {
    const address = (name: string) => `${name.replaceAll(' ', '')}@example.com`;
    const { id } = await aCustomer(tenant.http, { email: address(stored) });
    for (const name of [stored, ...typed]) {
      expect(await found('customers', { 'filter[email]': address(name) })).toEqual([id]);
      expect(await found('customers', { 'filter[q]': address(name) })).toEqual([id]);
      const response = await tenant.http.post('/api/customers', newCustomer({ email: address(name) }));
      expect([response.status, codesOf(response)]).toEqual([409, ['already_exists']]);
    }
  });
});

it('filter[q] finds a product by each word of its title, in upper and in lower case', async () => {
  const word = fc
    .string({ unit: 'grapheme-composite', minLength: 2, maxLength: 8 })
    .filter((each) => /^\p{L}+$/u.test(each));
  const titles = fc.sample(fc.array(word, { minLength: 1, maxLength: 3 }), { numRuns: 15, seed: 1 });
  for (const words of titles) {
    const { id } = await aProduct(tenant.http, { title: words.join(' ') });
    for (const each of words)
      for (const q of [each, each.toUpperCase(), each.toLowerCase(), each.normalize('NFD')])
        expect(await found('products', { 'filter[q]': q })).toContain(id);
  }
});
