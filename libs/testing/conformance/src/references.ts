import { codesOf, eventsOf, type Made } from '@storewright/api-testing';
import { isToMany, type OnDelete } from '@storewright/json-api';
import { canDo } from '@storewright/resources';
import type { Response } from '@storewright/testing';
import { isFillable, type Link } from './links';
import { isServed } from './sample';
import type { Sent, Subject } from './subject';

const RACES = 4;

/**
 * Tests the deletion of objects to which other objects refer (docs/contract.md §2). The declaration of the
 * relationship determines the expected status, and the status is never 500.
 */
export function testReferences(subject: Subject): void {
  const links = subject.links.filter(({ relationship, target }) => {
    const hasRows = !isToMany(relationship) || 'table' in relationship.many;
    return hasRows && canDo(target, 'delete') && isServed(subject.sampleOf(target.type));
  });
  if (links.length === 0) return;
  const labelled = links.map((link): [string, OnDelete | 'as its foreign key says', Link] => [
    link.label,
    onDeleteOf(link) ?? 'as its foreign key says',
    link,
  ]);
  describe('DELETE of the target of a relationship', () => {
    it.each(labelled)('%s: %s', (_, __, link) => deletesTarget(subject, link));

    const raced = labelled.filter(([, , link]) => isFillable(link, 'create'));
    if (raced.length > 0)
      it.each(raced)('%s: %s, even while an object that refers to it is created', (_, __, link) =>
        racesWithNewObjects(subject, link),
      );
  });
}

const onDeleteOf = ({ relationship }: Link): OnDelete | undefined =>
  relationship.onDelete ?? (isToMany(relationship) ? undefined : 'refuse');

async function deletesTarget(subject: Subject, link: Link): Promise<void> {
  const { resource, target, name } = link;
  const { http, shop } = subject.tenant;
  const object = await subject.aLinked(http, link);
  const { data } = (await http.get(`${object.path}/relationships/${name}`)).body as Sent;
  const [{ id } = { id: '' }] = [data].flat() as { id: string }[];
  const path = await releasedTarget(subject, link, id);
  const before = await eventsOf(subject.api.database, shop);
  const answer = await http.delete(path);
  const events = (await eventsOf(subject.api.database, shop)).slice(before.length);
  const ofObject = events.filter(({ resource_id }) => resource_id === object.id).map(({ type }) => type);
  switch (onDeleteOf(link)) {
    case 'refuse': {
      expectRefused(answer, link);
      expect(events).toEqual([]);
      await subject.sampleOf(resource.type).release?.(http, object);
      expect((await http.delete(object.path)).status).toBe(204);
      expect((await http.delete(path)).status).toBe(204);
      return;
    }
    case 'delete':
      expect([answer.status, ofObject]).toEqual([204, [`${resource.type}.deleted`]]);
      expect((await http.get(object.path)).status).toBe(404);
      break;
    case 'detach': {
      expect([answer.status, ofObject]).toEqual([204, [`${resource.type}.updated`]]);
      const { relationships } = (await http.get(object.path)).body.data;
      expect(relationships[name].data).toBeNull();
      break;
    }
    default:
      if (answer.status !== 204) return expectRefused(answer, link);
  }
  const ofTarget = events.filter(({ resource_id }) => resource_id === id).map(({ type }) => type);
  expect(ofTarget).toEqual([`${target.type}.deleted`]);
}

/**
 * Deletes the target of a relationship while concurrent POST requests create objects that refer to the
 * target. Either the new object is stored before the deletion, or the deletion succeeds and the new object is
 * rejected.
 */
async function racesWithNewObjects(subject: Subject, link: Link): Promise<void> {
  const { resource, name } = link;
  const { http } = subject.tenant;
  for (let round = 0; round < RACES; round += 1) {
    const linkage = await subject.aLinkage(http, link);
    const document = await subject.document(http, resource.type, { [name]: linkage });
    const [{ id } = { id: '' }] = [linkage.data].flat() as { id: string }[];
    const path = await releasedTarget(subject, link, id);
    const [created, deleted] = await Promise.all([http.post(resource.path, document), http.delete(path)]);
    expect(deleted.status === 204 || codesOf(deleted).includes('still_referenced')).toBe(true);
    expect(created.status === 201 || created.status === 404 || created.status === 422).toBe(true);
    if (deleted.status === 409) expect(created.status).toBe(201);
  }
}

function expectRefused(answer: Response, { resource: { type } }: Link): void {
  expect([answer.status, codesOf(answer)]).toEqual([409, expect.arrayContaining(['still_referenced'])]);
  const errors = answer.body.errors as { meta?: { type?: string }; detail: string }[];
  expect(errors.map(({ meta }) => meta?.type)).toContain(type);
}

async function releasedTarget(subject: Subject, { target }: Link, id: string): Promise<string> {
  const path = `${target.path}/${id}`;
  const { http } = subject.tenant;
  const response = await http.get(path);
  const object: Made = { id, path, etag: response.headers['etag']!, response };
  await subject.sampleOf(target.type).release?.(http, object);
  return path;
}
