import { randomUUID } from 'node:crypto';
import { codesOf } from '@storewright/api-testing';
import { atomicExtension, mediaType } from '@storewright/json-api';
import { canDo } from '@storewright/resources';
import type { Response } from '@storewright/testing';
import type { Subject } from './subject';

/**
 * Tests atomic requests with each resource (docs/json-api.md, AT-01 to AT-05). The specs of products test the
 * details of atomic operations.
 */
export function testOperations(subject: Subject): void {
  const resources = subject.served.map(({ resource }) => resource);
  const types = resources
    .filter((each) => canDo(each, 'post') && canDo(each, 'patch'))
    .map(({ type }) => type);
  if (types.length === 0) return;
  describe('an atomic request', () => {
    it.each(types)('creates and updates an object of %s, or changes nothing if an operation fails', (type) =>
      doesAll(subject, type),
    );
  });
}

async function doesAll(subject: Subject, type: string): Promise<void> {
  const { http } = subject.tenant;
  const add = async (id: string) => {
    const { data } = (await subject.document(http, type)) as { data: object };
    return { op: 'add', data: { ...data, id } };
  };
  const [id, other] = [randomUUID(), randomUUID()];
  const change = { op: 'update', ...subject.aChange(type, id) };
  const done = await operate(subject, [await add(id), change]);
  const shown = await http.get(`/api/${type}/${id}`);
  expect([type, done.status, shown.status]).toEqual([type, 200, 200]);
  const [made, changed] = (done.body['atomic:results'] as { data: { meta: { version: number } } }[]).map(
    ({ data }) => data,
  );
  expect([made!.meta.version, changed]).toEqual([1, shown.body.data]);
  expect(shown.body.data.meta.version).toBe(2);

  // Version 1 of the object is stale, because the first change has already created version 2.
  const late = await operate(subject, [{ ...change, meta: { version: 1 } }]);
  expect([type, late.status, codesOf(late)]).toEqual([type, 412, ['precondition_failed']]);
  expect(late.body.errors[0].source.pointer).toBe('/atomic:operations/0');

  const refused = await operate(subject, [await add(other), await add(id)]);
  expect([type, refused.status, codesOf(refused)]).toEqual([type, 409, ['already_exists']]);
  expect(refused.body.errors[0].source.pointer).toMatch(/^\/atomic:operations\/1\//);
  expect((await http.get(`/api/${type}/${other}`)).status).toBe(404);
}

function operate({ tenant }: Subject, operations: object[]): Promise<Response> {
  const headers = { 'content-type': `${mediaType};ext="${atomicExtension}"` };
  return tenant.http.post('/api/operations', { 'atomic:operations': operations }, { headers });
}
