import { learn, type PresentAttributes, redact, redactionSubject, idsToCompare } from './redact-document';

const rules = {
  customers: { ids: ['c'], clear: { email: null, tags: [] } },
  orders: { ids: ['known'], relationship: 'customer', clear: { email: null } },
};
const subject = () => redactionSubject({ resource_id: 'c', rules });
const redacted = (value: unknown, of = subject(), present: PresentAttributes = new Map()) => {
  const copy = structuredClone(value);
  learn(copy, of);
  const { concerned, changed } = redact(copy, of, present);
  return [concerned, changed ? copy : undefined];
};
const customer = (id: string, attributes: object) => ({ type: 'customers', id, attributes });
const order = (id: string, owner: string | null, attributes: object) => ({
  ...{ type: 'orders', id, attributes },
  relationships: { customer: { data: owner === null ? null : { type: 'customers', id: owner } } },
});

it('redact() clears personal attributes and keeps all other members', () => {
  expect(redacted(customer('c', { email: 'a@b', orders_count: 3, status: 'active' }))).toEqual([
    true,
    customer('c', { email: null, orders_count: 3, status: 'active' }),
  ]);
  expect(redacted(customer('other', { email: 'a@b' }))).toEqual([false, undefined]);
});

it('redact() finds resource objects in data, in included and in results of atomic operations', () => {
  const one = customer('c', { email: 'a@b', tags: ['x'] });
  const cleared = customer('c', { email: null, tags: [] });
  for (const wrap of [
    (each: object) => ({ data: each }),
    (each: object) => ({ data: [customer('other', { email: 'x' }), each] }),
    (each: object) => ({ data: null, included: [each] }),
    (each: object) => ({ 'atomic:results': [{}, { data: each }] }),
  ])
    expect(redacted(wrap(one))).toEqual([true, wrap(cleared)]);
});

it('learn() collects the ids of objects that refer to the redacted customer', () => {
  const known = subject();
  expect(redacted(order('new', 'c', { email: 'a@b' }), known)).toEqual([
    true,
    order('new', 'c', { email: null }),
  ]);
  expect(redacted(order('new', null, { email: 'a@b' }), known)).toEqual([
    true,
    order('new', null, { email: null }),
  ]);
  expect(redacted(order('known', null, { email: 'a@b' }), known)).toEqual([
    true,
    order('known', null, { email: null }),
  ]);
  expect(redacted(order('another', 'd', { email: 'a@b' }), known)).toEqual([false, undefined]);
});

it('redact() keeps current attributes of an order that was reassigned to another customer', () => {
  const now = new Map([['known', { email: 'c@d' }]]);
  for (const owner of ['d', null]) {
    expect(redacted(order('known', owner, { email: 'a@b' }), subject(), now)).toEqual([
      true,
      order('known', owner, { email: null }),
    ]);
    expect(redacted(order('known', owner, { email: 'c@d' }), subject(), now)).toEqual([true, undefined]);
  }
  expect(redacted(order('known', 'c', { email: 'c@d' }), subject(), now)).toEqual([
    true,
    order('known', 'c', { email: null }),
  ]);
});

it('idsToCompare() returns the ids of redacted objects that no longer refer to the redacted customer', () => {
  const objects = [order('known', 'd', {}), order('known', 'c', {}), order('another', 'd', {})];
  const all = [...objects, customer('c', {})];
  expect(all.map((each) => idsToCompare({ data: [each] }, subject()))).toEqual([['known'], [], [], []]);
});

it('redact() reports an object of the redacted customer even if its attributes are already cleared', () => {
  expect(redacted(customer('c', { email: null, tags: [] }))).toEqual([true, undefined]);
});
