import type { Texts } from '../../texts/texts';
import {
  foundItems,
  searchableTypes,
  searchQuery,
  type SearchResponse,
  unavailableTypes,
} from './found-objects';

const t: Texts = (id, values) => (values ? `${id} ${Object.values(values).join()}` : id);
const complete = { status: 'complete', has_more: false } as const;

const response: SearchResponse = {
  data: [
    { type: 'customers', id: 'c', attributes: { first_name: 'Anna', last_name: null, email: 'a@b.example' } },
    { type: 'meta', id: 'm', attributes: { resource_type: 'orders', resource_id: '1001' } },
    { type: 'orders', id: 'o', attributes: { number: 1029, email: null } },
    { type: 'variants', id: 'v', attributes: { title: 'Blue', sku: 'MUG-1' } },
  ],
  meta: {
    types: {
      codes: { status: 'unavailable', has_more: false },
      customers: { ...complete, has_more: true },
      meta: { ...complete, has_more: true },
      orders: complete,
      variants: { ...complete, has_more: true },
    },
  },
};

describe('searchQuery', () => {
  it('requests the searched resource types and the fields that the command palette shows', () => {
    const types = searchableTypes(
      (right) => right !== 'customers.collection' && right !== 'variants.collection',
    );
    expect(searchQuery('anna', types)).toEqual({
      'filter[q]': 'anna',
      'filter[type]': 'orders,products,codes,meta',
      'fields[orders]': 'number,email',
      'fields[products]': 'title',
      'fields[codes]': 'code',
      'fields[meta]': 'resource_type,resource_id',
    });
  });
});

describe('foundItems', () => {
  const shown = (may: (right: string) => boolean) =>
    foundItems(t, may, 'a&b', response).map((item) => ['path' in item && item.path, item.title]);

  it('returns each object with its screen, and links to the list of a resource type with more matches', () => {
    expect(shown(() => true)).toEqual([
      ['/orders/o', 'palette.order 1029'],
      ['/variants/v', 'MUG-1 Blue'],
      ['/customers/c', 'Anna a@b.example'],
      ['/customers?q=a%26b', 'palette.all a&b'],
      ['/meta/m', 'orders 1001'],
    ]);
  });

  it('omits objects that the user can list but not open', () => {
    expect(shown((right) => right !== 'orders.get').map(([path]) => path)).not.toContain('/orders/o');
  });
});

describe('unavailableTypes', () => {
  it('returns the resource types whose search failed', () => {
    expect(unavailableTypes(response)).toEqual(['codes']);
  });
});
