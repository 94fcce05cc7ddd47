import type { Resource } from '@storewright/json-api';
import type { HttpClient } from '@storewright/testing';
import { resources } from './resources';
import { changedMeta, newMeta } from './meta-objects';
import {
  aCode,
  changed,
  forSale,
  identifier,
  identifiers,
  linesOf,
  type Made,
  made,
  newCode,
  newCustomer,
  newOrder,
  newProduct,
  newVariant,
} from './store-objects';

/** How an object of one type is made and changed, for the specs that go over all resources. */
export interface Sample {
  /** A right body for POST, which can be sent any number of times. What it leads to is made over `http` first. */
  document(http: HttpClient): object | Promise<object>;
  /** A right body for PATCH that changes such an object, another one each time. `count`: how many there were before. */
  change(id: string, count: number): object;
  /** Right bodies for PATCH that change nothing of such an object. */
  same(object: Made): readonly object[];
  /** Does to the object what has to be done before it may be deleted. */
  release?(http: HttpClient, object: Made): Promise<void>;
  /** Makes what a relationship of it may lead to, by name, where that is not just any object of the type; gives its id. */
  linkage?: Readonly<Record<string, (http: HttpClient) => Promise<string>>>;
  /**
   * The events of other objects that a write of such an object makes beside its own, by the end of its route: `POST`, `PATCH`, `DELETE`, or
   * `PATCH relationships/customer`. An object that was released is deleted.
   */
  alongside?: Readonly<Record<string, readonly string[]>>;
}

/** By type: one for each resource of `modules.ts`. */
export const samples: Readonly<Record<string, Sample>> = {
  meta: {
    document: () => newMeta({ data: { a: 1, b: { c: [1, 'x'] } } }),
    change: (id, count) => changedMeta(id, { data: { a: count + 2 } }),
    same: ({ id }) => [
      changedMeta(id, {}),
      changedMeta(id, { data: {} }),
      changedMeta(id, { data: { a: 1 } }),
      changedMeta(id, { data: { gone: null } }),
      changedMeta(id, { override: true, data: { b: { c: [1, 'x'] }, a: 1.0 } }),
    ],
  },
  products: {
    document: () => newProduct({ tags: ['blue'] }),
    change: (id, count) => changed('products', id, { title: `Mug ${count}` }),
    same: ({ id }) => [
      changed('products', id, {}),
      changed('products', id, { title: 'Mug', tags: ['blue'], status: 'draft', published_at: null }),
    ],
  },
  variants: {
    document: async (http) => newVariant(await anIdOf(http, 'products'), { inventory_quantity: 3 }),
    change: (id, count) => changed('variants', id, { price_amount: count }),
    same: ({ id }) => [
      changed('variants', id, {}),
      changed('variants', id, { price_amount: 1995, inventory_quantity: 3, sku: null }),
    ],
  },
  customers: {
    document: () => newCustomer({ first_name: 'Ada', tags: ['blue'] }),
    change: (id, count) => changed('customers', id, { note: `Called ${count} times` }),
    same: ({ id }) => [
      changed('customers', id, {}),
      changed('customers', id, { first_name: 'Ada', tags: ['blue'], status: 'active' }),
    ],
  },
  codes: {
    document: async (http) =>
      newCode({}, { products: identifiers('products', [await anIdOf(http, 'products')]) }),
    change: (id, count) => changed('codes', id, { usage_limit: count + 1_000 }),
    same: ({ id, response }) => [
      changed('codes', id, {}),
      changed('codes', id, { value: 1_000, enabled: true, usage_limit: null }),
      changed('codes', id, {}, { relationships: { customer: response.body.data.relationships.customer } }),
    ],
  },
  orders: {
    document: async (http) => {
      const variant = await forSale(http, { inventory_quantity: 10 });
      const engraving = { title: 'Engraving', price_amount: 500, quantity: 1 };
      const relationships = {
        customer: identifier('customers', await anIdOf(http, 'customers')),
        codes: identifiers('codes', [(await aCode(http)).id]),
      };
      return newOrder({ line_items: [...linesOf([variant, 2]), engraving] }, relationships);
    },
    change: (id, count) => changed('orders', id, { note: `Ring ${count} times` }),
    same: ({ id }) => [changed('orders', id, {}), changed('orders', id, { note: null, status: 'open' })],
    release: async (http, { id, path }) => {
      await http.patch(path, changed('orders', id, { status: 'cancelled' }));
    },
    // One that is for some products alone would not fit.
    linkage: { codes: async (http) => (await aCode(http)).id },
    alongside: {
      POST: ['codes.updated', 'customers.updated', 'variants.updated'],
      'PATCH relationships/customer': ['customers.updated', 'customers.updated'],
    },
  },
};

/** Throws where nobody has said how an object of the type is made. */
export function sampleOf(type: string): Sample {
  const sample = samples[type];
  if (sample) return sample;
  throw new Error(`${type} is a resource and not in testing/samples.ts: say there how one is made.`);
}

/** A new object of the type, made over the API. `relationships`: instead of those of the sample, by name. */
export async function anObject(http: HttpClient, type: string, relationships?: object): Promise<Made> {
  const document = await sampleOf(type).document(http);
  return made(http, type, relationships ? withRelationships(document, relationships) : document);
}

async function anIdOf(http: HttpClient, type: string): Promise<string> {
  return (await anObject(http, type)).id;
}

/** The document with these relationships, by name; those that it has beside them stay. */
export function withRelationships(document: object, relationships: object): object {
  const { data } = document as { data: { relationships?: object } };
  return { data: { ...data, relationships: { ...data.relationships, ...relationships } } };
}

/** What the relationship is to lead to, as a document: a new object of its type, alone or as the one member. */
export async function aLinkage(http: HttpClient, resource: Resource, name: string): Promise<object> {
  const relationship = resource.relationships[name]!;
  const make = sampleOf(resource.type).linkage?.[name];
  const id = make ? await make(http) : await anIdOf(http, relationship.type);
  const one = identifier(relationship.type, id);
  return 'many' in relationship ? { data: [one.data] } : one;
}

/** The resources of the shop that are served alike, by `modules.ts`. */
export const served = resources;
