import { randomUUID } from 'node:crypto';
import { changed, codesOf, type Made } from '@storewright/api-testing';
import type { Response } from '@storewright/testing';
import { canBeEmpty, isFillable, leadsToMany, type Link, linkageTo } from '../links';
import type { Sample } from '../sample';
import { type Subject, withMembers } from '../subject';
import { sortedIds, sourceOf } from './ids';
import { ofLinks, ofResources, type Rule } from './rule';
import { wrongLinkages } from './wrong-linkages';

const isCreated = (link: Link) => isFillable(link, 'create');
const isUpdated = (link: Link) => isFillable(link, 'update');

export const creating: readonly Rule[] = [
  ofLinks(
    'CR-17',
    'returns 404 for a relationship to an object that is missing or belongs to another shop',
    createdToNothing,
    isCreated,
  ),
  ofLinks('CR-18', 'returns 400 for a relationship without data', withoutData, isCreated),
  ofResources(
    'CR-19',
    'rejects linkage of another type or shape, and unknown and read-only relationships',
    wrongOnCreate,
  ),
];

export const updating: readonly Rule[] = [
  ofLinks(
    'UP-03',
    'does not change relationships that are not sent',
    keptOnUpdate,
    ({ resource }) => resource.update !== undefined,
  ),
  ofLinks(
    'UP-12',
    'replaces a relationship with the sent data, and empties it for null or []',
    replaced,
    isUpdated,
  ),
  ofLinks(
    'UP-13',
    'returns 404 and changes nothing if the target is missing or belongs to another shop',
    updatedToNothing,
    isUpdated,
  ),
];

async function create(subject: Subject, { resource, name }: Link, sent: unknown): Promise<Response> {
  const { http } = subject.tenant;
  const document = await subject.document(http, resource.type);
  return http.post(resource.path, withMembers(document, { relationships: { [name]: sent } }));
}

async function createdToNothing(subject: Subject, link: Link): Promise<void> {
  const theirs = await subject.anObject(subject.stranger.http, link.target.type);
  for (const id of [randomUUID(), theirs.id]) {
    const answer = await create(subject, link, { data: linkageTo(link, [id]) });
    const pointer = `/data/relationships/${link.name}/data${leadsToMany(link) ? '/0' : ''}/id`;
    expect([link.label, answer.status, codesOf(answer), sourceOf(answer)]).toEqual([
      ...[link.label, 404, ['not_found']],
      { pointer },
    ]);
  }
}

async function withoutData(subject: Subject, link: Link): Promise<void> {
  for (const relationship of [{}, { links: {} }, { meta: {} }, null, 'x', []]) {
    const answer = await create(subject, link, relationship);
    expect([link.label, relationship, answer.status, sourceOf(answer)]).toEqual([
      ...[link.label, relationship, 400],
      { pointer: `/data/relationships/${link.name}` },
    ]);
  }
}

async function wrongOnCreate(subject: Subject, { resource, document }: Sample): Promise<void> {
  const links = subject.linksOf(resource);
  for (const link of links.filter(isCreated)) {
    for (const [data, status] of wrongLinkages(link)) {
      const answer = await create(subject, link, { data });
      expect([link.label, data, answer.status]).toEqual([link.label, data, status]);
      expect(sourceOf(answer).pointer).toMatch(`/data/relationships/${link.name}/data`);
    }
  }
  const { http } = subject.tenant;
  const others = links.filter((each) => !isCreated(each));
  const right = await document(http);
  for (const name of ['nope', '__proto__', 'constructor', ...others.map((each) => each.name)]) {
    const relationships = JSON.parse(`{${JSON.stringify(name)}:{"data":null}}`) as object;
    const answer = await http.post(resource.path, withMembers(right, { relationships }));
    const refusal = others.some((each) => each.name === name)
      ? [403, ['relationship_not_writable']]
      : [422, ['unknown_relationship']];
    expect([resource.type, answer.status, codesOf(answer), sourceOf(answer)]).toEqual([
      ...[resource.type, ...refusal],
      { pointer: `/data/relationships/${name}` },
    ]);
  }
}

const update = ({ tenant }: Subject, object: Made, { resource, name }: Link, linkage: unknown) =>
  tenant.http.patch(
    object.path,
    changed(resource.type, object.id, {}, { relationships: { [name]: linkage } }),
  );

async function keptOnUpdate(subject: Subject, link: Link): Promise<void> {
  const { http } = subject.tenant;
  const object = await subject.aLinked(http, link);
  const before = await subject.idsFrom(link, object);
  const body = subject.aChange(link.resource.type, object.id);
  expect((await http.patch(object.path, body)).status).toBe(200);
  expect([link.label, await subject.idsFrom(link, object)]).toEqual([link.label, before]);
}

async function replaced(subject: Subject, link: Link): Promise<void> {
  const { http } = subject.tenant;
  const object = await subject.aLinked(http, link);
  const other = await subject.aLinkage(http, link, object);
  const answer = await update(subject, object, link, other);
  expect([link.label, answer.status]).toEqual([link.label, 200]);
  expect([link.label, await subject.idsFrom(link, object)]).toEqual([link.label, sortedIds(other.data)]);
  expect(answer.headers['etag']).not.toBe(object.etag);
  if (!canBeEmpty(link)) return;
  expect((await update(subject, object, link, { data: linkageTo(link, []) })).status).toBe(200);
  expect([link.label, await subject.idsFrom(link, object)]).toEqual([link.label, []]);
}

async function updatedToNothing(subject: Subject, link: Link): Promise<void> {
  const object = await subject.aLinked(subject.tenant.http, link);
  const before = await subject.idsFrom(link, object);
  const theirs = await subject.anObject(subject.stranger.http, link.target.type);
  for (const id of [randomUUID(), theirs.id]) {
    const answer = await update(subject, object, link, { data: linkageTo(link, [id]) });
    expect([link.label, answer.status, codesOf(answer)]).toEqual([link.label, 404, ['not_found']]);
  }
  const { headers } = await subject.tenant.http.get(object.path);
  expect([await subject.idsFrom(link, object), headers['etag']]).toEqual([before, object.etag]);
}

/**
 * Sends four concurrent requests. Each request first checks the target of the relationship, and a resource
 * rule may then lock the target (docs/adr/locks.md).
 */
export async function leadsThereAtOnce(subject: Subject, link: Link): Promise<void> {
  const { http } = subject.tenant;
  const sent = { [link.name]: await subject.aLinkage(http, link) };
  const documents: object[] = [];
  for (let count = 0; count < 4; count += 1)
    documents.push(await subject.document(http, link.resource.type, sent));
  const answers = await Promise.all(documents.map((each) => http.post(link.resource.path, each)));
  expect([link.label, answers.map(({ status }) => status)]).toEqual([link.label, [201, 201, 201, 201]]);
}
