import { aTenant, changed, type Made, pathOf } from '@storewright/api-testing';
import { ShopDatabase } from '@storewright/database';
import { isFillable, leadsToMany, type Link, linkageTo } from '../links';
import type { Sample } from '../sample';
import type { Subject } from '../subject';
import { sortedIds, sourceOf } from './ids';
import { ofLinks, ofResources, type Rule } from './rule';

export const include: readonly Rule[] = [
  ofResources(
    'IN-01',
    'returns 400 for an unknown relationship, for lists, single objects and paths',
    noRelationship,
  ),
  ofLinks('IN-02', 'returns an empty included for an empty relationship', nothing),
  ofLinks('IN-03', 'returns only requested objects in included', onlyWhatWasAskedFor),
  ofResources('IN-04', 'returns an empty included for an empty include', nothingForNothing),
  ofLinks('IN-05', 'includes the intermediate objects of a path', path),
  ofLinks('IN-06', 'returns 400 for deep, long and malformed paths, and 200 for repeated ones', deepPaths),
  ofLinks('IN-07', 'accepts include in POST and PATCH as in GET', inWrites),
  ofLinks('SF-04', 'returns only the requested fields of included objects', fieldsOfIncluded),
  ofLinks(
    'SF-05',
    'returns type, id and included objects even without the field of the relationship',
    withoutFields,
  ),
];

const including = ({ tenant }: Subject, object: Made, name: string, more = '') =>
  tenant.http.get(`${object.path}?include=${name}${more}`);

async function noRelationship(subject: Subject, { resource }: Sample): Promise<void> {
  const { http } = subject.tenant;
  const one = await subject.anObject(http, resource.type);
  const further = subject.linksOf(resource).map(({ name }) => `${name}.nope`);
  for (const name of ['nope', '__proto__', 'id', ...further])
    for (const each of [resource.path, one.path]) {
      const answer = await http.get(`${each}?include=${name}`);
      expect([each, name, answer.status, sourceOf(answer)]).toEqual([
        ...[each, name, 400],
        { parameter: 'include' },
      ]);
    }
}

async function nothing(subject: Subject, link: Link): Promise<void> {
  const object = await subject.anUnlinked(subject.tenant.http, link);
  if (object)
    expect([link.label, (await including(subject, object, link.name)).body.included]).toEqual([
      link.label,
      [],
    ]);
}

async function onlyWhatWasAskedFor(subject: Subject, link: Link): Promise<void> {
  const { http } = subject.tenant;
  const object = await subject.aLinked(http, link);
  for (const each of [link.resource.path, object.path])
    expect((await http.get(each)).body.included).toBeUndefined();
  const { body } = await including(subject, object, link.name);
  const ids = await subject.idsFrom(link, object);
  expect([link.label, sortedIds(body.included)]).toEqual([link.label, ids]);
  const types = body.included.map(({ type }: { type: string }) => type);
  expect(new Set(types)).toEqual(new Set([link.target.type]));
  expect(body.data.relationships[link.name].data).toEqual(linkageTo(link, ids));
  for (const each of body.included)
    expect((await http.get(pathOf(each.links.self)!)).body.data).toEqual(each);
}

async function nothingForNothing(subject: Subject, { resource }: Sample): Promise<void> {
  const { http } = subject.tenant;
  const one = await subject.anObject(http, resource.type);
  for (const each of [resource.path, one.path])
    expect((await http.get(`${each}?include=`)).body.included).toEqual([]);
}

async function path(subject: Subject, link: Link): Promise<void> {
  for (const further of subject.linksOf(link.target)) {
    const object = await subject.aLinked(subject.tenant.http, link);
    const { body } = await including(subject, object, `${link.name}.${further.name}`);
    const there = new Set([body.data, ...body.included].map(({ id }: { id: string }) => id));
    for (const id of await subject.idsFrom(link, object)) {
      expect([link.label, there.has(id)]).toEqual([link.label, true]);
      for (const beyond of await subject.idsFrom(further, { id }))
        expect([link.label, further.label, there.has(beyond)]).toEqual([link.label, further.label, true]);
    }
  }
}

async function deepPaths(subject: Subject, link: Link): Promise<void> {
  const { http } = subject.tenant;
  const [back] = subject.linksOf(link.target);
  const deep = [link.name, back?.name ?? 'nope', link.name, link.name].join('.');
  for (const text of [
    `include=${deep}`,
    'include=a.b.c.d.e',
    `include=${'a,'.repeat(2_000)}`,
    `include=${link.name},`,
    'include=.',
  ])
    expect([text, (await http.get(`${link.resource.path}?${text}`)).status]).toEqual([text, 400]);
  for (const text of [`include=${link.name},${link.name}`, `include=${link.name}&include=${link.name}`])
    expect([text, (await http.get(`${link.resource.path}?${text}`)).status]).toEqual([text, 200]);
}

async function inWrites(subject: Subject, link: Link): Promise<void> {
  const { http } = subject.tenant;
  const { resource, name } = link;
  const sent = isFillable(link, 'create') ? { [name]: await subject.aLinkage(http, link) } : {};
  const document = await subject.document(http, resource.type, sent);
  const made = await http.post(`${resource.path}?include=${name}`, document);
  expect([link.label, made.status]).toEqual([link.label, 201]);
  const ids = await subject.idsFrom(link, made.body.data);
  expect([link.label, sortedIds(made.body.included)]).toEqual([link.label, ids]);
  expect((await http.post(`${resource.path}?include=nope`, document)).status).toBe(400);
  if (!resource.update) return;
  const object = await subject.aLinked(http, link);
  const patched = await http.patch(`${object.path}?include=${name}`, changed(resource.type, object.id, {}));
  expect([link.label, sortedIds(patched.body.included)]).toEqual([
    link.label,
    await subject.idsFrom(link, object),
  ]);
}

async function fieldsOfIncluded(subject: Subject, link: Link): Promise<void> {
  const { target, name } = link;
  const [field] = Object.keys(target.attributes);
  const object = await subject.aLinked(subject.tenant.http, link);
  const { body } = await including(subject, object, name, `&fields[${target.type}]=${field}`);
  expect(body.included).not.toEqual([]);
  for (const { attributes, relationships } of body.included)
    expect([link.label, Object.keys(attributes), relationships]).toEqual([link.label, [field], undefined]);
}

async function withoutFields(subject: Subject, link: Link): Promise<void> {
  const { resource, name } = link;
  const object = await subject.aLinked(subject.tenant.http, link);
  const { body } = await including(subject, object, name, `&fields[${resource.type}]=`);
  const { attributes, links: shown, meta, ...rest } = body.data;
  expect([attributes, rest]).toEqual([{}, { type: resource.type, id: object.id }]);
  expect([pathOf(shown.self), typeof meta]).toEqual([object.path, 'object']);
  expect([link.label, sortedIds(body.included)]).toEqual([link.label, await subject.idsFrom(link, object)]);
  const one = await subject.tenant.http.get(`${object.path}?fields[${resource.type}]=${name}`);
  expect(Object.keys(one.body.data.relationships)).toEqual([name]);
}

export async function needsScopeOfIncluded(subject: Subject): Promise<void> {
  const { tenant } = subject;
  for (const link of subject.links) {
    const { label, resource, name, target } = link;
    const actions = ['collection', 'get', 'post', ...(resource.update ? ['patch'] : [])];
    const own = actions.map((action) => `${resource.type}.${action}`);
    if (target.type === resource.type) continue;
    const { http } = await aTenant(subject.api, own, tenant.shop);
    const object = await subject.anObject(tenant.http, resource.type);
    const needed = `${target.type}.${leadsToMany(link) ? 'collection' : 'get'}`;
    const query = `?include=${name}`;
    for (const answer of [
      await http.get(resource.path + query),
      await http.get(object.path + query),
      ...(resource.update
        ? [await http.patch(object.path + query, changed(resource.type, object.id, {}))]
        : []),
      await http.post(resource.path + query, await subject.document(tenant.http, resource.type)),
    ])
      expect([label, answer.status, answer.body.errors[0].meta]).toEqual([
        ...[label, 403],
        { required_scopes: [needed] },
      ]);
    expect((await http.get(object.path)).status).toBe(200);
  }
}

export async function costsOneStatement(subject: Subject, link: Link): Promise<void> {
  // Spies on both methods that send SQL statements (libs/postgres/database), to count the statements of a
  // request.
  const database = subject.api.application.get(ShopDatabase);
  const [query, transaction] = [jest.spyOn(database, 'query'), jest.spyOn(database, 'transaction')];
  const { http, shop } = await aTenant(subject.api);
  for (let count = 0; count < 25; count += 1) await subject.aLinked(http, link);
  const reading = async (paths: string, size: number) => {
    query.mockClear();
    transaction.mockClear();
    const { body } = await http.get(`${link.resource.path}?page[size]=${size}&include=${paths}`);
    expect([transaction.mock.calls.length, body.included.length > 0]).toEqual([0, true]);
    // Ignores the notification about new events, which the database receives without a shop context.
    const statements = query.mock.calls.filter(([{ shop_id }]) => shop_id === shop.id).length;
    return { objects: body.data.length as number, statements };
  };
  expect(await reading(link.name, 1)).toEqual({ objects: 1, statements: 2 });
  expect(await reading(link.name, 25)).toEqual({ objects: 25, statements: 2 });
  // A second relationship in the include path adds at most one statement, and none if its objects are already
  // in the document.
  for (const further of subject.linksOf(link.target))
    expect((await reading(`${link.name}.${further.name}`, 25)).statements).toBeLessThanOrEqual(3);
}
