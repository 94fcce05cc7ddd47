import { foundRows, rowsOf, withPreset } from './scope-presets';
import type { ScopeResource } from './scopes';

const scope = (id: string, sentence = id): ScopeResource => {
  const [resource = '', action = ''] = id.split('.');
  return { type: 'scopes', id, attributes: { resource, action, sentence, personal_data: false } };
};
const all = [
  ...['collection', 'get', 'post', 'patch', 'delete'].map((action) => scope(`orders.${action}`)),
  scope('shops.get', 'read the name of your shop'),
];

describe('presets of scopes', () => {
  it.each([
    ['read', ['orders.collection', 'orders.get', 'shops.get']],
    ['write', ['orders.collection', 'orders.get', 'orders.post', 'orders.patch', 'shops.get']],
    ['all', all.map(({ id }) => id)],
    ['none', []],
  ] as const)('%s ticks these and nothing else', (preset, ticked) => {
    expect(withPreset(['orders.delete'], all, preset)).toEqual(ticked);
  });

  it('touch only what is shown', () => {
    const shops = all.filter(({ attributes }) => attributes.resource === 'shops');
    expect(withPreset(['orders.delete'], shops, 'read')).toEqual(['orders.delete', 'shops.get']);
    expect(withPreset(['orders.delete', 'shops.get'], shops, 'none')).toEqual(['orders.delete']);
  });
});

describe('the rows of the grid', () => {
  const rows = rowsOf(all);
  const nameOf = (resource: string) => (resource === 'shops' ? 'Shop' : 'Orders');

  it('are one for each resource, with the actions that it has', () => {
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
  ])('are found by %j', (search, found) => {
    expect(foundRows(rows, search, nameOf).map(({ resource }) => resource)).toEqual(found);
  });
});
