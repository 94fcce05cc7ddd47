import { randomUUID } from 'node:crypto';
import { codesOf, pathOf } from '@storewright/api-testing';
import { isToMany } from '@storewright/json-api';
import { leadsToMany, type Link, linkageTo } from '../links';
import type { Sample } from '../sample';
import type { Subject } from '../subject';
import { addressOf, sortedIds } from './ids';
import { ofLinks, ofResources, type Rule } from './rule';

export const fetching: readonly Rule[] = [
  ofLinks(
    'DS-27',
    'returns a reference to another resource as a relationship, not as an attribute',
    noColumn,
  ),
  ofLinks('RL-01', 'returns the linkage at the self link', linkageAtSelfLink),
  ofLinks(
    'RL-02',
    'returns related objects at the related link as their own URLs return them',
    relatedAtLink,
  ),
  ofLinks('RL-03', 'returns null or [] for an empty relationship', nothing),
  ofResources('RL-04', 'returns 404 for an unknown relationship', noRelationship),
  ofLinks('RL-05', 'returns 404 if the object is missing or belongs to another shop', noObject),
  ofLinks('RL-06', 'returns a related link that does not depend on the related object', sameLink),
  ofLinks('DS-31', 'returns pagination links that page the linkage', pages, leadsToMany),
];

async function noColumn(_: Subject, { resource, relationship }: Link): Promise<void> {
  if (!isToMany(relationship)) expect(Object.keys(resource.attributes)).not.toContain(relationship.column);
}

async function linkageAtSelfLink(subject: Subject, link: Link): Promise<void> {
  const { http } = subject.tenant;
  const object = await subject.aLinked(http, link);
  const ids = await subject.idsFrom(link, object);
  expect([link.label, ids]).not.toEqual([link.label, []]);
  const { links: shown } = (await http.get(object.path)).body.data.relationships[link.name];
  expect(pathOf(shown.self)).toBe(addressOf(object, link));
  const { status, body } = await http.get(pathOf(shown.self)!);
  expect([link.label, status, body.data]).toEqual([link.label, 200, linkageTo(link, ids)]);
  expect([pathOf(body.links.self), body.links.related]).toEqual([addressOf(object, link), shown.related]);
}

async function relatedAtLink(subject: Subject, link: Link): Promise<void> {
  const { http } = subject.tenant;
  const object = await subject.aLinked(http, link);
  const { related } = (await http.get(object.path)).body.data.relationships[link.name].links;
  expect(pathOf(related)).toBe(`${object.path}/${link.name}`);
  const { status, body } = await http.get(pathOf(related)!);
  const ids = await subject.idsFrom(link, object);
  expect([link.label, status, sortedIds(body.data)]).toEqual([link.label, 200, ids]);
  expect(Array.isArray(body.data)).toBe(leadsToMany(link));
  for (const each of [body.data].flat())
    expect((await http.get(pathOf(each.links.self)!)).body.data).toEqual(each);
}

async function nothing(subject: Subject, link: Link): Promise<void> {
  const { http } = subject.tenant;
  const object = await subject.anUnlinked(http, link);
  if (!object) return;
  for (const path of [addressOf(object, link), `${object.path}/${link.name}`]) {
    const { status, body } = await http.get(path);
    expect([path, status, body.data]).toEqual([path, 200, leadsToMany(link) ? [] : null]);
  }
}

async function noRelationship(subject: Subject, { resource }: Sample): Promise<void> {
  const { http } = subject.tenant;
  const { path } = await subject.anObject(http, resource.type);
  for (const name of ['nope', 'relationships', '__proto__', 'constructor', 'id', 'shop_id'])
    for (const each of [`${path}/relationships/${name}`, `${path}/${name}`])
      expect([each, (await http.get(each)).status]).toEqual([each, 404]);
}

async function noObject(subject: Subject, link: Link): Promise<void> {
  const theirs = await subject.aLinked(subject.stranger.http, link);
  for (const id of [randomUUID(), 'x', theirs.id])
    for (const end of [`relationships/${link.name}`, link.name]) {
      const answer = await subject.tenant.http.get(`${link.resource.path}/${id}/${end}`);
      expect([link.label, id, answer.status, ...codesOf(answer)]).toEqual([
        ...[link.label, id, 404, 'not_found'],
      ]);
    }
}

async function sameLink(subject: Subject, link: Link): Promise<void> {
  const { http } = subject.tenant;
  const [one, other] = [await subject.aLinked(http, link), await subject.anUnlinked(http, link)];
  for (const object of other ? [one, other] : [one]) {
    const { related } = (await http.get(object.path)).body.data.relationships[link.name].links;
    expect(pathOf(related)).toBe(`${object.path}/${link.name}`);
  }
}

async function pages(subject: Subject, link: Link): Promise<void> {
  const { http } = subject.tenant;
  const object = await subject.aLinked(http, link);
  const seen: string[] = [];
  let next: string | undefined = `${addressOf(object, link)}?page[size]=1`;
  while (next) {
    const { body }: Awaited<ReturnType<typeof http.get>> = await http.get(next);
    expect(body.data).toHaveLength(1);
    seen.push(...sortedIds(body.data));
    next = pathOf(body.links.next);
  }
  expect([link.label, seen]).toEqual([link.label, await subject.idsFrom(link, object)]);
}
