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

it('clears the personal attributes that are there, and leaves all else as it is', () => {
  expect(redacted(customer('c', { email: 'a@b', orders_count: 3, status: 'active' }))).toEqual([
    true,
    customer('c', { email: null, orders_count: 3, status: 'active' }),
  ]);
  expect(redacted(customer('other', { email: 'a@b' }))).toEqual([false, undefined]);
});

it('finds objects wherever they are in a document: data, included, results', () => {
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

it('finds what is related by its linkage, and remembers it', () => {
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

it('of an object that is not linked with it here, what is there now stays: it is another’s', () => {
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

it('names what has to be compared: what had to do with it, and is not linked with it here', () => {
  const objects = [order('known', 'd', {}), order('known', 'c', {}), order('another', 'd', {})];
  const all = [...objects, customer('c', {})];
  expect(all.map((each) => idsToCompare({ data: [each] }, subject()))).toEqual([['known'], [], [], []]);
});

it('says that an object is there also where nothing of it is left to clear', () => {
  expect(redacted(customer('c', { email: null, tags: [] }))).toEqual([true, undefined]);
});
