import { distinct, matching, type PaletteItem } from './palette-items';
import { rightOf, withRecent } from './recent-objects';

const item = (title: string, path = `/${title}`): PaletteItem => ({
  path,
  title,
  icon: 'home',
  kind: 'Screen',
});
const titles = (items: readonly PaletteItem[]) => items.map(({ title }) => title);

describe('matching', () => {
  const items = ['Orders', 'Add product', 'Products', 'Öl products'].map((title) => item(title));

  it('returns palette items with every search word, first the items that start with the search text', () => {
    expect(titles(matching(items, 'prod'))).toEqual(['Products', 'Add product', 'Öl products']);
    expect(titles(matching(items, 'product add'))).toEqual(['Add product']);
  });

  it('finds palette items regardless of case and accents', () => {
    expect(titles(matching(items, 'OL'))).toEqual(['Öl products']);
  });
});

describe('distinct', () => {
  it('removes palette items whose path an earlier item has', () => {
    expect(titles(distinct([item('a', '/x'), item('b', '/x'), item('c', '/y')]))).toEqual(['a', 'c']);
  });
});

describe('recent objects', () => {
  it('require the scope to read the resource type of the path, and exclude paths of lists', () => {
    const id = '01a21a23-d7ef-7130-9bfe-1b5f6c71b862';
    expect([rightOf(`/orders/${id}`), rightOf(`/variants/${id}`)]).toEqual(['orders.get', 'variants.get']);
    const others = ['/orders', '/meta/new', '/settings/people', `/orders/${id}/print`, `/apps/${id}`];
    expect(others.map(rightOf).filter(Boolean)).toEqual([]);
  });

  it('contain an object once, the newest object first, and at most eight objects', () => {
    const ten = Array.from({ length: 10 }, (_, at) => ({ path: `/orders/${at}`, title: `${at}` }));
    const known = ten.reduce<typeof ten>((before, object) => withRecent(before, object), []);
    expect(known.map(({ title }) => title)).toEqual(['9', '8', '7', '6', '5', '4', '3', '2']);
    expect(withRecent(known, { path: '/orders/4', title: 'four' }).map(({ title }) => title)).toEqual([
      ...['four', '9', '8', '7', '6', '5', '3', '2'],
    ]);
  });
});
