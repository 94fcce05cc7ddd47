import {
  everythingPath,
  exportFilter,
  type ListDefinition,
  listPath,
  pageSearch,
  positionBehind,
  positionIn,
  searchWith,
  searchWithout,
  wishesOf,
} from './list-address';
import { filterByAmounts, filterByApp, filterByDays, filterByTag, filterByWords } from './store-filters';

const definition: ListDefinition = {
  path: '/api/orders',
  sort: '-number',
  sorts: ['number', 'total_amount'],
  filters: [
    filterByWords('status', ['open', 'completed']),
    filterByTag,
    filterByApp,
    filterByDays('created_at'),
    filterByAmounts('total_amount'),
  ],
};
const zone = 'Europe/Berlin';
const asked = (search: string) => new URL(listPath(definition, search, zone), 'http://x').searchParams;

describe('conversion of list URLs', () => {
  it('converts search, filters, sort order and page to API parameters', () => {
    expect(
      Object.fromEntries(asked('?q=1001&filter[status]=open&sort=-total_amount&page[after]=x&hide=tags')),
    ).toEqual({
      sort: '-total_amount',
      'page[after]': 'x',
      'filter[status]': 'open',
      'filter[q]': '1001',
    });
  });

  it('converts days to API times in the shop’s time zone, including the whole last day', () => {
    const search = '?filter[created_at][gte]=2026-11-01&filter[created_at][lte]=2026-11-30';
    const moments = { gte: '2026-10-31T23:00:00.000Z', lt: '2026-11-30T23:00:00.000Z' };
    expect(asked(search).get('filter[created_at][gte]')).toBe(moments.gte);
    expect(asked(search).get('filter[created_at][lt]')).toBe(moments.lt);
    expect(exportFilter(definition, search, zone)).toEqual({ created_at: moments });
  });

  it('converts the bounds of an amount, and a tag that contains a comma', () => {
    const search = '?filter[total_amount][gte]=500&filter[tags]=a,b';
    expect(asked(search).get('filter[total_amount][gte]')).toBe('500');
    expect(asked(search).get('filter[tags]')).toBe('a\\,b');
  });

  it('accepts several known enum values, and ignores a filter with an unknown value', () => {
    expect(asked('?filter[status]=open,completed').get('filter[status]')).toBe('open,completed');
    expect(asked('?filter[status]=open,lost').has('filter[status]')).toBe(false);
  });

  it('accepts an app id as filter value, and ignores other text', () => {
    const id = '01a1fcc3-bb62-71d1-84a4-9a254e1fb862';
    expect(asked(`?filter[actor_id]=${id}`).get('filter[actor_id]')).toBe(id);
    expect(asked('?filter[actor_id]=Labels').has('filter[actor_id]')).toBe(false);
  });

  it('converts a search text to another API filter if the list declares that filter', () => {
    const find = (text: string) => ({ phone: text });
    expect(exportFilter({ ...definition, find }, '?q=%2B49&filter[status]=open', zone)).toEqual({
      status: 'open',
      phone: '+49',
    });
  });

  it('returns the API path of all filtered rows for a bulk action', () => {
    expect(everythingPath(definition, '?q=anna&filter[status]=open&page[after]=x', zone)).toBe(
      `/api/orders?${new URLSearchParams({
        sort: '-number',
        'filter[status]': 'open',
        'filter[q]': 'anna',
        'page[size]': '100',
      }).toString()}`,
    );
  });

  it('requests a total for a list with filters, but not for a search', () => {
    expect(asked('?filter[status]=open').get('page[total]')).toBe('true');
    expect(asked('?q=anna').has('page[total]')).toBe(false);
  });

  it('ignores unknown filters, invalid values and an unknown sort order', () => {
    const search =
      '?filter[status]=stolen&filter[email]=x&filter[created_at][gte]=2026-13-01' +
      '&filter[total_amount][lte]=-1&sort=id&q=%20';
    expect([...asked(search)]).toEqual([
      ['sort', '-number'],
      ['page[total]', 'true'],
    ]);
    expect(wishesOf(definition, search)).toEqual({ q: '', sort: '-number', values: {}, hidden: [] });
  });

  it('returns to the first page when a filter changes, and keeps the other filters', () => {
    const search = '?q=1001&filter[status]=open&page[after]=x&from=26';
    expect(searchWith(definition, search, { 'filter[status]': '' })).toBe('?q=1001');
    expect(searchWith(definition, search, { q: 'a b' })).toBe('?q=a%20b&filter%5Bstatus%5D=open');
    expect(searchWithout(definition, `${search}&sort=number&hide=tags`)).toBe('?sort=number&hide=tags');
  });

  it('derives the position of the page’s first row from the pagination link', () => {
    const [next, prev] = ['http://x/?page%5Bafter%5D=y', 'http://x/?page%5Bbefore%5D=y'];
    expect(pageSearch(definition, '?q=1001', next, 26)).toBe('?q=1001&page%5Bafter%5D=y&from=26');
    expect(pageSearch(definition, '?page[after]=y&from=26', undefined)).toBe('');
    expect([positionIn('?from=26'), positionIn('?from=-3'), positionIn('')]).toEqual([26, 1, 1]);
    expect([positionBehind('', next, 25), positionBehind('?from=51', prev, 10)]).toEqual([26, 26]);
    expect([positionBehind('?from=26', undefined, 25), positionBehind('?from=9', prev, 3)]).toEqual([1, 1]);
  });
});
