import { changed, codesOf, type Made } from '@storewright/api-testing';
import { isToMany, type Resource, writableOf } from '@storewright/json-api';
import { anAccessToken, type Response } from '@storewright/testing';
import { isFillable, type Link, linkageTo } from './links';
import type { Subject } from './subject';

type Members = Record<string, unknown>;

/**
 * Tests that clients can send back complete objects. The API must accept read-only members with unchanged
 * values.
 */
export function testWholeObjects(subject: Subject): void {
  const types = subject.served
    .filter(({ resource }) => resource.update && resource.refusedInUpdates.length === 0)
    .map(({ resource }): [string, Resource] => [resource.type, resource]);
  const fixed = types.filter(([, resource]) => fixedAttributes(resource).length > 0);
  const links = subject.links
    .filter((link) => link.resource.update && !isFillable(link, 'update'))
    .map((link): [string, Link] => [link.label, link]);
  if (types.length === 0) return;
  describe('PATCH with a complete object', () => {
    it.each(types)('is accepted and changes nothing: %s', (type) => acceptedWhole(subject, type));
    it.each(types)(
      'is accepted with the members that GET returns, even read-only relationships without data: %s',
      (type) => acceptedAsRead(subject, type),
    );
    if (fixed.length > 0) {
      it.each(fixed)('returns 422 if it changes a read-only attribute: %s', (_, resource) =>
        refusedForAttribute(subject, resource),
      );
      it.each(fixed)(
        'returns 422 for an unchanged read-only attribute if the token cannot read the object: %s',
        (_, resource) => tellsNothing(subject, resource),
      );
    }
    if (links.length > 0)
      it.each(links)('returns 403 if it changes a read-only relationship: %s', (_, link) =>
        refusedForRelationship(subject, link),
      );
  });
}

const fixedAttributes = ({ attributes, update }: Resource) =>
  Object.keys(attributes).filter((name) => !writableOf(update).has(name));

async function attributesOf({ tenant }: Subject, { path }: Made): Promise<Members> {
  return (await tenant.http.get(path)).body.data.attributes as Members;
}

function patch(
  { tenant }: Subject,
  type: string,
  { id, path }: Made,
  attributes: Members,
  relationships: object = {},
): Promise<Response> {
  return tenant.http.patch(path, changed(type, id, attributes, { relationships }));
}

async function acceptedWhole(subject: Subject, type: string): Promise<void> {
  const object = await subject.anObject(subject.tenant.http, type);
  const relationships: Members = {};
  for (const link of subject.links.filter(({ resource }) => resource.type === type))
    relationships[link.name] = { data: linkageTo(link, await subject.idsFrom(link, object)) };
  const attributes = await attributesOf(subject, object);
  const answer = await patch(subject, type, object, attributes, relationships);
  expect([answer.status, answer.body.data?.attributes]).toEqual([200, attributes]);
  expect(answer.headers['etag']).toBe(object.etag);
}

/**
 * A PATCH of a relationship requires `data` (JSON:API "Updating a Resource's Relationships"). To-many
 * relationships contain only links, so the request omits them.
 */
async function acceptedAsRead(subject: Subject, type: string): Promise<void> {
  const { http } = subject.tenant;
  const object = await subject.anObject(http, type);
  const { data } = (await http.get(object.path)).body as { data: { relationships?: Record<string, object> } };
  const changeable = subject.links.filter(
    (link) => link.resource.type === type && isFillable(link, 'update') && isToMany(link.relationship),
  );
  const names = new Set(changeable.map(({ name }) => name));
  const shown = Object.entries(data.relationships ?? {}).filter(([name]) => !names.has(name));
  const answer = await http.patch(object.path, {
    data: { ...data, ...(data.relationships && { relationships: Object.fromEntries(shown) }) },
  });
  expect([type, answer.status, answer.headers['etag']]).toEqual([type, 200, object.etag]);
}

async function refusedForAttribute(subject: Subject, resource: Resource): Promise<void> {
  const { type } = resource;
  const object = await subject.anObject(subject.tenant.http, type);
  const attributes = await attributesOf(subject, object);
  for (const name of fixedAttributes(resource)) {
    const answer = await patch(subject, type, object, { ...attributes, [name]: 'another' });
    expect([name, answer.status, codesOf(answer)]).toEqual([name, 422, ['not_fillable']]);
    expect(answer.body.errors[0].source).toEqual({ pointer: `/data/attributes/${name}` });
  }
}

async function tellsNothing(subject: Subject, resource: Resource): Promise<void> {
  const { type } = resource;
  const { api, tenant } = subject;
  const object = await subject.anObject(tenant.http, type);
  const attributes = await attributesOf(subject, object);
  const writer = tenant.http.as(await anAccessToken(api.database, tenant.shop, [`${type}.patch`]));
  for (const name of fixedAttributes(resource)) {
    const guess = await writer.patch(object.path, changed(type, object.id, { [name]: attributes[name] }));
    expect([name, guess.status, codesOf(guess)]).toEqual([name, 422, ['not_fillable']]);
  }
}

async function refusedForRelationship(subject: Subject, link: Link): Promise<void> {
  const { http } = subject.tenant;
  const { type } = link.resource;
  const [object, other] = [await subject.aLinked(http, link), await subject.aLinked(http, link)];
  const here = await subject.idsFrom(link, object);
  const elsewhere = await subject.idsFrom(link, other);
  const wrong = isToMany(link.relationship)
    ? [elsewhere, [], [...here, ...elsewhere], here.slice(1)].filter((ids) => ids.join() !== here.join())
    : [elsewhere, []];
  const send = (ids: readonly string[]) =>
    patch(subject, type, object, {}, { [link.name]: { data: linkageTo(link, ids) } });
  for (const ids of wrong) {
    const answer = await send(ids);
    expect([ids, answer.status, codesOf(answer)]).toEqual([ids, 403, ['relationship_not_writable']]);
    expect(answer.body.errors[0].source).toEqual({ pointer: `/data/relationships/${link.name}` });
  }
  expect((await send([...here].reverse())).status).toBe(200);
}
