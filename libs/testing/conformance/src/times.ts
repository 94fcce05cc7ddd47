import { codesOf, query } from '@storewright/api-testing';
import { comparedOf, type Resource, writableOf } from '@storewright/json-api';
import type { Response } from '@storewright/testing';
import { type Subject, withMembers } from './subject';

const impossible = [
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59-14:00',
  '9999-12-31T24:00:00Z',
  '9999-12-31T23:59:59.9999999Z',
  '294277-01-01T00:00:00Z',
  '2026-01-31T09:00:00+16:00',
  '2026-01-31T09:00:00-23:59',
  '2026-02-30T09:00:00Z',
  'infinity',
];
const possible = ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999999Z', '2026-01-31T09:00:00-15:59'];

export function testTimes(subject: Subject): void {
  const resources = subject.served.map(({ resource }) => resource);
  const filters = resources.flatMap((resource) =>
    timesAmong(resource.filterable).map((name): [string, string] => [resource.path, name]),
  );
  if (filters.length > 0)
    describe('a time in a query', () => {
      it.each(filters)('of %s that cannot be stored returns 400 in filter[%s]', (path, name) =>
        refusedByFilter(subject, path, name),
      );
      it.each(filters)(
        'of %s that is the earliest or latest valid time is accepted in filter[%s]',
        (path, name) => comparedByFilter(subject, path, name),
      );
    });
  const attributes = resources.flatMap((resource) =>
    [...writableOf(resource.create)]
      .filter((name) => resource.attributes[name] === 'timestamp')
      .map((name): [string, string] => [resource.type, name]),
  );
  if (attributes.length > 0)
    describe('a time in an attribute', () => {
      it.each(attributes)('of %s that cannot be stored returns 422 in %s', (type, name) =>
        refusedInAttribute(subject, type, name),
      );
      it.each(attributes)('of %s that is the earliest or latest valid time is accepted in %s', (type, name) =>
        keptInAttribute(subject, type, name),
      );
    });
}

const timesAmong = (filterable: Resource['filterable']) =>
  Object.entries(filterable)
    .filter(([, kind]) => comparedOf(kind) === 'timestamp')
    .map(([name]) => name);

async function refusedByFilter({ tenant }: Subject, path: string, name: string): Promise<void> {
  for (const time of impossible)
    for (const parameter of [`filter[${name}]`, `filter[${name}][lt]`]) {
      const answer = await tenant.http.get(`${path}?${query({ [parameter]: time })}`);
      expect([time, answer.status, answer.body.errors[0].source]).toEqual([time, 400, { parameter }]);
    }
}

async function comparedByFilter({ tenant }: Subject, path: string, name: string): Promise<void> {
  for (const time of possible) {
    const answer = await tenant.http.get(`${path}?${query({ [`filter[${name}][gte]`]: time })}`);
    expect([time, answer.status]).toEqual([time, 200]);
  }
}

async function create(subject: Subject, type: string, attributes: object): Promise<Response> {
  const { http } = subject.tenant;
  return http.post(`/api/${type}`, withMembers(await subject.document(http, type), { attributes }));
}

async function refusedInAttribute(subject: Subject, type: string, name: string): Promise<void> {
  for (const time of impossible) {
    const answer = await create(subject, type, { [name]: time });
    expect([time, answer.status, codesOf(answer)]).toEqual([time, 422, ['invalid_attribute']]);
    expect(answer.body.errors[0].source).toEqual({ pointer: `/data/attributes/${name}` });
  }
}

async function keptInAttribute(subject: Subject, type: string, name: string): Promise<void> {
  for (const time of possible)
    expect([time, (await create(subject, type, { [name]: time })).status]).toEqual([time, 201]);
}
