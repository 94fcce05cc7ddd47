import { describeResource } from '@storewright/json-api';
import type { HttpClient } from '@storewright/testing';
import { relationshipRules } from './relationships';
import type { Sample } from './sample';
import { Subject, withMembers } from './subject';

class Input {}
const attributes = {};

const orders: Sample = {
  resource: describeResource({ type: 'orders', path: '/api/orders', attributes, create: Input }),
  document: () => ({ data: { type: 'orders' } }),
  change: (id) => ({ data: { type: 'orders', id } }),
  same: () => [],
};

/** A resource whose objects are the lines of an order. Every such object has an order. */
const parcels: Sample = {
  ...orders,
  resource: describeResource({
    type: 'parcels',
    path: '/api/parcels',
    relationships: {
      order: { type: 'orders', column: 'order_id', exposed: true, required: true, writable: ['create'] },
    },
    attributes,
    create: Input,
  }),
  document: () => ({
    data: {
      type: 'parcels',
      attributes: { lines: ['of order 1'], note: 'kept' },
      relationships: { order: { data: { type: 'orders', id: '1' } }, other: { data: null } },
    },
  }),
  linkage: { order: (_, object) => Promise.resolve(object ? `fits ${object.id}` : 'fits any') },
  dependent: { order: (_, id) => ({ lines: [`of order ${id}`] }) },
  routes: ['GET /api/parcels/:id/label'],
  actions: { 'POST /api/parcels/:id/postage': { status: 204, events: ['parcels.updated'] } },
};

const http = {} as HttpClient;
const subject = new Subject({ modules: [], samples: [parcels], others: [orders] });

describe('Subject.document()', () => {
  it('replaces only the attributes that depend on a replaced relationship', async () => {
    const order = { data: { type: 'orders', id: '2' } };
    expect(await subject.document(http, 'parcels', { order })).toEqual({
      data: {
        type: 'parcels',
        attributes: { lines: ['of order 2'], note: 'kept' },
        relationships: { order, other: { data: null } },
      },
    });
  });

  it('returns the unchanged document of the sample if no relationship is replaced', async () => {
    expect(await subject.document(http, 'parcels')).toEqual(await parcels.document(http));
    expect(withMembers({ data: { type: 'orders' } }, { attributes: {} })).toEqual({
      data: { type: 'orders' },
    });
  });
});

describe('relationship of a sample', () => {
  it('refers to a target that the sample declares as valid for the object', async () => {
    const [link] = subject.links;
    const object = { id: '7', path: '', etag: '', response: {} as never };
    expect((await subject.aLinkage(http, link!)).data).toEqual({ type: 'orders', id: 'fits any' });
    expect((await subject.aLinkage(http, link!, object)).data).toEqual({ type: 'orders', id: 'fits 7' });
  });

  it('is never empty if the relationship is required', async () => {
    expect(await subject.anUnlinked(http, subject.links[0]!)).toBeUndefined();
  });

  it('is tested only with the rules that apply to this kind of relationship', () => {
    const tested = relationshipRules.filter(({ cases }) => cases(subject).length > 0).map(({ id }) => id);
    expect(tested).toEqual(expect.arrayContaining(['RL-01', 'IN-03', 'CR-17', 'RU-07']));
    expect(tested).not.toEqual(expect.arrayContaining(['RU-01']));
    expect(tested).not.toEqual(expect.arrayContaining(['RU-03']));
  });

  it('throws an error if the target type has no sample', () => {
    expect(() => new Subject({ modules: [], samples: [parcels] })).toThrow(
      'parcels.order leads to orders, which has no sample here',
    );
  });
});

it("promisedRoutes() returns the routes of the resource's operations and the routes that the sample lists", () => {
  expect(subject.promisedRoutes).toEqual([
    'GET /api/parcels',
    'POST /api/parcels',
    'GET /api/parcels/:id',
    'GET /api/parcels/:id/order',
    'GET /api/parcels/:id/relationships/order',
    'GET /api/parcels/:id/label',
    'POST /api/parcels/:id/postage',
  ]);
});
