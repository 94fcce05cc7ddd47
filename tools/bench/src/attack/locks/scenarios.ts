import { randomUUID } from 'node:crypto';
import type { Target } from '../../http';
import { send, type Sent } from './send';

export interface Scenario {
  name: string;
  /**
   * Returns the request with index `at`. If `isReversed` is true, the request lists its objects in reverse
   * order.
   */
  request(at: number, isReversed: boolean): Sent;
}

type Identifier = { type: string; id: string };

interface Rows {
  products: Identifier[];
  variants: Identifier[];
  customers: Identifier[];
  orders: Identifier[];
  codes: Identifier[];
  limitedCodes: Identifier[];
  metas: Identifier[];
}

export async function scenariosOf(target: Target): Promise<Scenario[]> {
  const rows = await createRows(target);
  return [...ofCatalogue(rows), ...ofSales(rows)];
}

async function createRows(target: Target): Promise<Rows> {
  const times = async (count: number, make: (at: number) => Promise<Identifier>) => {
    const made: Identifier[] = [];
    for (let at = 0; at < count; at += 1) made.push(await make(at));
    return made;
  };
  const made = (type: string, attributes: object, relationships: object = {}) =>
    create(target, type, { attributes, relationships });
  const products = await times(2, () => made('products', aProduct()));
  const variants = await times(20, (at) => made('variants', aVariant(), toOne('product', products[at % 2]!)));
  const customers = await times(2, () => made('customers', aCustomer()));
  const line = anOrder(variants.slice(0, 1));
  return {
    ...{ products, variants, customers },
    orders: await times(2, (at) => made('orders', line, toOne('customer', customers[at]!))),
    codes: await times(2, () => made('codes', aCode())),
    limitedCodes: await times(2, () => made('codes', aCode())),
    metas: await times(2, () => made('meta', aMeta())),
  };
}

function ofCatalogue({ variants, metas }: Rows): Scenario[] {
  return [
    {
      name: 'two variants in one atomic request',
      request: (at, isReversed) =>
        atomic(turned(variants.slice(0, 2), isReversed).map((each) => priced(each, at))),
    },
    {
      name: '20 variants in one atomic request, in random orders',
      request: (at, isReversed) =>
        atomic((isReversed ? shuffled(variants) : variants).map((each) => priced(each, at))),
    },
    {
      name: 'two meta objects in one atomic request',
      request: (at, isReversed) =>
        atomic(turned(metas, isReversed).map((each) => update(each, { data: { at, is: randomUUID() } }))),
    },
    {
      name: 'products of two titles, whose handles are generated, in one atomic request',
      request: (_, isReversed) =>
        atomic(
          turned(['Hat', 'Shirt'], isReversed).map((title) => ({
            op: 'add',
            data: { type: 'products', attributes: { title } },
          })),
        ),
    },
  ];
}

function ofSales({ products, variants, customers, orders, codes, limitedCodes }: Rows): Scenario[] {
  return [
    {
      name: 'orders and their customers in one atomic request',
      request: (at, isReversed) =>
        atomic(turned([...customers, ...orders], isReversed).map((each) => noted(each, at))),
    },
    {
      name: 'members of two codes in one atomic request',
      request: (at, isReversed) =>
        atomic(
          turned(limitedCodes, isReversed).map((code) => ({
            op: at % 4 < 2 ? 'add' : 'remove',
            ref: { ...code, relationship: 'products' },
            data: turned(products, isReversed),
          })),
        ),
    },
    {
      name: 'atomic requests beside plain orders of two variants with two codes and a customer',
      request: (at, isReversed) => {
        const both = turned(variants.slice(0, 2), isReversed);
        const used = { codes: { data: turned(codes, isReversed) } };
        if (at % 4 < 2) return newOrder(anOrder(both), { ...toOne('customer', customers[at % 2]!), ...used });
        const changed = turned(customers, isReversed).map((each) => noted(each, at));
        return atomic([...both.map((each) => priced(each, at)), ...changed]);
      },
    },
  ];
}

export async function plainOrder(target: Target): Promise<Sent> {
  const product = await create(target, 'products', { attributes: aProduct() });
  const variant = await create(target, 'variants', {
    attributes: aVariant(),
    relationships: { product: { data: product } },
  });
  return newOrder(anOrder([variant]));
}

const newOrder = (attributes: object, relationships: object = {}): Sent => ({
  method: 'POST',
  path: '/api/orders',
  body: { data: { type: 'orders', attributes, relationships } },
});

async function create(target: Target, type: string, members: object): Promise<Identifier> {
  const { status, document } = await send(target, {
    method: 'POST',
    path: `/api/${type}`,
    body: { data: { type, ...members } },
  });
  if (status !== 201) throw new Error(`POST /api/${type}: ${status} ${JSON.stringify(document)}`);
  return { type, id: document!.data!.id };
}

const atomic = (operations: object[]): Sent => ({
  method: 'POST',
  path: '/api/operations',
  body: { 'atomic:operations': operations },
});
const update = (identifier: Identifier, attributes: object) => ({
  op: 'update',
  data: { ...identifier, attributes },
});

const noted = (each: Identifier, at: number) => update(each, { note: `${at} ${randomUUID()}` });
const priced = (each: Identifier, at: number) => update(each, { price_amount: 1_000 + at });
const toOne = (name: string, data: Identifier) => ({ [name]: { data } });
const turned = <T>(all: readonly T[], isReversed: boolean) => (isReversed ? [...all].reverse() : [...all]);

const aProduct = () => ({ title: 'Shirt', status: 'active' });
const aVariant = () => ({ title: 'L', price_amount: 1_000, currency_code: 'EUR' });
const aCustomer = () => ({ email: `${randomUUID()}@bench.example` });
const aCode = () => ({ kind: 'discount', value_type: 'percentage', value: 100 });
const aMeta = () => ({ resource_type: 'orders', resource_id: randomUUID(), data: { at: 0 } });
const anOrder = (variants: readonly Identifier[]) => ({
  line_items: variants.map(({ id }) => ({ variant_id: id, quantity: 1 })),
});

function shuffled<T>(all: readonly T[]): T[] {
  return all
    .map((each) => ({ each, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ each }) => each);
}
