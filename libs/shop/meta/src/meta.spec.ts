import { randomUUID } from 'node:crypto';
import {
  aMeta,
  anApi,
  aResourceType,
  aTenant,
  changedMeta,
  codesOf,
  idsOf,
  type MetaObject,
  newMeta,
  pathOf,
  query,
  type TestApi,
} from '@storewright/api-testing';
import { anAccessToken, processorMs, type Response, until } from '@storewright/testing';
import { metaLimits } from './meta-data';
import { MetaModule } from './meta.module';
import fc from 'fast-check';

let api: TestApi;
beforeAll(async () => {
  api = await anApi([MetaModule.forRoot(metaLimits)]);
});
afterAll(() => api.close());

const dataOf = ({ body }: Response) => body.data.attributes.data as Record<string, unknown>;
/** Returns the stored object as the API shows it. */
const now = async ({ path }: { path: string }) => (await api.http.get(path)).body.data;

describe('POST /api/meta', () => {
  it('stores the data and returns it with the URL of the new object', async () => {
    const attributes = { resource_type: 'products', resource_id: 'P-1', data: { colour: 'red' } };
    const { status, headers, body } = await api.http.post('/api/meta', newMeta(attributes));
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ type: 'meta', attributes });
    expect(body.data.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(headers['location']).toBe(body.data.links.self);
    expect(Object.keys(body.data.attributes)).toEqual(['resource_type', 'resource_id', 'data']);
    expect(body.data.meta).toEqual({
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      updated_at: body.data.meta.created_at,
      version: 1,
    });
  });

  it('stores an empty map if data is absent', async () => {
    const { response } = await aMeta(api.http);
    expect(dataOf(response)).toEqual({});
  });

  it('accepts a UUID as id from the client', async () => {
    const id = randomUUID();
    const { body } = await api.http.post('/api/meta', newMeta({}, { id }));
    expect(body.data.id).toBe(id);
    expect((await api.http.get(`/api/meta/${id.toUpperCase()}`)).body.data.id).toBe(id);
  });

  it.each(['1', '', 'not-a-uuid', null, 1, {}, 'AAAAAAAA-0000-4000-8000-000000000000'])(
    'returns 403 for the invalid id %j',
    async (id) => {
      const answer = await api.http.post('/api/meta', newMeta({}, { id }));
      expect([answer.status, codesOf(answer)]).toEqual([403, ['client_id_not_allowed']]);
      expect(answer.body.errors[0].source).toEqual({ pointer: '/data/id' });
    },
  );

  it.each<Record<string, string>>([{}, { 'idempotency-key': 'taken' }])(
    'rejects the id of an existing object and changes nothing (%j)',
    async (headers) => {
      const { id, path } = await aMeta(api.http, { data: { first: true } });
      const answer = await api.http.post('/api/meta', newMeta({ data: { second: true } }, { id }), {
        headers,
      });
      expect([answer.status, codesOf(answer)]).toEqual([409, ['already_exists']]);
      expect(answer.body.errors[0].source).toEqual({ pointer: '/data/id' });
      expect((await now({ path })).attributes.data).toEqual({ first: true });
    },
  );

  it('stores separate objects of two shops with equal ids', async () => {
    const other = await aTenant(api);
    const { id, path } = await aMeta(api.http, { data: { of: 'one' } });
    const answer = await other.http.post('/api/meta', newMeta({ data: { of: 'other' } }, { id }));
    expect(answer.status).toBe(201);
    expect((await now({ path })).attributes.data).toEqual({ of: 'one' });
    expect(dataOf(await other.http.get(path))).toEqual({ of: 'other' });
    await other.http.delete(path);
    expect((await api.http.get(path)).status).toBe(200);
  });

  it('stores several metadata objects for the same resource', async () => {
    const resource = { resource_type: aResourceType(), resource_id: '7' };
    const made = [await aMeta(api.http, resource), await aMeta(api.http, resource)];
    const list = await api.http.get(
      `/api/meta?${query({ 'filter[resource_type]': resource.resource_type })}`,
    );
    expect(idsOf(list)).toEqual(made.map(({ id }) => id));
  });

  it('creates an object for each of many concurrent requests', async () => {
    const resource_type = aResourceType();
    const made = await Promise.all(Array.from({ length: 40 }, () => aMeta(api.http, { resource_type })));
    expect(new Set(made.map(({ id }) => id)).size).toBe(40);
    const list = await api.http.get(
      `/api/meta?${query({ 'filter[resource_type]': resource_type, 'page[size]': 100 })}`,
    );
    expect(idsOf(list)).toHaveLength(40);
  });

  it.each([
    ['a missing resource_type', { resource_type: undefined }, '/data/attributes', 'resource_type'],
    ['a missing resource_id', { resource_id: undefined }, '/data/attributes', 'resource_id'],
    ['an empty resource_type', { resource_type: '' }, '/data/attributes/resource_type', 'resource_type'],
    ['a resource_id that is null', { resource_id: null }, '/data/attributes/resource_id', 'resource_id'],
    ['a resource_id that is a number', { resource_id: 5 }, '/data/attributes/resource_id', 'resource_id'],
    [
      'a resource_id of 65 characters',
      { resource_id: 'x'.repeat(65) },
      '/data/attributes/resource_id',
      'resource_id',
    ],
    [
      'a resource_type of 65 emoji',
      { resource_type: '🛒'.repeat(65) },
      '/data/attributes/resource_type',
      'resource_type',
    ],
    ['data that is null', { data: null }, '/data/attributes/data', 'data'],
    ['data that is an array', { data: [] }, '/data/attributes/data', 'data'],
    ['data that is a string', { data: '{}' }, '/data/attributes/data', 'data'],
  ])('returns an error with a pointer for %s', async (_, attributes, pointer, attribute) => {
    const answer = await api.http.post('/api/meta', newMeta(attributes));
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject([
      { code: 'invalid_attribute', source: { pointer }, meta: { attribute } },
    ]);
    expect(answer.body.errors[0].detail).toContain(attribute);
  });

  it('accepts 64 characters in resource_type and resource_id, and counts an emoji as one character', async () => {
    const attributes = { resource_type: '🛒'.repeat(64), resource_id: 'é'.repeat(64) };
    const { response } = await aMeta(api.http, attributes);
    expect(response.body.data.attributes).toMatchObject(attributes);
    const found = await api.http.get(
      `/api/meta?${query({ 'filter[resource_type]': attributes.resource_type })}`,
    );
    expect(idsOf(found)).toEqual([response.body.data.id]);
  });

  it('reports every error in the document', async () => {
    const attributes = { resource_type: '', resource_id: undefined, data: [], override: true, made_up: 1 };
    const answer = await api.http.post('/api/meta', newMeta(attributes));
    expect(answer.status).toBe(422);
    expect(codesOf(answer).sort()).toEqual([
      'invalid_attribute',
      'invalid_attribute',
      'invalid_attribute',
      'not_fillable',
      'unknown_attribute',
    ]);
  });
});

describe('GET /api/meta/{id}', () => {
  it('returns the created object', async () => {
    const { path, response } = await aMeta(api.http, { data: { a: [1, { b: null }] } });
    expect((await api.http.get(path)).body.data).toEqual(response.body.data);
  });

  it('returns 304 for the current ETag, and 200 after a change', async () => {
    const { id, path, etag } = await aMeta(api.http);
    const headers = { 'if-none-match': `"other", W/${etag}` };
    const unchanged = await api.http.get(path, { headers });
    expect([unchanged.status, unchanged.text, unchanged.headers['etag']]).toEqual([304, '', etag]);
    await api.http.patch(path, changedMeta(id, { data: { a: 1 } }));
    const changed = await api.http.get(path, { headers });
    expect(changed.status).toBe(200);
    expect(changed.headers['etag']).not.toBe(etag);
  });

  it('returns for HEAD the headers of a GET response without a body', async () => {
    const { path } = await aMeta(api.http);
    const [get, head] = [await api.http.get(path), await api.http.send('HEAD', path)];
    expect([head.status, head.text]).toEqual([200, '']);
    for (const name of ['etag', 'content-type', 'content-length', 'vary'])
      expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
    expect((await api.http.send('HEAD', `/api/meta/${randomUUID()}`)).status).toBe(404);
  });

  it('returns 404 for an object of another shop', async () => {
    const other = await aTenant(api);
    const { path } = await aMeta(other.http);
    const answer = await api.http.get(path);
    expect([answer.status, codesOf(answer)]).toEqual([404, ['not_found']]);
  });

  it.each(['1', 'not-a-uuid', '%00', '%F0%9F%9B%92', 'x'.repeat(5_000), '..%2F..', '*', randomUUID()])(
    'returns 404 for the id %s',
    async (id) => {
      for (const method of ['GET', 'DELETE'])
        expect([method, (await api.http.send(method, `/api/meta/${id}`)).status]).toEqual([method, 404]);
    },
  );
});

describe('PATCH /api/meta/{id}', () => {
  it('sets sent keys, removes keys sent as null and keeps all remaining keys', async () => {
    const { id, path } = await aMeta(api.http, { data: { kept: { deep: 1 }, changed: 1, removed: 1 } });
    const change = { data: { changed: { deep: 2 }, removed: null, added: [null] } };
    const answer = await api.http.patch(path, changedMeta(id, change));
    expect(answer.status).toBe(200);
    expect(dataOf(answer)).toEqual({ kept: { deep: 1 }, changed: { deep: 2 }, added: [null] });
    expect(answer.body.data).toEqual(await now({ path }));
  });

  it.each([
    [true, { only: null }],
    [false, { old: 1 }],
    [undefined, { old: 1 }],
  ])('merges or replaces the metadata if override is %p', async (override, expected) => {
    const { id, path } = await aMeta(api.http, { data: { old: 1 } });
    const answer = await api.http.patch(path, changedMeta(id, { data: { only: null }, override }));
    expect(dataOf(answer)).toEqual(expected);
  });

  it('changes nothing if the attribute data is absent', async () => {
    const { id, path, response } = await aMeta(api.http, { data: { a: 1 } });
    for (const attributes of [{}, { override: true }, { override: false }]) {
      const answer = await api.http.patch(path, changedMeta(id, attributes));
      expect(answer.status).toBe(200);
      expect(answer.body.data).toEqual(response.body.data);
    }
    expect((await api.http.patch(path, { data: { type: 'meta', id } })).status).toBe(200);
    expect(await now({ path })).toEqual(response.body.data);
  });

  it('updates updated_at and version, but not created_at', async () => {
    const { id, path, response } = await aMeta(api.http);
    const before = response.body.data.meta;
    const { meta } = (await api.http.patch(path, changedMeta(id, { data: { a: 1 } }))).body.data;
    expect(meta.version).toBe(2);
    expect(meta.created_at).toBe(before.created_at);
    expect(meta.updated_at > before.updated_at).toBe(true);
  });

  it.each([
    ['resource_type', { resource_type: 'other' }, 'not_fillable'],
    ['resource_id', { resource_id: 'other' }, 'not_fillable'],
    ['created_at', { created_at: '2020-01-01T00:00:00.000000Z' }, 'not_fillable'],
    ['made_up', { made_up: 1 }, 'unknown_attribute'],
    ['override', { override: 'true' }, 'invalid_attribute'],
    ['override', { override: null }, 'invalid_attribute'],
    ['data', { data: null }, 'invalid_attribute'],
  ])('rejects the whole document because of the attribute %s in %j', async (name, attributes, code) => {
    const { id, path, response } = await aMeta(api.http, { data: { a: 1 } });
    const answer = await api.http.patch(path, changedMeta(id, { data: { a: 2 }, ...attributes }));
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject([
      { code, source: { pointer: `/data/attributes/${name}` }, meta: { attribute: name } },
    ]);
    expect(await now({ path })).toEqual(response.body.data);
  });

  it('keeps every key when many concurrent requests change different keys', async () => {
    const { id, path } = await aMeta(api.http, { data: { start: 0 } });
    const keys = Array.from({ length: 60 }, (_, at) => `k${at}`);
    const answers = await Promise.all(
      keys.map((key, at) => api.http.patch(path, changedMeta(id, { data: { [key]: at } }))),
    );
    expect(answers.map(({ status }) => status)).toEqual(keys.map(() => 200));
    const { attributes, meta } = await now({ path });
    expect(attributes.data).toEqual({ start: 0, ...Object.fromEntries(keys.map((key, at) => [key, at])) });
    expect(meta.version).toBe(61);
    for (const key of [keys[0]!, keys[59]!])
      expect(idsOf(await api.http.get(`/api/meta?${query({ 'filter[meta]': { key } })}`))).toEqual([id]);
  });

  it('accepts only one of many concurrent changes with the same version in If-Match', async () => {
    const { id, path, etag } = await aMeta(api.http);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        api.http.patch(path, changedMeta(id, { data: { winner: at } }), { headers: { 'if-match': etag } }),
      ),
    );
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(7);
    expect((await now({ path })).attributes.data).toEqual(dataOf(winners[0]!));
  });

  it.each([
    ['"other"', 412],
    ['W/ETAG', 412],
    ['"other", ETAG', 200],
    ['*', 200],
  ])('responds to If-Match: %s with the status %d', async (header, status) => {
    const { id, path, etag } = await aMeta(api.http);
    const headers = { 'if-match': header.replace('ETAG', etag) };
    const answer = await api.http.patch(path, changedMeta(id, { data: { a: 1 } }), { headers });
    expect(answer.status).toBe(status);
    if (status === 412) expect(answer.body.errors[0].source).toEqual({ header: 'If-Match' });
    expect((await now({ path })).meta.version).toBe(status === 200 ? 2 : 1);
  });

  it.each([
    ['"other"', 200],
    ['ETAG', 412],
    ['W/ETAG', 412],
    ['*', 412],
  ])('responds to If-None-Match: %s with the status %d', async (header, status) => {
    const { id, path, etag } = await aMeta(api.http);
    const headers = { 'if-none-match': header.replace('ETAG', etag) };
    const answer = await api.http.patch(path, changedMeta(id, { data: { a: 1 } }), { headers });
    expect(answer.status).toBe(status);
    if (status === 412) expect(answer.body.errors[0].source).toEqual({ header: 'If-None-Match' });
    expect((await now({ path })).meta.version).toBe(status === 200 ? 2 : 1);
  });

  it.each([
    ['the type', { type: 'orders' }, 409, 'type_mismatch', '/data/type'],
    ['the id', { id: randomUUID() }, 409, 'id_mismatch', '/data/id'],
    ['no type', { type: undefined }, 400, 'malformed_document', '/data'],
    ['no id', { id: undefined }, 400, 'malformed_document', '/data'],
    ['an id that is not a string', { id: 5 }, 400, 'malformed_document', '/data/id'],
  ])(
    'rejects a wrong or missing type or id in the document: %s',
    async (_, members, status, code, pointer) => {
      const { id, path } = await aMeta(api.http);
      const document = { data: { type: 'meta', id, attributes: { data: { a: 1 } }, ...members } };
      const answer = await api.http.patch(path, document);
      expect(answer.status).toBe(status);
      expect(answer.body.errors).toMatchObject([{ code, source: { pointer } }]);
      expect((await now({ path })).meta.version).toBe(1);
    },
  );

  it('returns 404 for an object of another shop and does not change the object', async () => {
    const other = await aTenant(api);
    const { id, path, response } = await aMeta(other.http);
    expect((await api.http.patch(path, changedMeta(id, { data: { a: 1 } }))).status).toBe(404);
    expect((await other.http.get(path)).body.data).toEqual(response.body.data);
  });
});

describe('DELETE /api/meta/{id}', () => {
  it('returns 204 for the first request and 404 for later requests', async () => {
    const { id, path } = await aMeta(api.http, { data: { unique_to_this: 1 } });
    const gone = await api.http.delete(path);
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect((await api.http.delete(path)).status).toBe(404);
    expect((await api.http.get(path)).status).toBe(404);
    expect((await api.http.patch(path, changedMeta(id, {}))).status).toBe(404);
    const found = await api.http.get(`/api/meta?${query({ 'filter[meta]': { key: 'unique_to_this' } })}`);
    expect(found.body.data).toEqual([]);
  });

  it('returns 412 for an outdated version in If-Match', async () => {
    const { id, path, etag } = await aMeta(api.http);
    const changed = await api.http.patch(path, changedMeta(id, { data: { a: 1 } }));
    expect((await api.http.delete(path, { headers: { 'if-match': etag } })).status).toBe(412);
    const newest = changed.headers['etag']!;
    expect((await api.http.delete(path, { headers: { 'if-none-match': newest } })).status).toBe(412);
    expect((await api.http.delete(path, { headers: { 'if-match': newest } })).status).toBe(204);
  });

  it('succeeds for only one of many concurrent requests', async () => {
    const { path } = await aMeta(api.http, { data: { a: 1, b: 2 } });
    const answers = await Promise.all(Array.from({ length: 6 }, () => api.http.delete(path)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404, 404]);
  });

  it('makes a later object with the same id have a different ETag', async () => {
    const { id, path, etag } = await aMeta(api.http);
    await api.http.delete(path);
    const again = await api.http.post('/api/meta', newMeta({}, { id }));
    expect(again.status).toBe(201);
    expect(again.headers['etag']).not.toBe(etag);
  });
});

describe('GET /api/meta with filters (docs/contract.md §5)', () => {
  const resource_type = aResourceType();
  const objects = [
    { resource_id: '1', data: { colour: 'red', size: 10, on: true } },
    { resource_id: '1', data: { colour: 'blue', size: 10.5 } },
    { resource_id: '2', data: { colour: 'red', size: '10' } },
    { resource_id: '2', data: { colour: ['red'], size: null } },
    { resource_id: '3', data: { size: -1, 'ключ "a"': '😀' } },
    { resource_id: '3', data: {} },
  ];
  let made: MetaObject[];
  beforeAll(async () => {
    made = [];
    for (const each of objects) made.push(await aMeta(api.http, { resource_type, ...each }));
    await aMeta(api.http, { resource_type: aResourceType(), resource_id: '1', data: { colour: 'red' } });
  });

  /** Returns the numbers of the matching objects. */
  async function found(filters: Record<string, string | object>): Promise<number[]> {
    const names = Object.fromEntries(
      Object.entries({ resource_type, ...filters }).map(([name, value]) => [`filter[${name}]`, value]),
    );
    const answer = await api.http.get(`/api/meta?${query(names)}`);
    expect(answer.status).toBe(200);
    return idsOf(answer).map((id) => made.findIndex((each) => each.id === id));
  }

  it.each<[object, number[]]>([
    [{}, [0, 1, 2, 3, 4, 5]],
    [{ resource_id: '1' }, [0, 1]],
    [{ resource_id: 'none' }, []],
    [{ meta: { key: 'colour' } }, [0, 1, 2, 3]],
    [{ meta: { key: 'colour', value: 'red' } }, [0, 2]],
    [{ meta: { key: 'colour', operator: '=', value: 'red' } }, [0, 2]],
    [{ meta: { key: 'colour', operator: '!=', value: 'red' } }, [1, 3]],
    [{ meta: { key: 'size', value: 10 } }, [0]],
    [{ meta: { key: 'size', value: '10' } }, [2]],
    [{ meta: { key: 'size', operator: '>', value: 10 } }, [1]],
    [{ meta: { key: 'size', operator: '>=', value: 10 } }, [0, 1]],
    [{ meta: { key: 'size', operator: '<', value: 10 } }, [4]],
    [{ meta: { key: 'size', operator: '<=', value: 10.5 } }, [0, 1, 4]],
    [{ meta: { key: 'size', operator: '<', value: '2' } }, [2]],
    [{ meta: { key: 'size', operator: '!=', value: 10 } }, [1, 2, 3, 4]],
    [{ meta: { key: 'on', value: true } }, [0]],
    [{ meta: { key: 'on', operator: '!=', value: true } }, []],
    [{ meta: { key: 'ключ "a"', value: '😀' } }, [4]],
    [{ meta: { key: 'none' } }, []],
    [{ meta: [] }, [0, 1, 2, 3, 4, 5]],
    [
      {
        meta: [
          { key: 'colour', value: 'red' },
          { key: 'size', operator: '>', value: 5 },
        ],
      },
      [0],
    ],
    [{ resource_id: '1', meta: { key: 'colour', value: 'red' } }, [0]],
    [{ resource_id: '2', meta: [{ key: 'colour' }, { key: 'size', value: '10' }] }, [2]],
  ])('returns the objects that match %j', async (filters, expected) => {
    expect(await found(filters as Record<string, string>)).toEqual(expected);
  });

  it('reads + and %20 as a space, and reads %2B as a plus sign', async () => {
    const type = aResourceType();
    const { id } = await aMeta(api.http, { resource_type: `${type} a b` });
    const plus = await aMeta(api.http, { resource_type: `${type} a+b` });
    const listed = async (value: string) =>
      idsOf(await api.http.get(`/api/meta?filter[resource_type]=${value}`));
    expect(await listed(`${type}+a+b`)).toEqual([id]);
    expect(await listed(`${type}%20a%20b`)).toEqual([id]);
    expect(await listed(`${type}%20a%2Bb`)).toEqual([plus.id]);
  });

  it.each([
    ['invalid JSON', '{'],
    ['an empty string', ''],
    ['a number', '5'],
    ['null', 'null'],
    ['a key that is not a string', '{"key":5}'],
    ['no key', '{"value":5}'],
    ['an unknown member', '{"key":"a","vaule":5}'],
    ['an unknown operator', '{"key":"a","operator":"LIKE","value":5}'],
    ['an operator without value', '{"key":"a","operator":">"}'],
    ['a value that is null', '{"key":"a","value":null}'],
    ['a value that is an array', '{"key":"a","value":[1]}'],
    ['a boolean with an order operator', '{"key":"a","operator":">","value":true}'],
    ['a number out of range', '{"key":"a","value":1e400}'],
    ['U+0000 in the key', '{"key":"\\u0000"}'],
    ['an unpaired surrogate in the value', '{"key":"a","value":"\\ud800"}'],
    ['an array with a member that is not an object', '[{"key":"a"},5]'],
    ['more than 16 objects', JSON.stringify(Array.from({ length: 17 }, () => ({ key: 'a' })))],
  ])('rejects %s as filter[meta]', async (_, text) => {
    const answer = await api.http.get(`/api/meta?filter[meta]=${encodeURIComponent(text)}`);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([
      { code: 'invalid_query_parameter', source: { parameter: 'filter[meta]' } },
    ]);
  });

  it('returns a pointer to each invalid condition of an array', async () => {
    const answer = await api.http.get(
      `/api/meta?${query({ 'filter[meta]': [{ key: 'a' }, { operator: 'x' }] })}`,
    );
    expect(answer.body.errors[0].detail).toContain('filter[meta][1]');
  });

  it('immediately finds a changed object by the new data, and no longer by the old data', async () => {
    const key = randomUUID();
    const { id, path } = await aMeta(api.http, { data: { [key]: 1 } });
    const listed = async (value: unknown) =>
      idsOf(await api.http.get(`/api/meta?${query({ 'filter[meta]': { key, value } })}`));
    expect(await listed(1)).toEqual([id]);
    await api.http.patch(path, changedMeta(id, { data: { [key]: 2 } }));
    expect([await listed(1), await listed(2)]).toEqual([[], [id]]);
    await api.http.patch(path, changedMeta(id, { data: {}, override: true }));
    expect(await listed(2)).toEqual([]);
  });
});

describe('filter[q] of meta objects', () => {
  it('finds metadata objects by key, by value or by resource_id, newest first', async () => {
    const { http } = await aTenant(api);
    const owner = randomUUID();
    const blue = await aMeta(http, { resource_id: owner, data: { colour: 'blue', size: 42, gift: true } });
    const red = await aMeta(http, { data: { colour: 'red', size: '42' } });
    const found: Record<string, string[]> = {
      colour: [red.id, blue.id],
      'colour=blue': [blue.id],
      'size=42 gift=true': [blue.id],
      'size="42"': [red.id],
      [owner]: [blue.id],
      [`${owner} colour=red`]: [],
      ...{ colou: [], Colour: [], blue: [] },
    };
    for (const [q, ids] of Object.entries(found)) {
      const listed = await http.get(`/api/meta?${query({ 'filter[q]': q, sort: '-id' })}`);
      const { body } = await http.get(`/api/search?${query({ 'filter[q]': q })}`);
      expect([q, idsOf(listed), body.data.map(({ id }: MetaObject) => id)]).toEqual([q, ids, ids]);
    }
  });

  it('can be combined with filters and a total, and finds no objects of another shop', async () => {
    const { http } = await aTenant(api);
    const owner = randomUUID();
    await aMeta(http, { resource_id: owner, data: { colour: 'blue' } });
    const list = (q: string, other: Record<string, string>) =>
      http.get(`/api/meta?${query({ 'filter[q]': q, 'page[total]': 'true', ...other })}`);
    const totalOf = async (q: string, other: Record<string, string>) =>
      (await list(q, other)).body.meta.page.total as number;
    expect(await totalOf('colour', { 'filter[meta]': '{"key":"colour","value":"blue"}' })).toBe(1);
    expect(await totalOf('colour', { 'filter[meta]': '{"key":"size"}' })).toBe(0);
    expect(await totalOf(owner, { 'filter[resource_id]': 'another' })).toBe(0);
    const other = await aTenant(api);
    expect((await other.http.get(`/api/search?${query({ 'filter[q]': 'colour' })}`)).body.data).toEqual([]);
  });
});

describe('GET /api/meta', () => {
  const resource_type = aResourceType();
  const listed = (parameters: Record<string, string | number> = {}) =>
    api.http.get(`/api/meta?${query({ 'filter[resource_type]': resource_type, ...parameters })}`);
  let made: MetaObject[];
  beforeAll(async () => {
    made = [];
    // Creates ties: seven objects share each resource_id.
    for (let at = 0; at < 21; at += 1)
      made.push(await aMeta(api.http, { resource_type, resource_id: `r${at % 3}`, data: { at } }));
  });

  /** Follows a link to the last page. Returns the pages with their links. */
  async function walk(from: string, link: 'next' | 'prev'): Promise<Response[]> {
    const pages: Response[] = [];
    for (
      let path: string | undefined = from;
      path !== undefined;
      path = pathOf(pages.at(-1)!.body.links[link])
    ) {
      pages.push(await api.http.get(path));
      expect(pages.length).toBeLessThan(50);
    }
    return pages;
  }
  const first = (parameters: Record<string, string | number>) =>
    `/api/meta?${query({ 'filter[resource_type]': resource_type, ...parameters })}`;

  it('sorts objects by id by default', async () => {
    expect(idsOf(await listed({ 'page[size]': 100 }))).toEqual(made.map(({ id }) => id));
  });

  it.each([
    'id',
    '-id',
    'resource_id',
    '-resource_id',
    'resource_id,-id',
    '-resource_id,id',
    'resource_type',
  ])('returns every object exactly once in both directions, sorted by %s', async (sort) => {
    const forward = await walk(first({ sort, 'page[size]': 4 }), 'next');
    const pages = forward.map(idsOf);
    expect(pages.map(({ length }) => length)).toEqual([4, 4, 4, 4, 4, 1]);
    expect(pages.flat()).toEqual(sorted(sort));
    expect(forward[0]!.body.links.prev).toBeNull();
    const backward = await walk(pathOf(forward.at(-1)!.body.links.self)!, 'prev');
    expect(backward.map(idsOf).reverse()).toEqual(pages);
  });

  /**
   * Expected order, computed in the spec: `-` reverses a column, and the id breaks ties in the last
   * direction.
   */
  function sorted(sort: string): string[] {
    const columns = sort
      .split(',')
      .map((each) => [each.replace('-', ''), each.startsWith('-') ? -1 : 1] as const);
    if (!columns.some(([name]) => name === 'id')) columns.push(['id', columns.at(-1)![1]]);
    const rows = made.map(({ id, response }) => ({ ...response.body.data.attributes, id }));
    rows.sort((a, b) => {
      for (const [name, direction] of columns)
        if (a[name] !== b[name]) return a[name] < b[name] ? -direction : direction;
      return 0;
    });
    return rows.map(({ id }) => id as string);
  }

  it('keeps filter, sort, fields and size in all pagination links', async () => {
    const parameters = { sort: '-resource_id', 'page[size]': 5, 'fields[meta]': 'resource_id' };
    const page = await api.http.get(pathOf((await listed(parameters)).body.links.next)!);
    for (const name of ['self', 'first', 'prev', 'next']) {
      const search = new URL(`http://x${pathOf(page.body.links[name])}`).searchParams;
      expect(Object.fromEntries(search)).toMatchObject({
        'filter[resource_type]': resource_type,
        sort: '-resource_id',
        'page[size]': '5',
        'fields[meta]': 'resource_id',
      });
    }
    expect(Object.keys(page.body.data[0].attributes)).toEqual(['resource_id']);
    expect(idsOf(await api.http.get(pathOf(page.body.links.first)!))).toEqual(
      sorted('-resource_id').slice(0, 5),
    );
  });

  it('returns a self link to the same page', async () => {
    const page = await listed({ 'page[size]': 3, sort: '-id' });
    expect((await api.http.get(pathOf(page.body.links.self)!)).body).toEqual(page.body);
  });

  it('accepts page numbers and returns links with page numbers', async () => {
    const pages = await walk(first({ 'page[number]': 1, 'page[size]': 8 }), 'next');
    expect(pages.flatMap(idsOf)).toEqual(made.map(({ id }) => id));
    const back = await walk(pathOf(pages.at(-1)!.body.links.self)!, 'prev');
    expect(back.map(idsOf).reverse()).toEqual(pages.map(idsOf));
    const beyond = await listed({ 'page[number]': 9, 'page[size]': 8 });
    expect([beyond.status, beyond.body.data]).toEqual([200, []]);
  });

  it('returns the total only if the client requests page[total]', async () => {
    expect((await listed({ 'page[total]': 'true', 'page[size]': 2 })).body.meta).toEqual({
      page: { total: 21 },
    });
    const one = {
      'page[total]': 'true',
      'filter[resource_id]': 'r1',
      'filter[meta]': '{"key":"at","operator":">","value":9}',
    };
    expect((await listed(one)).body.meta).toEqual({ page: { total: 4 } });
    expect((await listed()).body.meta).toBeUndefined();
    expect((await listed({ 'page[total]': 'false' })).body.meta).toBeUndefined();
  });

  it('returns an empty page if no object matches', async () => {
    const { status, body } = await api.http.get(
      `/api/meta?${query({ 'filter[resource_type]': aResourceType() })}`,
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ data: [], links: { prev: null, next: null } });
    expect(pathOf(body.links.first)).toBe(pathOf(body.links.self));
  });

  it('returns an empty `included` if the client requests include', async () => {
    expect((await listed({ include: '' })).body.included).toEqual([]);
    expect((await listed()).body.included).toBeUndefined();
    expect((await listed({ include: 'shop' })).status).toBe(400);
  });

  it('returns every object exactly once during concurrent writes and deletions', async () => {
    const type = aResourceType();
    const stay = await Promise.all(
      Array.from({ length: 30 }, () => aMeta(api.http, { resource_type: type })),
    );
    const go = await Promise.all(Array.from({ length: 10 }, () => aMeta(api.http, { resource_type: type })));
    const seen: string[] = [];
    let path: string | undefined = `/api/meta?${query({ 'filter[resource_type]': type, 'page[size]': 4 })}`;
    while (path) {
      const page: Response = await api.http.get(path);
      seen.push(...idsOf(page));
      path = pathOf(page.body.links.next);
      // Between two pages, deletes a seen and an unseen object, and creates objects before and after the
      // cursor.
      const gone = go.pop();
      if (gone) await api.http.delete(gone.path);
      if (seen.length < 60) await aMeta(api.http, { resource_type: type });
      if (seen.length < 60)
        await api.http.post('/api/meta', newMeta({ resource_type: type }, { id: randomUUID() }));
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(stay.map(({ id }) => id).filter((id) => !seen.includes(id))).toEqual([]);
  });

  it('continues after a page cursor whose object was deleted', async () => {
    const type = aResourceType();
    const objects: MetaObject[] = [];
    for (let at = 0; at < 6; at += 1) objects.push(await aMeta(api.http, { resource_type: type }));
    const page = await api.http.get(`/api/meta?${query({ 'filter[resource_type]': type, 'page[size]': 3 })}`);
    await api.http.delete(objects[2]!.path);
    await api.http.delete(objects[0]!.path);
    expect(idsOf(await api.http.get(pathOf(page.body.links.next)!))).toEqual(
      objects.slice(3).map(({ id }) => id),
    );
  });

  it.each([
    ['page[size]', '0'],
    ['page[size]', '-1'],
    ['page[size]', '1.5'],
    ['page[size]', 'ten'],
    ['page[size]', ''],
    ['page[size]', '101'],
    ['page[size]', '99999999999999999999'],
    ['page[after]', 'junk'],
    ['page[before]', 'WyJpZCIsImEiXQ'],
    ['page[number]', '0'],
    ['page[number]', '1e3'],
    ['page[number]', '500'],
    ['page[total]', 'yes'],
    ['page[limit]', '5'],
    ['sort', 'data'],
    ['sort', ''],
    ['sort', '--id'],
    ['sort', 'id,'],
    ['sort', 'id;DROP TABLE shop.meta'],
    ['fields[meta]', 'made_up'],
    ['fields[orders]', 'id'],
    ['include', 'orders'],
    ['filter[id]', '1'],
    ['filter', '1'],
    ['filter[]', '1'],
    ['filter[_]', '1'],
    ['filter[resource_type][eq]', '1'],
    ['filter[__proto__]', '1'],
    ['constructor', '1'],
    ['foo', '1'],
    ['fooBar', '1'],
    ['token', 'x'],
  ])('returns 400 for %s=%s', async (name, value) => {
    const answer = await api.http.get(`/api/meta?${query({ [name]: value })}`);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([
      { code: 'invalid_query_parameter', source: { parameter: name } },
    ]);
  });

  it('names the maximum page size in the error for a larger page size', async () => {
    const { body } = await listed({ 'page[size]': 101 });
    expect(body.errors).toMatchObject([{ meta: { page: { maxSize: 100 } } }]);
    expect((await listed({ 'page[size]': 100 })).status).toBe(200);
  });
});

describe('POST with Idempotency-Key', () => {
  const headers = (key = randomUUID()) => ({ headers: { 'idempotency-key': key } });
  const count = async (resource_type: string) =>
    idsOf(await api.http.get(`/api/meta?${query({ 'filter[resource_type]': resource_type })}`)).length;

  it('returns the first response again, without a second object, for a repeated request', async () => {
    const resource_type = aResourceType();
    const key = headers();
    const first = await api.http.post('/api/meta', newMeta({ resource_type }), key);
    const second = await api.http.post('/api/meta', newMeta({ resource_type }), key);
    expect([first.status, first.headers['idempotency-replayed']]).toEqual([201, undefined]);
    expect([second.status, second.headers['idempotency-replayed']]).toEqual([201, 'true']);
    expect(second.text).toBe(first.text);
    for (const name of ['location', 'etag', 'content-type'])
      expect(second.headers[name]).toBe(first.headers[name]);
    expect(await count(resource_type)).toBe(1);
  });

  it('returns the first response even if the object has been changed or deleted', async () => {
    const key = headers();
    const first = await api.http.post('/api/meta', newMeta(), key);
    await api.http.delete(`/api/meta/${first.body.data.id}`);
    expect((await api.http.post('/api/meta', newMeta(), key)).text).toBe(first.text);
  });

  it('rejects a used key if the body or the path differs', async () => {
    const key = headers();
    await api.http.post('/api/meta', newMeta(), key);
    for (const [path, body] of [
      ['/api/meta', newMeta({ resource_id: 'other' })],
      ['/api/meta?fields[meta]=data', newMeta()],
    ] as const) {
      const answer = await api.http.post(path, body, key);
      expect([answer.status, codesOf(answer)]).toEqual([422, ['idempotency_key_reused']]);
      expect(answer.body.errors[0].source).toEqual({ header: 'Idempotency-Key' });
    }
  });

  it('creates one object for many concurrent requests, and gives the others 409 or the first response', async () => {
    const resource_type = aResourceType();
    const key = headers();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => api.http.post('/api/meta', newMeta({ resource_type }), key)),
    );
    for (const answer of answers) expect([201, 409]).toContain(answer.status);
    expect(
      answers.filter(({ status, headers: h }) => status === 201 && !h['idempotency-replayed']),
    ).toHaveLength(1);
    expect(await count(resource_type)).toBe(1);
  });

  it('returns 409 while the first request runs, and returns the first response afterwards', async () => {
    const id = randomUUID();
    const key = headers();
    // An uncommitted row with the id of the new object blocks the transaction of the first request.
    await api.database.query('BEGIN');
    await api.database.query(
      `INSERT INTO shop.meta (shop_id, id, resource_type, resource_id, data, created_at,
        updated_at) VALUES ($1, $2, 'a', 'b', '{}', now(), now())`,
      [api.shop.id, id],
    );
    const first = api.http.post('/api/meta', newMeta({}, { id }), key);
    await until('the first request waits for that row', async () => {
      const waiting = await api.database.query(
        'SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))',
      );
      return waiting.length > 0;
    });
    const second = await api.http.post('/api/meta', newMeta({}, { id }), key);
    expect([second.status, codesOf(second)]).toEqual([409, ['idempotency_in_progress']]);
    expect(second.headers['retry-after']).toBe('1');
    await api.database.query('ROLLBACK');
    expect((await first).status).toBe(201);
    const third = await api.http.post('/api/meta', newMeta({}, { id }), key);
    expect([third.status, third.headers['idempotency-replayed']]).toEqual([201, 'true']);
  });

  it('treats equal keys of two tokens as different keys', async () => {
    const key = headers();
    const other = api.http.as(await anAccessToken(api.database, api.shop));
    const [one, another] = [
      await api.http.post('/api/meta', newMeta(), key),
      await other.post('/api/meta', newMeta({ resource_id: 'other' }), key),
    ];
    expect([one.status, another.status]).toEqual([201, 201]);
    expect(another.body.data.id).not.toBe(one.body.data.id);
  });

  it('does not store the response of a rejected request', async () => {
    const key = headers();
    expect((await api.http.post('/api/meta', newMeta({ resource_id: '' }), key)).status).toBe(422);
    expect((await api.http.post('/api/meta', newMeta(), key)).status).toBe(201);
  });

  it('accepts a key again after a day', async () => {
    const { shop, http } = await aTenant(api);
    const key = headers();
    const first = await http.post('/api/meta', newMeta(), key);
    await api.database.query(
      `UPDATE shop.idempotency_keys SET created_at = now() - interval '25 hours' WHERE shop_id = $1`,
      [shop.id],
    );
    await api.database.query(
      `INSERT INTO shop.idempotency_keys (shop_id, token_id, key, request_digest, answer, created_at)
       SELECT $1, gen_random_uuid(), n::text, '', '{}', now() - interval '26 hours' FROM generate_series(1, 300) n`,
      [shop.id],
    );
    const again = await http.post('/api/meta', newMeta(), key);
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, undefined]);
    expect(again.body.data.id).not.toBe(first.body.data.id);
  });

  it.each(['', 'x'.repeat(256), 'ключ'])('returns 400 for the key "%s"', async (key) => {
    const sent = Buffer.from(key).toString('latin1');
    const answer = await api.http.post('/api/meta', newMeta(), { headers: { 'idempotency-key': sent } });
    expect([answer.status, codesOf(answer)]).toEqual([400, ['malformed_request']]);
    expect(answer.body.errors[0].source).toEqual({ header: 'Idempotency-Key' });
  });
});

describe('stored metadata', () => {
  /** Sends the value as JSON text and returns the stored value as JSON text of Postgres. */
  async function roundTrip(json: string): Promise<unknown> {
    const text = `{"data":{"type":"meta","attributes":{"resource_type":"t","resource_id":"1","data":${json}}}}`;
    const created = await api.http.post('/api/meta', text);
    if (created.status !== 201) throw new Error(`${created.status} ${created.text}`);
    const read = await api.http.get(`/api/meta/${created.body.data.id}`);
    expect(read.body.data).toEqual(created.body.data);
    return dataOf(read);
  }

  it.each([
    '9007199254740991',
    '-9007199254740991',
    '0',
    '-0',
    '0.1',
    '1e300',
    '1e-300',
    '1E2',
    '1.0',
    '5e-324',
  ])('contains the number %s unchanged', async (number) => {
    expect(await roundTrip(`{"n":[${number}]}`)).toEqual({ n: [Number(number) + 0] });
  });

  it.each([
    ...['9007199254740992', '9007199254740993', '-9007199254740993', '1e400', '-1e400', '1'.repeat(400)],
    ...['9007199254740993.0', '9007199254740993e0', '900719925474099300e-2', '123456789012345678.5'],
  ])('cannot contain the number %s at any depth', async (number) => {
    for (const [json, pointer] of [
      [`{"n":${number}}`, '/data/attributes/data/n'],
      [`{"a":[{"b/c":${number}}]}`, '/data/attributes/data/a/0/b~1c'],
    ]) {
      const text = `{"data":{"type":"meta","attributes":{"resource_type":"t","resource_id":"1","data":${json}}}}`;
      const answer = await api.http.post('/api/meta', text);
      expect([answer.status, codesOf(answer)]).toEqual([422, ['number_out_of_range']]);
      expect(answer.body.errors[0].source.pointer).toBe(pointer);
    }
  });

  it('can contain keys that start with @', async () => {
    const json = '{"@type":{"@id":[{"@value":1}]}}';
    expect(await roundTrip(json)).toEqual(JSON.parse(json));
  });

  it('can be found by keys with a special meaning in JavaScript', async () => {
    const json =
      '{"__proto__":{"polluted":1},"constructor":{"prototype":2},"toString":3,"hasOwnProperty":4,"__proto":5}';
    const kept = await roundTrip(json);
    expect(Object.entries(kept as object).sort()).toEqual(Object.entries(JSON.parse(json) as object).sort());
    expect(Object.hasOwn(kept as object, '__proto__')).toBe(true);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    for (const key of ['__proto__', 'constructor']) {
      const { body } = await api.http.get(`/api/meta?${query({ 'filter[meta]': { key } })}`);
      expect(body.data.length).toBeGreaterThan(0);
    }
  });

  it('can contain a key named __proto__, which a client can remove', async () => {
    const { id, path } = await aMeta(api.http, { data: { a: 1 } });
    const change = (data: string) => `{"data":{"type":"meta","id":"${id}","attributes":{"data":${data}}}}`;
    const set = await api.http.patch(path, change('{"__proto__":{"x":1}}'));
    expect(Object.entries(dataOf(set)).sort()).toEqual([
      ['__proto__', { x: 1 }],
      ['a', 1],
    ]);
    expect(Object.keys(dataOf(await api.http.patch(path, change('{"__proto__":null}'))))).toEqual(['a']);
  });

  it('returns any text unchanged as key and as value', async () => {
    const texts = [
      '👩‍👩‍👧‍👦',
      'שלום עולם',
      'مرحبا',
      'e\u0301 ≠ é',
      '\u202e\u200b\ufeff',
      '\t\n\r"\\/',
      '\u0001\u001f\u007f',
      '𝒳'.repeat(50),
      '\ud83d\ude00',
    ];
    const data = Object.fromEntries(texts.map((text, at) => [`${at} ${text}`, text]));
    expect(await roundTrip(JSON.stringify(data))).toEqual(data);
  });

  it('returns random JSON values unchanged, with a fixed seed', async () => {
    // Random values without U+0000 and without integers that a double cannot represent.
    const value = fc
      .jsonValue({ maxDepth: 4, stringUnit: 'binary' })
      .filter((each) => !/\\u0000|\d{16}/.test(JSON.stringify(each)));
    await fc.assert(
      fc.asyncProperty(value, async (each) => {
        // -0 and 0 are the same number.
        expect(await roundTrip(JSON.stringify({ k: each }))).toEqual(JSON.parse(JSON.stringify({ k: each })));
      }),
      { seed: 20, numRuns: 150 },
    );
  });

  it.each([
    ['64 KiB', { k: 'x'.repeat(65_536 - 8) }, undefined],
    ['a byte more', { k: 'x'.repeat(65_536 - 7) }, 'data_too_large'],
    ['256 keys', someKeys(256), undefined],
    ['257 keys', someKeys(257), 'too_many_keys'],
    ['a key of 255 emoji', { ['🔑'.repeat(255)]: 1 }, undefined],
    ['a key of 256 characters', { ['k'.repeat(256)]: 1 }, 'invalid_key'],
    ['an empty key', { '': 1 }, 'invalid_key'],
    ['16 levels', nested(16), undefined],
    ['17 levels', nested(17), 'nesting_too_deep'],
  ])('respects the limits if it is created, replaced or merged: %s', async (_, data, code) => {
    const created = await api.http.post('/api/meta', newMeta({ data }));
    const { id, path } = await aMeta(api.http);
    const replaced = await api.http.patch(path, changedMeta(id, { data, override: true }));
    const merged = await api.http.patch(path, changedMeta(id, { data }));
    const expected = code ? [422, 422, 422] : [201, 200, 200];
    expect([created, replaced, merged].map(({ status }) => status)).toEqual(expected);
    for (const answer of [created, replaced, merged]) {
      if (code) expect(codesOf(answer)).toEqual([code]);
      else expect(dataOf(answer)).toEqual(data);
    }
  });

  it('is rejected within 5 seconds of processor time if it has 100,000 nested levels', async () => {
    const deep = `{"k":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const document = `{"data":{"type":"meta","attributes":{"resource_type":"t","resource_id":"1","data":${deep}}}}`;
    const ms = await processorMs(async () => {
      const answer = await api.http.post('/api/meta', document);
      expect([answer.status, codesOf(answer)]).toEqual([422, ['nesting_too_deep']]);
    });
    expect(ms).toBeLessThan(5_000);
  });

  it('is unchanged after a rejected merge that would exceed the limit', async () => {
    for (const [old, change, code] of [
      [{ a: 'x'.repeat(40_000) }, { b: 'x'.repeat(40_000) }, 'data_too_large'],
      [
        someKeys(200),
        Object.fromEntries(Object.keys(someKeys(100)).map((key) => [`b${key}`, 1])),
        'too_many_keys',
      ],
    ] as const) {
      const { id, path, response } = await aMeta(api.http, { data: old });
      const answer = await api.http.patch(path, changedMeta(id, { data: change }));
      expect([answer.status, codesOf(answer)]).toEqual([422, [code]]);
      expect(await now({ path })).toEqual(response.body.data);
    }
  });

  it('does not reveal its size in a rejected merge unless the token may read the metadata', async () => {
    const owner = await aTenant(api);
    const told = async (id: string, data: object, ...scopes: string[]) => {
      const { http } = await aTenant(api, ['meta.patch', ...scopes], owner.shop);
      const { body } = await http.patch(`/api/meta/${id}`, changedMeta(id, { data }));
      return body.errors[0] as { detail: string };
    };
    const [many, large] = [
      await aMeta(owner.http, { data: someKeys(222) }),
      await aMeta(owner.http, { data: { a: 'x'.repeat(44_444) } }),
    ];
    for (const [{ id }, change, secret] of [
      [many, Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`b${at}`, 1])), /not 322/],
      [large, { b: 'x'.repeat(40_000) }, /not 84459/],
    ] as const) {
      const blind = await told(id, change);
      expect(blind.detail).not.toMatch(/not \d/);
      expect(blind.detail).toContain('"meta.get"');
      expect((await told(id, change, 'meta.get')).detail).toMatch(secret);
    }
  });

  it('can still be changed and emptied if it has the maximum size', async () => {
    const { id, path } = await aMeta(api.http, { data: someKeys(256) });
    expect((await api.http.patch(path, changedMeta(id, { data: { k0: 'new' } }))).status).toBe(200);
    const removed = Object.fromEntries(Object.keys(someKeys(256)).map((key) => [key, null]));
    expect(dataOf(await api.http.patch(path, changedMeta(id, { data: removed })))).toEqual({});
  });
});

function someKeys(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 0]));
}

/** An object with nested arrays, `levels` deep in total. */
function nested(levels: number): object {
  return JSON.parse(`{"k":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`) as object;
}
