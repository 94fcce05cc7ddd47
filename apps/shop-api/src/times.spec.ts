import { aTenant, codesOf, query, type Tenant, type TestApi } from '@storewright/api-testing';
import { comparedOf, type Resource, writableOf } from '@storewright/json-api';
import { resources } from './testing/resources';
import { sampleOf } from './testing/samples';
import { startShopApi } from './testing/shop-api';

let api: TestApi;
let tenant: Tenant;
beforeAll(async () => {
  api = await startShopApi();
  tenant = await aTenant(api);
});
afterAll(() => api.close());

/** Times that are none, and those that Postgres cannot keep or that no document could show again. */
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
/** The ends of what can be kept. */
const possible = ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999999Z', '2026-01-31T09:00:00-15:59'];

const filters = resources.flatMap((resource) =>
  Object.entries(resource.filterable)
    .filter(([, kind]) => comparedOf(kind) === 'timestamp')
    .map(([name]): [string, string] => [resource.path, name]),
);
const attributes = resources.flatMap((resource) =>
  [...writableOf(resource.create)]
    .filter((name) => resource.attributes[name] === 'timestamp')
    .map((name): [string, string, Resource] => [resource.type, name, resource]),
);

describe('a time in a query', () => {
  it.each(filters)('of %s that cannot be is refused by filter[%s]', async (path, name) => {
    for (const time of impossible)
      for (const parameter of [`filter[${name}]`, `filter[${name}][lt]`]) {
        const answer = await tenant.http.get(`${path}?${query({ [parameter]: time })}`);
        expect([time, answer.status, answer.body.errors[0].source]).toEqual([time, 400, { parameter }]);
      }
  });

  it.each(filters)('of %s at the ends of what can be is compared by filter[%s]', async (path, name) => {
    for (const time of possible) {
      const answer = await tenant.http.get(`${path}?${query({ [`filter[${name}][gte]`]: time })}`);
      expect([time, answer.status]).toEqual([time, 200]);
    }
  });
});

describe('a time in an attribute', () => {
  const create = async (resource: Resource, name: string, time: string) => {
    const { data } = (await sampleOf(resource.type).document(tenant.http)) as {
      data: { attributes: object };
    };
    const attributes = { ...data.attributes, [name]: time };
    return tenant.http.post(resource.path, { data: { ...data, attributes } });
  };

  it.each(attributes)('of %s that cannot be is refused in %s', async (_, name, resource) => {
    for (const time of impossible) {
      const answer = await create(resource, name, time);
      expect([time, answer.status, codesOf(answer)]).toEqual([time, 422, ['invalid_attribute']]);
      expect(answer.body.errors[0].source).toEqual({ pointer: `/data/attributes/${name}` });
    }
  });

  it.each(attributes)('of %s at the ends of what can be is kept in %s', async (_, name, resource) => {
    for (const time of possible)
      expect([time, (await create(resource, name, time)).status]).toEqual([time, 201]);
  });
});
