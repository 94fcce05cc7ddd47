import { foundRows, presetOf, presetsOf, rowsOf, withPreset } from './scope-presets';
import type { ScopeResource } from './scopes';

const scope = (id: string, sentence = id): ScopeResource => {
  const [resource = '', action = ''] = id.split('.');
  return { type: 'scopes', id, attributes: { resource, action, sentence, personal_data: false } };
};
const all = [
  ...['collection', 'get', 'post', 'patch', 'delete'].map((action) => scope(`orders.${action}`)),
  scope('shops.get', 'read the name of your shop'),
];

describe('withPreset', () => {
  it.each([
    ['read', ['orders.collection', 'orders.get', 'shops.get']],
    ['write', ['orders.collection', 'orders.get', 'orders.post', 'orders.patch', 'shops.get']],
    ['all', all.map(({ id }) => id)],
    ['none', []],
  ] as const)('selects in each row only the actions of the preset %s', (preset, ticked) => {
    expect(withPreset(['orders.delete'], all, preset)).toEqual(ticked);
  });

  it('changes only scopes that the search shows', () => {
    const shops = all.filter(({ attributes }) => attributes.resource === 'shops');
    expect(withPreset(['orders.delete'], shops, 'read')).toEqual(['orders.delete', 'shops.get']);
    expect(withPreset(['orders.delete', 'shops.get'], shops, 'none')).toEqual(['orders.delete']);
  });
});

describe('rowsOf and foundRows', () => {
  const rows = rowsOf(all);
  const nameOf = (resource: string) => (resource === 'shops' ? 'Shop' : 'Orders');

  it('return one permission row per resource, with the actions of the resource', () => {
    expect(rows.map(({ resource, scopes }) => [resource, Object.keys(scopes).length])).toEqual([
      ['orders', 5],
      ['shops', 1],
    ]);
  });

  it.each([
    ['', ['orders', 'shops']],
    ['order', ['orders']],
    ['NAME of', ['shops']],
    ['shops.get', ['shops']],
    ['order shop', []],
  ])('find the permission row by the search text %j', (search, found) => {
    expect(foundRows(rows, search, nameOf).map(({ resource }) => resource)).toEqual(found);
  });
});

describe('presetsOf and presetOf', () => {
  const [orders, shops] = rowsOf(all) as [ReturnType<typeof rowsOf>[0], ReturnType<typeof rowsOf>[0]];

  it('presetsOf omits presets that select the same scopes of the row', () => {
    expect(presetsOf(orders)).toEqual(['read', 'write', 'all', 'none']);
    expect(presetsOf(shops)).toEqual(['read', 'none']);
  });

  it('presetOf returns the preset that equals the selection, or undefined for any other selection', () => {
    expect(presetOf(orders, ['orders.collection', 'orders.get', 'shops.get'])).toBe('read');
    expect(presetOf(orders, [])).toBe('none');
    expect(presetOf(orders, ['orders.get'])).toBeUndefined();
  });
});
