import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { checkContract, type Contract, ContractError, declarationsOf, featuresOf, parseContract } from '.';

type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- documents are changed at will

const file = resolve(__dirname, '../../../../docs/openapi/shop.json');
const document = (change: (changed: Json) => void = () => undefined): Json => {
  const changed = JSON.parse(readFileSync(file, 'utf8')) as Json;
  change(changed);
  return changed;
};

const accounting = parseContract({
  version: 1,
  resources: {
    orders: {
      operations: ['list', 'get', 'export'],
      reads: ['total_amount', 'number', 'customer', 'updated_at'],
      filters: ['status', 'total_amount[gte]', 'meta'],
      sorts: ['number'],
      includes: ['customer'],
    },
    customers: { reads: ['email', 'archive'], operations: ['search'] },
    installations: { reads: ['scopes'] },
  },
  events: ['orders.created', 'installations.updated'],
});
const stock: Contract = parseContract({
  version: 1,
  resources: {
    variants: { operations: ['update'], reads: ['sku'], updates: ['inventory_quantity', 'image'] },
    products: { operations: ['create'], creates: ['title', 'tags'], reads: ['variants'] },
    orders: { reads: ['number'], copied: true },
  },
  events: ['variants.updated'],
});

describe('checkContract', () => {
  it("returns no findings if the API declares every name in the app's contract", () => {
    const declared = declarationsOf(document());
    expect([checkContract(accounting, declared), checkContract(stock, declared)]).toEqual([[], []]);
  });

  it.each<[string, (changed: Json) => void, accounting: string[], stock: string[]]>([
    [
      'an attribute that one contract reads is removed',
      ({ components }) => delete components.schemas.OrderAttributes.properties.total_amount,
      ['reads orders.total_amount, which the API does not declare.'],
      [],
    ],
    [
      'an attribute that one contract sends is removed',
      ({ components }) => delete components.schemas.UpdateVariantAttributes.properties.inventory_quantity,
      [],
      ['sends variants.inventory_quantity in updates, which the API does not declare.'],
    ],
    [
      'an attribute that both contracts read is renamed',
      ({ components }) => {
        const { properties } = components.schemas.OrderAttributes;
        properties.order_number = properties.number;
        delete properties.number;
      },
      ['reads orders.number, which the API does not declare.'],
      ['reads orders.number, which the API does not declare.'],
    ],
    [
      'a filter, a sort field and an event are removed',
      ({ paths, webhooks }) => {
        const { parameters } = paths['/api/orders'].get;
        paths['/api/orders'].get.parameters = parameters.filter(
          ({ name }: { name?: string }) => name !== 'filter[total_amount][gte]' && name !== 'sort',
        );
        delete webhooks['orders.created'];
      },
      [
        'filters orders by total_amount[gte], which the API does not declare.',
        'sorts orders by number, which the API does not declare.',
        'receives the event orders.created, which the API does not declare.',
      ],
      [],
    ],
    [
      'an operation is removed',
      ({ paths }) => delete paths['/api/products'].post,
      [],
      [
        'uses the operation create of products, which the API does not declare.',
        'sends products.tags in creations, which the API does not declare.',
        'sends products.title in creations, which the API does not declare.',
      ],
    ],
    [
      'an attribute is deprecated',
      ({ components }) =>
        (components.schemas.VariantAttributes.properties.sku['x-deprecation'] = {
          ...{ since: '2026-12-01', sunset: '2027-06-01', instead: 'Use code.' },
        }),
      [],
      [
        'reads variants.sku, which is deprecated since 2026-12-01 and is removed on 2027-06-01 at the earliest. ' +
          'Use code.',
      ],
    ],
    [
      'a route and a resource are deprecated',
      ({ paths, components }) => {
        paths['/api/orders/{id}'].get['x-deprecation'] = { since: '2026-12-01', instead: 'Use lists.' };
        components.schemas.Product['x-deprecation'] = { since: '2026-12-01', instead: 'Use goods.' };
      },
      ['uses the operation get of orders, which is deprecated since 2026-12-01. Use lists.'],
      ['uses the resource products, which is deprecated since 2026-12-01. Use goods.'],
    ],
  ])(
    'returns findings for exactly the apps whose contracts use the name: %s',
    (_, change, ofAccounting, ofStock) => {
      const changed = declarationsOf(document(change));
      const texts = (contract: Contract) => checkContract(contract, changed).map(({ text }) => text);
      expect([texts(accounting), texts(stock)]).toEqual([ofAccounting, ofStock]);
    },
  );

  it('reports a resource or operation with the name of an inherited object member as undeclared', () => {
    const contract = parseContract({
      ...{ version: 1, events: ['toString'] },
      resources: { constructor: { reads: ['name'] }, orders: { operations: ['constructor'] } },
    });
    const findings = checkContract(contract, declarationsOf(document()));
    expect(findings.map(({ name }) => name)).toEqual(['constructor', 'orders', 'toString']);
    expect(featuresOf(contract)).toEqual(['constructor', 'constructor.name', 'orders']);
  });

  it('checks only the resource types in the argument', () => {
    const none = declarationsOf({});
    expect(checkContract(stock, none, ['products', 'codes']).map(({ name }) => name)).toEqual(['products']);
  });
});

describe('featuresOf', () => {
  it('returns the resources, attributes and routes of a contract in the format of deprecations', () => {
    expect(featuresOf(stock)).toEqual([
      ...['PATCH /api/variants/:id', 'POST /api/products', 'orders', 'orders.number', 'products'],
      ...['products.tags', 'products.title', 'products.variants', 'variants', 'variants.image'],
      ...['variants.inventory_quantity', 'variants.sku'],
    ]);
  });
});

describe('declarationsOf', () => {
  it('returns the deprecations of an API in the format of usage counts', () => {
    expect(declarationsOf(document()).deprecated).toHaveProperty(['customers.total_spent_amount'], {
      since: '2026-11-26',
      instead: 'Use total_spent, which has one sum per currency.',
    });
  });
});

describe('parseContract', () => {
  it("sorts the names in an app's contract and removes duplicates", () => {
    const parsed = parseContract({ version: 1, resources: { b: { reads: ['z', 'a', 'z'] }, a: {} } });
    expect(JSON.stringify(parsed)).toBe(
      '{"version":1,"resources":{"a":{},"b":{"reads":["a","z"]}},"events":[]}',
    );
  });

  it.each<[unknown, string]>([
    [null, ''],
    [{ version: 2, resources: {} }, '/version'],
    [{ version: 1 }, '/resources'],
    [{ version: 1, resources: {}, extra: 1 }, '/extra'],
    [{ version: 1, resources: { orders: { reads: 'number' } } }, '/resources/orders/reads'],
    [{ version: 1, resources: { orders: { reads: [''] } } }, '/resources/orders/reads/0'],
    [{ version: 1, resources: { orders: { 'a/b': [] } } }, '/resources/orders/a~1b'],
    [{ version: 1, resources: { '<script>': {} } }, '/resources'],
    [{ version: 1, resources: { orders: { copied: false } } }, '/resources/orders/copied'],
    [{ version: 1, resources: {}, events: ['a b'] }, '/events/0'],
    [{ version: 1, resources: {}, events: Array.from({ length: 1_001 }, () => 'a') }, '/events'],
  ])('throws an error with the JSON pointer to the invalid member: %j, %j', (value, pointer) => {
    expect(() => parseContract(value)).toThrow(expect.objectContaining({ pointer }) as ContractError);
  });
});
