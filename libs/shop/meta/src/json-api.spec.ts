import { randomUUID } from 'node:crypto';
import {
  aMeta,
  anApi,
  aResourceType,
  aTenant,
  bytesOf,
  changedMeta,
  codesOf,
  type Exchange,
  idsOf,
  type MetaObject,
  newMeta,
  ofRelationships,
  pathOf,
  query,
  rules,
  sendRaw,
  type Tenant,
  type TestApi,
} from '@storewright/api-testing';
import { anAccessToken, type Options, type Response } from '@storewright/testing';
import { metaLimits } from './meta-data';
import { MetaModule } from './meta.module';
import { faultsOf } from './testing/faults';
import { tour } from './testing/tour';

/*
 * Requirements of JSON:API 1.1, its cursor-pagination profile, HTTP and the contract, with the ids of
 * docs/json-api.md. Rows "Seen through every exchange" are rules (testing/*-rules.ts) that every client of
 * these specs applies to every exchange. This spec applies them to one exchange of each kind. All other rows
 * have a test with their id: relationships in libs/testing/conformance, operations in
 * libs/shop/catalog/src/operations.spec.ts, and the rest here with meta objects.
 */

/** Requirements without a test: the reason, and the ids. */
const notApplicable: Record<string, string> = {
  'nothing is decided by it, or nothing is done later': 'CN-23 CR-26 FI-06 RC-04 DS-30 ER-16',
};
/** Requirements that the spec of operations covers. */
const ofOperations = ['AT-01', 'AT-02', 'AT-03', 'AT-04', 'AT-05'];
/** The clients check ER-14 by remembering every id. CN-03 includes DS-28. */
const keptByTheClients = ['ER-14', 'DS-28'];

const families = {
  CN: 23,
  DS: 31,
  FE: 7,
  RL: 6,
  IN: 7,
  SF: 6,
  SO: 6,
  PG: 11,
  CP: 12,
  FI: 6,
  QP: 10,
  CR: 26,
  UP: 16,
  RU: 7,
  DE: 3,
  ER: 16,
  HT: 9,
  AU: 8,
  AT: 5,
  RC: 4,
};
/** Numbers that the list of requirements omits. */
const unused = ['ER-09', 'ER-10'];

let api: TestApi;
let tenant: Tenant;
let three: MetaObject[];
const type = aResourceType();
beforeAll(async () => {
  api = await anApi([MetaModule.forRoot(metaLimits)]);
  tenant = await aTenant(api);
  three = [];
  for (const [at, resource_id] of ['b', 'a', 'b'].entries())
    three.push(await aMeta(tenant.http, { resource_type: type, resource_id, data: { at, 'a b': 'x y' } }));
});
afterAll(() => api.close());

const get = (path: string, options?: Options) => tenant.http.get(path, options);
const post = (document: unknown, options?: Options) => tenant.http.post('/api/meta', document, options);
const listed = (parameters: Record<string, string | number | object> = {}) =>
  get(`/api/meta?${query({ 'filter[resource_type]': type, ...parameters })}`);
const accepting = (accept: string) => get('/api/meta', { headers: { accept } });
const typed = (contentType: string) => post(newMeta(), { headers: { 'content-type': contentType } });
const statusOf = async (answer: Promise<Response>) => (await answer).status;
const sourceOf = async (answer: Promise<Response>) => (await answer).body.errors[0].source;

const tested: string[] = [];
/** Declares the test of one requirement. */
function row(id: string, promise: string, test: () => Promise<void>): void {
  tested.push(id);
  it(`${id} ${promise}`, test);
}

describe('conformance check of every exchange with the API', () => {
  let exchanges: [string, Exchange][];
  beforeAll(async () => {
    const host = `host: ${tenant.shop.domain}.localhost`;
    const { id } = await aMeta(tenant.http);
    exchanges = [];
    for (const [name, { headers = [], ...request }] of Object.entries(tour(id))) {
      const usual = [host, `authorization: Bearer ${tenant.token}`, 'connection: close'];
      const response = await sendRaw(api.port, bytesOf({ ...request, headers: [...usual, ...headers] }));
      const body = request.body === undefined ? {} : { body: Buffer.from(request.body as string) };
      exchanges.push([name, { method: request.method, path: request.path, ...body, response }]);
    }
  });

  it.each(Object.keys(rules))('finds no violation of the rule %s', (id) => {
    expect(
      exchanges.flatMap(([name, each]) => (rules[id]!(each) ? [`${name}: ${rules[id]!(each)}`] : [])),
    ).toEqual([]);
  });

  it.each(Object.keys(rules))('reports an exchange that violates the rule %s', (id) => {
    const right = exchanges.find(([name]) => name === 'one')![1];
    expect(rules[id]!(right)).toBeUndefined();
    expect(rules[id]!(faultsOf(right)[id]!)).toEqual(expect.any(String));
  });

  it('covers responses with many status codes and media types', () => {
    const statuses = new Set(exchanges.map(([, { response }]) => response.status));
    expect([...statuses].sort()).toEqual([
      200, 201, 204, 304, 400, 403, 404, 405, 406, 409, 412, 413, 415, 422, 431,
    ]);
  });
});

describe('content negotiation', () => {
  row('CN-05', 'returns 415 for a Content-Type with parameters other than ext and profile', async () => {
    for (const parameter of ['charset=utf-8', 'version=1', 'q=1'])
      expect(await statusOf(typed(`application/vnd.api+json; ${parameter}`))).toBe(415);
  });
  row('CN-06', 'returns 415 for a Content-Type with an extension', async () => {
    expect(await statusOf(typed('application/vnd.api+json; ext="https://jsonapi.org/ext/atomic"'))).toBe(415);
  });
  row('CN-07', 'ignores an unknown profile in Content-Type', async () => {
    expect(await statusOf(typed('application/vnd.api+json; profile="https://example.com/unknown"'))).toBe(
      201,
    );
  });
  row('CN-08', 'returns 415 for a body with another media type', async () => {
    for (const each of ['application/ld+json', 'text/plain', 'application/x-www-form-urlencoded'])
      expect(await statusOf(typed(each))).toBe(415);
    for (const each of ['application/json', 'application/json; charset=utf-8'])
      expect(await statusOf(typed(each))).toBe(201);
  });
  row('CN-09', 'returns 415 for a body without Content-Type', async () => {
    const headers = [`host: ${tenant.shop.domain}.localhost`, `authorization: Bearer ${tenant.token}`];
    const request = { method: 'POST', path: '/api/meta', headers, body: JSON.stringify(newMeta()) };
    expect((await sendRaw(api.port, bytesOf(request))).status).toBe(415);
  });
  row('CN-10', 'returns 406 if every JSON:API media type in Accept has unknown parameters', async () => {
    expect(await statusOf(accepting('application/vnd.api+json; charset=utf-8'))).toBe(406);
    expect(await statusOf(accepting('application/vnd.api+json; a=1, application/vnd.api+json; b=2'))).toBe(
      406,
    );
  });
  row('CN-11', 'ignores an invalid JSON:API media type in Accept if another one is valid', async () => {
    expect(await statusOf(accepting('application/vnd.api+json; a=1, application/vnd.api+json'))).toBe(200);
  });
  row('CN-12', 'returns 406 if every JSON:API media type in Accept requires an extension', async () => {
    expect(await statusOf(accepting('application/vnd.api+json; ext="https://example.com/ext"'))).toBe(406);
  });
  row(
    'CN-13',
    'returns plain JSON:API if Accept lists it beside a media type with an extension',
    async () => {
      const both = 'application/vnd.api+json; ext="https://example.com/ext", application/vnd.api+json';
      expect(await statusOf(accepting(both))).toBe(200);
    },
  );
  row('CN-14', 'ignores an unknown profile in Accept and does not return it', async () => {
    const answer = await accepting('application/vnd.api+json; profile="https://example.com/unknown"');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).not.toContain('example.com');
  });
  row('CN-15', 'does not treat a weight in Accept as a parameter', async () => {
    expect(await statusOf(accepting('application/vnd.api+json;q=0.5, text/html;q=0.9'))).toBe(200);
  });
  row('CN-16', 'accepts no Accept, */*, application/* and the Accept of browsers and axios', async () => {
    const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';
    expect(await statusOf(get('/api/meta'))).toBe(200);
    for (const each of [
      '*/*',
      'application/*',
      'application/json',
      browser,
      'application/json, text/plain, */*',
    ])
      expect([each, await statusOf(accepting(each))]).toEqual([each, 200]);
  });
  row('CN-17', 'compares media types case-insensitively', async () => {
    expect(await statusOf(typed('Application/Vnd.API+JSON'))).toBe(201);
    expect(await statusOf(accepting('APPLICATION/VND.API+JSON'))).toBe(200);
  });
  row('CN-18', 'returns 406 for an Accept without JSON:API', async () => {
    for (const each of ['text/html', 'application/xml, text/*', 'application/vnd.api+json;q=0'])
      expect([each, await statusOf(accepting(each))]).toEqual([each, 406]);
  });
  row('CN-20', 'names the header in the error for 406 and 415', async () => {
    expect(await sourceOf(accepting('text/html'))).toEqual({ header: 'Accept' });
    expect(await sourceOf(typed('text/html'))).toEqual({ header: 'Content-Type' });
  });
  row('CN-21', 'returns 406 for invalid JSON:API media types in Accept, even beside */*', async () => {
    expect(await statusOf(accepting('application/vnd.api+json; a=1, */*'))).toBe(406);
  });
  row('CN-22', 'applies the cursor-pagination profile that Accept requests', async () => {
    const profile = 'profile="https://jsonapi.org/profiles/ethanresnick/cursor-pagination/"';
    const answer = await accepting(`application/vnd.api+json; ${profile}`);
    expect(answer.headers['content-type']).toBe(`application/vnd.api+json; ${profile}`);
  });
});

describe('documents', () => {
  row('DS-16', 'returns a resource object in a list as it returns the object alone', async () => {
    for (const each of (await listed()).body.data)
      expect((await get(pathOf(each.links.self)!)).body.data).toEqual(each);
  });
  row('DS-17', 'ignores unknown members around the resource object', async () => {
    const document = newMeta({}, { made_up: 1, links: {}, meta: { a: 1 } });
    expect(
      await statusOf(post({ ...document, made_up: [], jsonapi: 5, meta: { b: 2 }, links: { self: 'x' } })),
    ).toBe(201);
  });
  row('DS-18', 'ignores members that start with @', async () => {
    expect(await statusOf(post({ ...newMeta({}, { '@id': 'x' }), '@context': 'y' }))).toBe(201);
  });
  row('DS-19', 'distinguishes member names by case', async () => {
    expect(await statusOf(post({ Data: { type: 'meta' } }))).toBe(400);
    expect(codesOf(await post(newMeta({ Data: {} })))).toEqual(['unknown_attribute']);
  });
  row('DS-20', 'returns collections as arrays, even with one or no object', async () => {
    expect((await listed({ 'filter[resource_id]': 'a' })).body.data).toHaveLength(1);
    expect((await listed({ 'filter[resource_id]': 'none' })).body.data).toEqual([]);
  });
  row('DS-21', 'returns a self link, with the query, that returns the same data', async () => {
    for (const path of [
      `/api/meta?${query({ 'filter[resource_type]': type, sort: '-id', 'page[size]': 2 })}`,
      `${three[0]!.path}?fields[meta]=data`,
      '/api/meta?filter%5Bmeta%5D=%7B%22key%22:%22a+b%22%7D',
    ]) {
      const first = await get(path);
      const again = await get(pathOf(first.body.links.self)!);
      expect(again.body.data).toEqual(first.body.data);
    }
  });
  row('DS-26', 'returns the JSON:API version 1.1', async () => {
    expect((await get('/api/meta')).body.jsonapi.version).toBe('1.1');
  });
});

describe('fetching data', () => {
  row('FE-01', 'returns 200 and an array for a collection', async () => {
    const { status, body } = await listed();
    expect([status, body.data.length]).toEqual([200, 3]);
  });
  row('FE-02', 'returns 200 and an empty array if nothing matches', async () => {
    const { status, body } = await listed({ 'filter[resource_id]': 'none' });
    expect([status, body.data]).toEqual([200, []]);
  });
  row('FE-03', 'returns 200 and the object for a single object', async () => {
    const { status, body } = await get(three[0]!.path);
    expect([status, body.data.id]).toEqual([200, three[0]!.id]);
  });
  row('FE-04', 'returns 404 for a missing object', async () => {
    expect(await statusOf(get(`/api/meta/${randomUUID()}`))).toBe(404);
  });
  row('FE-05', 'returns 404 for an id that cannot exist', async () => {
    for (const id of ['1', 'x'.repeat(8_000), '%F0%9F%98%80', '%00', '0', '-1', "'", '%2e%2e'])
      expect([id, await statusOf(get(`/api/meta/${id}`))]).toEqual([id, 404]);
  });
  row('FE-06', 'returns each resource with a self link that returns the resource', async () => {
    const [each] = (await listed()).body.data;
    expect((await get(pathOf(each.links.self)!)).body.data).toEqual(each);
  });
  row('FE-07', 'returns 404 with an error document for an unknown path', async () => {
    expect(codesOf(await get('/api/unknown'))).toEqual(['not_found']);
  });
});

describe('sparse fieldsets', () => {
  const fieldsOf = (each: { attributes: object }) => Object.keys(each.attributes);
  row('SF-01', 'returns only the requested fields, in lists and for a single object', async () => {
    expect(fieldsOf((await listed({ 'fields[meta]': 'data' })).body.data[0])).toEqual(['data']);
    expect(fieldsOf((await get(`${three[0]!.path}?fields[meta]=data`)).body.data)).toEqual(['data']);
  });
  row('SF-02', 'returns no fields if the field list is empty', async () => {
    expect(fieldsOf((await get(`${three[0]!.path}?fields[meta]=`)).body.data)).toEqual([]);
  });
  row('SF-03', 'returns several requested fields', async () => {
    const { body } = await get(`${three[0]!.path}?fields[meta]=data,resource_id`);
    expect(fieldsOf(body.data).sort()).toEqual(['data', 'resource_id']);
  });
  row('SF-06', 'rejects unknown fields and types, and names them', async () => {
    for (const name of ['fields[meta]', 'fields[orders]', 'fields', 'fields[]'])
      expect(await sourceOf(get(`/api/meta?${name}=nope`))).toEqual({ parameter: name });
    expect((await get('/api/meta?fields[meta]=data,nope')).body.errors[0].detail).toContain('nope');
  });
});

describe('sorting', () => {
  const sortedBy = async (sort: string) =>
    idsOf(await listed({ sort })).map((id) => three.findIndex((each) => each.id === id));
  row('SO-01', 'sorts by a field in ascending order', async () => {
    expect(await sortedBy('resource_id')).toEqual([1, 0, 2]);
  });
  row('SO-02', 'sorts by a field in descending order if the field starts with -', async () => {
    expect(await sortedBy('-resource_id')).toEqual([2, 0, 1]);
  });
  row('SO-03', 'applies several sort fields in order', async () => {
    expect(await sortedBy('resource_id,-id')).toEqual([1, 2, 0]);
    expect(await sortedBy('resource_type,-resource_id,id')).toEqual([0, 2, 1]);
  });
  row('SO-04', 'rejects a field that does not support sorting', async () => {
    for (const sort of ['data', 'nope', 'created_at.x']) expect(await statusOf(listed({ sort }))).toBe(400);
  });
  row('SO-05', 'rejects malformed sort values', async () => {
    for (const sort of ['', '-', '--id', ',', 'id,', 'id,id', 'id;', "id'--", '+id', 'ID', '(id)'])
      expect([sort, await statusOf(listed({ sort }))]).toEqual([sort, 400]);
  });
  row('SO-06', 'has a stable default order', async () => {
    const orders = await Promise.all(Array.from({ length: 5 }, async () => idsOf(await listed())));
    expect(new Set(orders.map(String)).size).toBe(1);
    expect(orders[0]).toEqual(three.map(({ id }) => id));
  });
});

describe('pagination', () => {
  const pageOf = (parameters: Record<string, string | number>) => listed({ 'page[size]': 2, ...parameters });
  const follow = async (page: Response, link: string) => get(pathOf(page.body.links[link])!);
  row('PG-01', 'fills a page if there are enough objects', async () => {
    expect((await pageOf({})).body.data).toHaveLength(2);
  });
  row('PG-02', 'returns every object once along the next links, which end', async () => {
    const first = await pageOf({});
    const second = await follow(first, 'next');
    expect([...idsOf(first), ...idsOf(second)]).toEqual(three.map(({ id }) => id));
    expect(second.body.links.next).toBeNull();
  });
  row('PG-03', 'returns the same pages backwards along the prev links', async () => {
    const first = await pageOf({ sort: '-id' });
    const back = await follow(await follow(first, 'next'), 'prev');
    expect(idsOf(back)).toEqual(idsOf(first));
    expect(back.body.links.prev).toBeNull();
  });
  row('PG-04', 'returns the first page for the first link', async () => {
    const first = await pageOf({});
    expect(idsOf(await follow(await follow(first, 'next'), 'first'))).toEqual(idsOf(first));
  });
  row('PG-05', 'returns null as a link if there is no such page', async () => {
    const first = await pageOf({});
    expect(first.body.links.prev).toBeNull();
    expect((await follow(first, 'next')).body.links.next).toBeNull();
  });
  row('PG-06', 'keeps filter, sort, fields and size in the links', async () => {
    const second = await follow(await pageOf({ sort: '-resource_id', 'fields[meta]': 'data' }), 'next');
    for (const name of ['self', 'first', 'prev']) {
      const parameters = new URL(`http://x${pathOf(second.body.links[name])}`).searchParams;
      for (const kept of ['filter[resource_type]', 'sort', 'fields[meta]', 'page[size]'])
        expect([name, kept, parameters.has(kept)]).toEqual([name, kept, true]);
    }
  });
  row('PG-08', 'keeps the sort order across pages', async () => {
    const first = await pageOf({ sort: 'resource_id' });
    expect([...idsOf(first), ...idsOf(await follow(first, 'next'))]).toEqual(
      [1, 0, 2].map((at) => three[at]!.id),
    );
  });
  row('PG-09', 'returns prev and next on every page, even on an empty page', async () => {
    for (const page of [
      await pageOf({}),
      await pageOf({ 'filter[resource_id]': 'none' }),
      await pageOf({ 'page[number]': 50 }),
    ])
      expect(Object.keys(page.body.links)).toEqual(expect.arrayContaining(['first', 'prev', 'next']));
  });
  row('PG-10', 'returns no last link, which would require a count', async () => {
    expect((await pageOf({})).body.links.last).toBeUndefined();
  });
  row('PG-11', 'uses only parameters of the page family for pagination', async () => {
    expect(await statusOf(listed({ limit: 1 }))).toBe(400);
    const { searchParams } = new URL((await pageOf({})).body.links.next);
    expect([...searchParams.keys()].sort()).toEqual(['filter[resource_type]', 'page[after]', 'page[size]']);
  });
  row('CP-01', 'rejects a page[size] that is not a positive integer', async () => {
    for (const size of ['0', '-1', '1.5', 'x', '', '1e1', '٣'])
      expect(await sourceOf(listed({ 'page[size]': size }))).toEqual({ parameter: 'page[size]' });
  });
  row('CP-02', 'names the maximum size and the type link of the profile for a larger size', async () => {
    const { status, body } = await listed({ 'page[size]': 101 });
    expect(status).toBe(400);
    expect(body.errors[0]).toMatchObject({
      meta: { page: { maxSize: 100 } },
      links: { type: 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/max-size-exceeded' },
    });
  });
  row('CP-03', 'rejects a text that is not a cursor', async () => {
    for (const name of ['page[after]', 'page[before]'])
      for (const cursor of ['x', '', '%F0%9F%98%80', 'W10', 'bnVsbA'])
        expect(await sourceOf(get(`/api/meta?${name}=${cursor}`))).toEqual({ parameter: name });
  });
  row(
    'CP-04',
    'rejects page[after] together with page[before], with the type link of the profile',
    async () => {
      const { searchParams } = new URL((await pageOf({})).body.links.next);
      const cursor = searchParams.get('page[after]')!;
      const { status, body } = await pageOf({ 'page[after]': cursor, 'page[before]': cursor });
      expect(status).toBe(400);
      expect(body.errors[0].links.type).toMatch(/range-pagination-not-supported$/);
    },
  );
  row('CP-05', 'returns no cursors of single objects, which the profile makes optional', async () => {
    for (const each of (await pageOf({})).body.data) expect(each.meta.page).toBeUndefined();
  });
  row('CP-06', 'returns the same next page after the object of a cursor is deleted', async () => {
    const own = aResourceType();
    const made: MetaObject[] = [];
    for (let at = 0; at < 4; at += 1) made.push(await aMeta(tenant.http, { resource_type: own }));
    const first = await pageOf({ 'filter[resource_type]': own });
    for (const each of made.slice(0, 2)) await tenant.http.delete(each.path);
    expect(idsOf(await follow(first, 'next'))).toEqual(made.slice(2).map(({ id }) => id));
  });
  row('CP-07', 'returns objects with equal sort values once each', async () => {
    const first = await pageOf({ sort: 'resource_type' });
    expect(new Set([...idsOf(first), ...idsOf(await follow(first, 'next'))]).size).toBe(3);
  });
  row('CP-08', 'counts the whole list if page[total] is true', async () => {
    expect((await pageOf({ 'page[total]': 'true' })).body.meta.page.total).toBe(3);
  });
  row('CP-09', 'neither repeats nor skips objects when an object is added', async () => {
    const own = aResourceType();
    const made = [
      await aMeta(tenant.http, { resource_type: own }),
      await aMeta(tenant.http, { resource_type: own }),
      await aMeta(tenant.http, { resource_type: own }),
    ];
    const first = await pageOf({ 'filter[resource_type]': own });
    await post(newMeta({ resource_type: own }, { id: '00000000-0000-7000-8000-' + randomUUID().slice(24) }));
    expect([...idsOf(first), ...idsOf(await follow(first, 'next'))]).toEqual(made.map(({ id }) => id));
  });
  row('CP-10', 'rejects a cursor with another sort order, and accepts it with another filter', async () => {
    const cursor = new URL((await pageOf({})).body.links.next).searchParams.get('page[after]')!;
    expect(await statusOf(listed({ sort: '-resource_id', 'page[after]': cursor }))).toBe(400);
    expect(await statusOf(listed({ 'filter[resource_id]': 'b', 'page[after]': cursor }))).toBe(200);
  });
  row('CP-11', 'returns the type link of the profile for an unsupported sort field', async () => {
    expect((await listed({ sort: 'nope' })).body.errors[0].links.type).toMatch(/unsupported-sort$/);
  });
  row('CP-12', 'names the profile in Content-Type', async () => {
    expect((await pageOf({})).headers['content-type']).toContain('cursor-pagination');
  });
});

describe('filters and other parameters', () => {
  row('FI-01', 'returns all matches and no other objects', async () => {
    expect(idsOf(await listed({ 'filter[resource_id]': 'a' }))).toEqual([three[1]!.id]);
    expect(idsOf(await listed({ 'filter[meta]': { key: 'at', operator: '>', value: 0 } }))).toEqual([
      three[1]!.id,
      three[2]!.id,
    ]);
  });
  row('FI-02', 'rejects an unknown filter', async () => {
    expect(await sourceOf(get('/api/meta?filter[nope]=1'))).toEqual({ parameter: 'filter[nope]' });
  });
  row('FI-03', 'rejects malformed filter values and names the parameter', async () => {
    for (const value of ['x', '{', '[1]', '{"key":1}', '{"key":"a","operator":"~","value":1}'])
      expect(await sourceOf(listed({ 'filter[meta]': value }))).toEqual({ parameter: 'filter[meta]' });
  });
  row('FI-04', 'reads + and %20 as a space', async () => {
    for (const space of ['+', '%20']) {
      const text = `{"key":"a${space}b","value":"x${space}y"}`.replaceAll('"', '%22');
      expect(idsOf(await get(`/api/meta?filter[meta]=${text}`))).toHaveLength(3);
    }
  });
  row('FI-05', 'returns no objects for hostile filter values', async () => {
    for (const value of ["' OR 1=1 --", '%', '*', '\\', '{{7*7}}', '‮', 'x'.repeat(4_000)])
      expect((await get(`/api/meta?${query({ 'filter[resource_type]': value })}`)).body.data).toEqual([]);
  });
  row('QP-01', 'rejects an unknown parameter', async () => {
    expect(await statusOf(get('/api/meta?foo=1'))).toBe(400);
  });
  row('QP-02', 'rejects an unknown custom parameter and names it', async () => {
    for (const parameter of ['fooBar', 'foo_bar', 'foo-bar'])
      expect(await sourceOf(get(`/api/meta?${parameter}=1`))).toEqual({ parameter });
  });
  row('QP-03', 'rejects invalid names in a parameter family', async () => {
    for (const name of [
      'filter[_]',
      'page[]',
      'filter[a]]',
      'filter[[a]]',
      'filter]a[',
      'page',
      'filter[resource_type]x',
    ])
      expect(await sourceOf(get(`/api/meta?${name}=1`))).toEqual({ parameter: name });
  });
  row('QP-04', 'rejects parameters of lists for a single object', async () => {
    for (const name of ['foo', 'sort', 'page[size]', 'filter[resource_type]'])
      expect(await statusOf(get(`${three[0]!.path}?${name}=1`))).toBe(400);
  });
  row('QP-05', 'rejects a write with an unknown parameter and changes nothing', async () => {
    const own = aResourceType();
    expect(await statusOf(tenant.http.post('/api/meta?foo=1', newMeta({ resource_type: own })))).toBe(400);
    expect((await listed({ 'filter[resource_type]': own })).body.data).toEqual([]);
  });
  row('QP-06', 'treats encoded and unencoded square brackets alike', async () => {
    const raw = await get(`/api/meta?filter[resource_type]=${type}&page[size]=2`);
    const encoded = await get(`/api/meta?filter%5Bresource_type%5D=${type}&page%5Bsize%5D=2`);
    expect(encoded.body).toEqual(raw.body);
  });
  row('QP-07', 'rejects a repeated parameter', async () => {
    expect(await sourceOf(get('/api/meta?sort=id&sort=id'))).toEqual({ parameter: 'sort' });
    expect(await sourceOf(get('/api/meta?fields[meta]=data&fields[meta]=data'))).toEqual({
      parameter: 'fields[meta]',
    });
  });
  row('QP-08', 'rejects invalid percent-encoding', async () => {
    for (const text of ['sort=%', 'filter[resource_type]=%zz', '%=1', 'filter[meta]=%E0%A4'])
      expect(await statusOf(get(`/api/meta?${text}`))).toBe(400);
  });
  row('QP-09', 'rejects parameters with names of JavaScript properties', async () => {
    for (const name of [
      '__proto__',
      'constructor',
      'filter[__proto__]',
      'page[constructor]',
      'fields[__proto__]',
      '__proto__[a]',
      'toString',
    ])
      expect(await sourceOf(get(`/api/meta?${name}=1`))).toEqual({ parameter: name });
    expect(Object.hasOwn(Object.prototype, 'a')).toBe(false);
  });
  row('QP-10', 'names the parameter in every 400 about the query, for lists and single objects', async () => {
    for (const path of ['/api/meta', three[0]!.path])
      for (const parameter of ['include', 'foo', 'fields[meta]', 'filter[nope]', 'page[nope]'])
        expect(await sourceOf(get(`${path}?${parameter}=nope`))).toEqual({ parameter });
    expect(await sourceOf(listed({ sort: 'nope' }))).toEqual({ parameter: 'sort' });
  });
});

describe('creating', () => {
  const pointerOf = async (answer: Promise<Response>) => (await sourceOf(answer)).pointer as string;
  row('CR-01', 'returns 201 with the new resource', async () => {
    const { status, body } = await post(newMeta({ resource_id: 'x' }));
    expect([status, body.data.attributes.resource_id]).toEqual([201, 'x']);
  });
  row('CR-02', 'returns a Location header', async () => {
    expect((await post(newMeta())).headers['location']).toMatch(/^http:\/\/.+\/api\/meta\/[0-9a-f-]{36}$/);
  });
  row('CR-03', 'returns the self link as Location', async () => {
    const { headers, body } = await post(newMeta());
    expect([body.data.links.self, body.links.self]).toEqual([headers['location'], headers['location']]);
  });
  row('CR-04', 'returns at Location the same resource as in the response', async () => {
    const { headers, body } = await post(newMeta({ data: { a: [1] } }));
    expect((await get(pathOf(headers['location']!)!)).body).toEqual(body);
  });
  row('CR-05', 'accepts an id from the client', async () => {
    const id = randomUUID();
    const { status, body } = await post(newMeta({}, { id }));
    expect([status, body.data.id]).toEqual([201, id]);
  });
  row('CR-06', 'returns 409 if the id exists', async () => {
    expect(await statusOf(post(newMeta({}, { id: three[0]!.id })))).toBe(409);
  });
  row('CR-07', 'returns 409 for another type', async () => {
    expect(await statusOf(post({ data: { type: 'orders', attributes: {} } }))).toBe(409);
  });
  row('CR-08', 'returns 409 with a pointer to the type', async () => {
    expect(await pointerOf(post({ data: { type: 'orders' } }))).toBe('/data/type');
  });
  row('CR-09', 'rejects a type that is missing or not a string', async () => {
    for (const each of [undefined, null, 5, {}, []])
      expect(await statusOf(post(newMeta({}, { type: each })))).toBe(400);
  });
  row('CR-10', 'rejects primary data that is not one resource object', async () => {
    for (const data of [null, [], [{ type: 'meta' }], 'x', 5, true])
      expect(await statusOf(post({ data }))).toBe(400);
  });
  row('CR-11', 'returns 400 for malformed JSON and for an empty body', async () => {
    for (const body of ['', '{', '{"data":', "{'a':1}", 'undefined'])
      expect(await statusOf(post(body))).toBe(400);
  });
  row(
    'CR-12',
    'returns a pointer to the object that lacks an attribute, and names the attribute',
    async () => {
      const { body } = await post({ data: { type: 'meta', attributes: { resource_id: '1' } } });
      expect(body.errors[0]).toMatchObject({
        source: { pointer: '/data/attributes' },
        meta: { attribute: 'resource_type' },
      });
      expect(await pointerOf(post({ data: { type: 'meta' } }))).toBe('/data');
    },
  );
  row('CR-13', 'returns a pointer to an invalid attribute', async () => {
    expect(await pointerOf(post(newMeta({ resource_id: 5 })))).toBe('/data/attributes/resource_id');
  });
  row('CR-14', 'returns a pointer to a read-only attribute', async () => {
    const answer = await post(newMeta({ override: true }));
    expect([answer.status, ...codesOf(answer)]).toEqual([422, 'not_fillable']);
    expect(answer.body.errors[0].source.pointer).toBe('/data/attributes/override');
  });
  row('CR-15', 'rejects an unknown attribute', async () => {
    expect(codesOf(await post(newMeta({ nope: 1 })))).toEqual(['unknown_attribute']);
  });
  row('CR-16', 'stores nothing if the request is rejected', async () => {
    const own = aResourceType();
    await post(newMeta({ resource_type: own, data: { a: '\0' } }));
    await post(newMeta({ resource_type: own, nope: 1 }));
    expect((await listed({ 'filter[resource_type]': own })).body.data).toEqual([]);
  });
  row('CR-20', 'returns Unicode, nesting, null, numbers and unusual keys unchanged', async () => {
    const data = {
      ключ: '😀\u202e',
      nested: [[{ a: null }]],
      big: 2 ** 53 - 1,
      small: 1e-7,
      '': undefined,
      'a/b~c.d[e]': true,
    };
    expect((await post(newMeta({ data }))).body.data.attributes.data).toEqual(
      JSON.parse(JSON.stringify(data)),
    );
  });
  row('CR-21', 'stores a key named __proto__ and rejects U+0000', async () => {
    const document =
      '{"data":{"type":"meta","attributes":{"resource_type":"t","resource_id":"1","data":{"__proto__":{"a":1}}}}}';
    expect(Object.keys((await post(document)).body.data.attributes.data)).toEqual(['__proto__']);
    expect(await statusOf(post(newMeta({ data: { a: '\0' } })))).toBe(422);
  });
  row('CR-22', 'returns two errors for two problems', async () => {
    expect(codesOf(await post(newMeta({ resource_type: '', resource_id: 5 })))).toHaveLength(2);
  });
  row('CR-23', 'rejects attributes that are not an object', async () => {
    for (const attributes of [[], 'x', 5, null])
      expect(await statusOf(post({ data: { type: 'meta', attributes } }))).toBe(400);
  });
  row('CR-24', 'accepts a lid', async () => {
    expect(await statusOf(post(newMeta({}, { lid: 'local-1' })))).toBe(201);
  });
  row('CR-25', 'rejects attributes that only the server sets', async () => {
    for (const name of ['created_at', 'updated_at', 'version']) {
      const answer = await post(newMeta({ [name]: '2000-01-01T00:00:00.000000Z' }));
      expect([name, answer.status, ...codesOf(answer)]).toEqual([name, 422, 'not_fillable']);
    }
    const { body } = await post(
      newMeta({}, { meta: { version: 99, created_at: '2000-01-01T00:00:00.000000Z' } }),
    );
    expect(body.data.meta.version).toBe(1);
    expect(body.data.meta.created_at > '2001').toBe(true);
  });
  for (const name of ['id', 'type', 'shop_id']) {
    it(`CR-25 rejects ${name} as an attribute`, async () => {
      expect(codesOf(await post(newMeta({ [name]: 'x' })))).toEqual(['unknown_attribute']);
    });
  }
});

describe('updating and deleting', () => {
  const patch = (each: MetaObject, document: unknown, options?: Options) =>
    tenant.http.patch(each.path, document, options);
  const fresh = () => aMeta(tenant.http, { data: { a: 1 } });
  const isUnchanged = async (each: MetaObject) => (await get(each.path)).headers['etag'] === each.etag;
  row('UP-01', 'returns 200 with the updated resource', async () => {
    const each = await fresh();
    const { status, body } = await patch(each, changedMeta(each.id, { data: { b: 2 } }));
    expect([status, body.data.attributes.data]).toEqual([200, { a: 1, b: 2 }]);
  });
  row('UP-02', 'keeps attributes that the client does not send', async () => {
    const each = await fresh();
    await patch(each, changedMeta(each.id, { data: { b: 2 } }));
    expect((await get(each.path)).body.data.attributes).toMatchObject({
      resource_type: 'orders',
      resource_id: '1',
    });
  });
  row('UP-04', 'returns 404 for a missing resource', async () => {
    const id = randomUUID();
    expect(await statusOf(tenant.http.patch(`/api/meta/${id}`, changedMeta(id, {})))).toBe(404);
  });
  row('UP-05', 'returns 409 for another type', async () => {
    const each = await fresh();
    expect(await statusOf(patch(each, { data: { type: 'orders', id: each.id } }))).toBe(409);
  });
  row('UP-06', 'returns 409 for another id', async () => {
    const each = await fresh();
    expect(await statusOf(patch(each, changedMeta(randomUUID(), {})))).toBe(409);
  });
  row('UP-07', 'rejects a document without id or type, or with an id that is not a string', async () => {
    const each = await fresh();
    for (const data of [
      { type: 'meta' },
      { id: each.id },
      { type: 'meta', id: 5 },
      { type: 5, id: each.id },
      { type: 'meta', id: null },
    ])
      expect(await statusOf(patch(each, { data }))).toBe(400);
  });
  row('UP-08', 'returns a pointer to a read-only attribute and changes nothing', async () => {
    const each = await fresh();
    const answer = await patch(each, changedMeta(each.id, { resource_type: 'x' }));
    expect([answer.status, answer.body.errors[0].source.pointer]).toEqual([
      422,
      '/data/attributes/resource_type',
    ]);
    expect(await isUnchanged(each)).toBe(true);
  });
  row('UP-09', 'changes nothing if a part of the document is invalid', async () => {
    const each = await fresh();
    expect(await statusOf(patch(each, changedMeta(each.id, { data: { b: 2 }, override: 'x' })))).toBe(422);
    expect(await isUnchanged(each)).toBe(true);
  });
  row('UP-10', 'returns the same resource as a later GET', async () => {
    const each = await fresh();
    const { body, headers } = await patch(each, changedMeta(each.id, { data: { b: 2 } }));
    const after = await get(each.path);
    expect([after.body, after.headers['etag']]).toEqual([body, headers['etag']]);
  });
  row('UP-11', 'changes nothing without attributes', async () => {
    const each = await fresh();
    expect(await statusOf(patch(each, { data: { type: 'meta', id: each.id } }))).toBe(200);
    expect(await isUnchanged(each)).toBe(true);
  });
  row('UP-14', 'updates updated_at and keeps created_at', async () => {
    const each = await fresh();
    const { created_at, updated_at } = each.response.body.data.meta;
    const { meta } = (await patch(each, changedMeta(each.id, { data: { b: 1 } }))).body.data;
    expect([meta.created_at, meta.updated_at > updated_at]).toEqual([created_at, true]);
  });
  row('UP-15', 'rejects data that is not one resource object, and malformed JSON', async () => {
    const each = await fresh();
    for (const document of [
      { data: null },
      { data: [] },
      { data: [{ type: 'meta', id: each.id }] },
      {},
      '{',
      '',
    ])
      expect(await statusOf(patch(each, document))).toBe(400);
  });
  row('UP-16', 'returns 412 for an outdated If-Match', async () => {
    const each = await fresh();
    await patch(each, changedMeta(each.id, { data: { b: 1 } }));
    expect(
      await statusOf(patch(each, changedMeta(each.id, {}), { headers: { 'if-match': each.etag } })),
    ).toBe(412);
  });
  row('DE-01', 'returns 204 without a body for a DELETE', async () => {
    const { status, text } = await tenant.http.delete((await fresh()).path);
    expect([status, text]).toEqual([204, '']);
  });
  row('DE-02', 'returns 404 for a deleted resource', async () => {
    const each = await aMeta(tenant.http, { resource_type: aResourceType() });
    await tenant.http.delete(each.path);
    expect(await statusOf(get(each.path))).toBe(404);
    expect(
      (await listed({ 'filter[resource_type]': each.response.body.data.attributes.resource_type })).body.data,
    ).toEqual([]);
  });
  row('DE-03', 'returns 404 for the DELETE of a missing resource', async () => {
    expect(await statusOf(tenant.http.delete(`/api/meta/${randomUUID()}`))).toBe(404);
  });
});

describe('HTTP', () => {
  row('ER-05', 'returns the same title for each code', async () => {
    const titles = new Map<string, string>();
    const answers = [
      get('/api/meta?foo=1'),
      get('/api/meta?sort=x'),
      get(`/api/meta/${randomUUID()}`),
      get('/api/nope'),
      post(newMeta({ resource_id: '' })),
      post(newMeta({ data: 5 })),
    ];
    for (const { code, title } of (await Promise.all(answers)).flatMap(
      ({ body }) => body.errors as { code: string; title: string }[],
    )) {
      expect(titles.get(code) ?? title).toBe(title);
      titles.set(code, title);
    }
    expect(titles.size).toBe(3);
  });
  row('HT-01', 'returns for HEAD the headers of GET', async () => {
    for (const path of ['/api/meta', three[0]!.path, `/api/meta/${randomUUID()}`]) {
      const [one, head] = [await get(path), await tenant.http.send('HEAD', path)];
      expect([head.status, head.headers['content-type'], head.text]).toEqual([
        one.status,
        one.headers['content-type'],
        '',
      ]);
    }
  });
  row('HT-02', 'returns 405 with Allow for other methods', async () => {
    for (const path of ['/api/meta', three[0]!.path]) {
      const answer = await tenant.http.send('PUT', path);
      expect([answer.status, answer.headers['allow']]).toEqual([405, expect.stringContaining('GET')]);
    }
    expect(await statusOf(tenant.http.delete('/api/meta'))).toBe(405);
    expect(await statusOf(tenant.http.post(three[0]!.path, newMeta()))).toBe(405);
  });
  row('HT-03', 'lists the supported methods in Allow', async () => {
    const each = await aMeta(tenant.http);
    const { headers } = await tenant.http.send('PUT', each.path);
    for (const method of headers['allow']!.split(', '))
      expect([method, await statusOf(tenant.http.send(method, each.path))]).not.toEqual([method, 405]);
  });
  row('HT-04', 'returns 304 for the ETag of an earlier response', async () => {
    const { path, etag } = three[0]!;
    const { status, headers } = await get(path, { headers: { 'if-none-match': etag } });
    expect([status, headers['etag']]).toEqual([304, etag]);
  });
  row('HT-05', 'returns 413 for a body above the size limit', async () => {
    expect(codesOf(await post('x'.repeat(1_100_000)))).toEqual(['payload_too_large']);
  });
  row('HT-06', 'rejects JSON with 5,000 levels', async () => {
    const deep = '['.repeat(5_000) + ']'.repeat(5_000);
    expect(
      await statusOf(
        post(
          `{"data":{"type":"meta","attributes":{"resource_type":"t","resource_id":"1","data":{"a":${deep}}}}}`,
        ),
      ),
    ).toBe(422);
  });
  row('HT-07', 'responds to OPTIONS', async () => {
    for (const path of ['/api/meta', three[0]!.path])
      expect(await statusOf(tenant.http.send('OPTIONS', path))).toBe(204);
  });
  row('HT-08', 'accepts all of several concurrent creations', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => post(newMeta())));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  });
});

describe('authorization', () => {
  const withHeader = (authorization: string) =>
    tenant.http.as().get('/api/meta', { headers: { authorization } });
  row('AU-01', 'returns 401 with WWW-Authenticate without a token', async () => {
    const { status, headers } = await tenant.http.as().get('/api/meta');
    expect([status, headers['www-authenticate']]).toEqual([401, expect.stringMatching(/^Bearer /)]);
  });
  row('AU-02', 'returns 401 for an invalid token', async () => {
    for (const wrong of [
      'x',
      `${tenant.token}x`,
      tenant.token.slice(0, -1),
      tenant.token.toLowerCase(),
      `swa_${'0'.repeat(46)}`,
    ])
      expect(await statusOf(tenant.http.as(wrong).get('/api/meta'))).toBe(401);
  });
  row('AU-03', 'returns 401 for another scheme or a malformed header', async () => {
    for (const header of [
      '',
      'Bearer',
      'Bearer ',
      `Basic ${tenant.token}`,
      tenant.token,
      `Bearer ${tenant.token} x`,
      `Bearer: ${tenant.token}`,
      `Token ${tenant.token}`,
      `Bearer ${tenant.token}, Bearer ${tenant.token}`,
    ])
      expect([header, await statusOf(withHeader(header))]).toEqual([header, 401]);
  });
  row('AU-04', 'accepts the authentication scheme in any case', async () => {
    for (const scheme of ['bearer', 'BEARER', 'bEaReR'])
      expect(await statusOf(withHeader(`${scheme} ${tenant.token}`))).toBe(200);
  });
  row('AU-05', 'returns 403 for every method without its scope', async () => {
    const none = tenant.http.as(await anAccessToken(api.database, tenant.shop, []));
    const { id, path } = three[0]!;
    const answers = [
      none.get('/api/meta'),
      none.get(path),
      none.send('HEAD', path),
      none.post('/api/meta', newMeta()),
      none.patch(path, changedMeta(id, {})),
      none.delete(path),
    ];
    for (const answer of answers) expect(await statusOf(answer)).toBe(403);
  });
  row('AU-06', 'accepts reads and rejects writes with a token that may only read', async () => {
    const reader = tenant.http.as(
      await anAccessToken(api.database, tenant.shop, ['meta.get', 'meta.collection']),
    );
    const { id, path } = three[0]!;
    expect([await statusOf(reader.get('/api/meta')), await statusOf(reader.get(path))]).toEqual([200, 200]);
    expect([
      await statusOf(reader.post('/api/meta', newMeta())),
      await statusOf(reader.patch(path, changedMeta(id, {}))),
      await statusOf(reader.delete(path)),
    ]).toEqual([403, 403, 403]);
  });
  row('AU-07', 'returns 401 before any other error', async () => {
    const stranger = tenant.http.as();
    const answers = [
      stranger.get('/api/meta?foo=1'),
      stranger.get(`/api/meta/${randomUUID()}`),
      stranger.post('/api/meta', '{'),
      stranger.post('/api/meta', newMeta(), { headers: { 'content-type': 'text/plain' } }),
      stranger.post('/api/meta', newMeta(), { headers: { 'content-type': 'junk' } }),
      stranger.post('/api/meta', { data: { type: 'orders' } }),
      stranger.post('/api/meta', newMeta({ resource_id: 5 })),
      stranger.get('/api/meta', { headers: { accept: 'text/html' } }),
      stranger.get(`/api/meta/${'x'.repeat(5_000)}`),
    ];
    for (const answer of answers) expect(await statusOf(answer)).toBe(401);
  });
  row('AU-08', 'ignores a token in the query', async () => {
    for (const name of ['access_token', 'token', 'api_key']) {
      expect(await statusOf(tenant.http.as().get(`/api/meta?${name}=${tenant.token}`))).toBe(401);
      expect(await statusOf(get(`/api/meta?${name}=${tenant.token}`))).toBe(400);
    }
  });
});

describe('recommendations', () => {
  row('RC-01', 'returns self links in documents and resources', async () => {
    const { body } = await listed();
    expect(body.links.self.href).toContain('/api/meta');
    for (const each of body.data) expect(each.links.self).toContain(each.id);
  });
  row('RC-02', 'returns URLs that consist of type and id', async () => {
    expect(pathOf((await get(three[0]!.path)).body.data.links.self)).toBe(`/api/meta/${three[0]!.id}`);
  });
  row('RC-03', 'returns timestamps in UTC with microseconds', async () => {
    const { created_at, updated_at } = (await get(three[0]!.path)).body.data.meta;
    for (const each of [created_at, updated_at])
      expect(each).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  });
});

describe('list of requirements', () => {
  it('has a test, a rule for every exchange, or a reason for the exclusion of each requirement', () => {
    const all = Object.entries(families).flatMap(([family, count]) =>
      Array.from({ length: count }, (_, at) => `${family}-${String(at + 1).padStart(2, '0')}`),
    );
    const reasons = Object.values(notApplicable).flatMap((ids) => ids.split(' '));
    const covered = [
      ...tested,
      ...Object.keys(rules),
      ...keptByTheClients,
      ...ofRelationships,
      ...ofOperations,
      ...reasons,
    ];
    expect(all.filter((id) => !covered.includes(id) && !unused.includes(id))).toEqual([]);
    expect(new Set(covered).size).toBe(covered.length);
  });
});
