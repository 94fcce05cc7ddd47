import { Shop } from './shop';
import { scriptedFetch } from './testing/scripted-fetch';

describe('shop.search', () => {
  it('sends words, types and fields, and returns the objects and the search state of each type', async () => {
    const complete = { status: 'complete', has_more: false };
    const data = [
      { type: 'customers', id: 'c-1', attributes: { email: 'anna@home.example' } },
      { type: 'orders', id: 'o-1', attributes: { number: 1001 } },
    ];
    const body = JSON.stringify({ data, meta: { types: { customers: complete, orders: complete } } });
    const { fetch, sent } = scriptedFetch({ body });
    const shop = new Shop({ baseUrl: 'https://a-shop.example', token: 'swo_x', fetch });
    const found = await shop.search('anna, 1001', {
      types: ['customers', 'orders'],
      size: 10,
      fields: { orders: ['number'], customers: ['email'] },
    });
    const { pathname, searchParams } = new URL(sent[0]!.url);
    expect([pathname, Object.fromEntries(searchParams)]).toEqual([
      '/api/search',
      {
        'filter[q]': 'anna, 1001',
        'filter[type]': 'customers,orders',
        'page[size]': '10',
        'fields[orders]': 'number',
        'fields[customers]': 'email',
      },
    ]);
    expect(found.types).toEqual({ customers: complete, orders: complete });
    // The type of an object determines which attributes the compiler accepts.
    const names = found.data.map((each) => (each.type === 'orders' ? each.number : each.email));
    expect(names).toEqual(['anna@home.example', 1001]);
  });
});
