import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import {
  aMeta,
  anApi,
  aTenant,
  bytesOf,
  changedMeta,
  codesOf,
  holdToRules,
  type MetaObject,
  newMeta,
  pathOf,
  query,
  type RawRequest,
  sendRaw,
  type Tenant,
  type TestApi,
} from '@storewright/api-testing';
import { processorMs, type Response } from '@storewright/testing';
import { metaLimits } from './meta-data';
import { MetaModule } from './meta.module';
import { badRequest } from './testing/bad-requests';

let api: TestApi;
let tenant: Tenant;
let object: MetaObject;
beforeAll(async () => {
  api = await anApi([MetaModule.forRoot(metaLimits)]);
  tenant = await aTenant(api);
  object = await aMeta(tenant.http, { data: { a: 1 } });
});
afterAll(() => api.close());

/** Headers of one request: host, token, and a connection that closes. */
function usualHeaders(): string[] {
  return [
    `host: ${tenant.shop.domain}.localhost`,
    `authorization: Bearer ${tenant.token}`,
    'connection: close',
  ];
}

/** Processor time of each response in milliseconds. */
const took = new WeakMap<Response, number>();

/** Sends the exact bytes of the request and checks the response against the rules. */
async function exchange(given: Partial<RawRequest>): Promise<Response> {
  const request = { method: 'GET', path: '/api/meta', headers: usualHeaders(), ...given };
  const bytes = bytesOf(request);
  let response!: Response;
  const ms = await processorMs(async () => (response = await sendRaw(api.port, bytes)));
  took.set(response, ms);
  const { method, path } = request;
  const body = request.body === undefined ? {} : { body: Buffer.from(request.body as string) };
  holdToRules({ method, path, ...body, response }, api);
  return response;
}

const jsonApi = 'content-type: application/vnd.api+json';
const post = (body: Buffer | string, type = jsonApi) =>
  exchange({ method: 'POST', headers: [...usualHeaders(), type], body });
/** A document whose attributes are this JSON text, with all required members. */
const documentWith = (attributes: string) =>
  `{"data":{"type":"meta","attributes":{"resource_type":"t","resource_id":"1",${attributes}}}}`;
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

describe('text that Postgres cannot store', () => {
  it.each([
    [
      'U+0000 in resource_type',
      '{"data":{"type":"meta","attributes":{"resource_type":"a\\u0000b","resource_id":"1"}}}',
      '/data/attributes/resource_type',
    ],
    [
      'a lone high surrogate in resource_id',
      '{"data":{"type":"meta","attributes":{"resource_type":"a","resource_id":"\\ud83d"}}}',
      '/data/attributes/resource_id',
    ],
    [
      'a lone low surrogate in data',
      documentWith('"data":{"a":{"b":["\\udc00"]}}'),
      '/data/attributes/data/a/b/0',
    ],
    [
      'two surrogates the wrong way round',
      documentWith('"data":{"a":"\\udc00\\ud800"}'),
      '/data/attributes/data/a',
    ],
    ['U+0000 in data', documentWith('"data":{"a":"\\u0000"}'), '/data/attributes/data/a'],
    ['U+0000 in a key of data', documentWith('"data":{"\\u0000":1}'), '/data/attributes/data'],
    ['a surrogate in a key of data', documentWith('"data":{"a":{"\\ud800":1}}'), '/data/attributes/data/a'],
  ])('is rejected in the attribute value: %s', async (_, document, pointer) => {
    const answer = await post(document);
    expect([answer.status, codesOf(answer)]).toEqual([422, ['invalid_text']]);
    expect(answer.body.errors[0].source).toEqual({ pointer });
  });

  it('is rejected in a PATCH, which changes nothing', async () => {
    const document = JSON.stringify(changedMeta(object.id, { data: { a: '\u0000' } }));
    const headers = [...usualHeaders(), jsonApi];
    expect((await exchange({ method: 'PATCH', path: object.path, headers, body: document })).status).toBe(
      422,
    );
    expect((await tenant.http.get(object.path)).headers['etag']).toBe(object.etag);
  });

  it.each([
    ['a raw zero byte', Buffer.from(documentWith('"data":{"a":"\u0000"}'))],
    ['a raw control character', Buffer.from(documentWith('"data":{"a":"\u0001"}'))],
    [
      'an encoded surrogate',
      Buffer.from(documentWith('"data":{"a":"?"}').replace('?', '\xed\xa0\x80'), 'latin1'),
    ],
    [
      'a byte that is invalid in UTF-8',
      Buffer.from(documentWith('"data":{"a":"?"}').replace('?', '\xff'), 'latin1'),
    ],
    [
      'a truncated character',
      Buffer.from(documentWith('"data":{"a":"?"}').replace('?', '\xf0\x9f'), 'latin1'),
    ],
    [
      'an overlong encoding of a slash',
      Buffer.from(documentWith('"data":{"a":"?"}').replace('?', '\xc0\xaf'), 'latin1'),
    ],
    ['UTF-16', Buffer.from(documentWith('"data":{}'), 'utf16le')],
    ['UTF-32', Buffer.from('\0\0\0{\0\0\0}', 'latin1')],
  ])('is rejected in a request document with %s', async (_, body) => {
    const answer = await post(body);
    expect([answer.status, codesOf(answer)]).toEqual([400, ['malformed_document']]);
  });

  it.each([
    'filter[resource_type]',
    'filter[resource_id]',
    'filter[meta]',
    'sort',
    'page[after]',
    'fields[meta]',
  ])('is rejected in the query parameter %s', async (name) => {
    for (const value of ['%00', 'a%00b', '%ED%A0%80', '%FF', '%C3', '%C3(']) {
      const { status, body } = await exchange({ path: `/api/meta?${name}=${value}` });
      expect([value, status, body.errors[0].source]).toEqual([value, 400, { parameter: name }]);
    }
  });
});

describe('request document', () => {
  it.each([
    '',
    ' ',
    '{',
    '[',
    'null',
    '[]',
    '"text"',
    '5',
    '{}',
    '{"data":null}',
    '{"data":[]}',
    '{"data":[{"type":"meta"}]}',
    '{"data":"x"}',
    '{"data":{}}',
    '{"data":{"type":5}}',
    '{"data":{"type":null}}',
    '{"data":{"type":["meta"]}}',
    '{"errors":[]}',
    '{"meta":{}}',
    '{"data":{"type":"meta","attributes":[]}}',
    '{"data":{"type":"meta","attributes":"x"}}',
    '{"data":{"type":"meta","attributes":null}}',
    '{"data":{"type":"meta","relationships":[]}}',
    '{"data":{"type":"meta"}}}',
    "{'data':{}}",
    '{"data":{"type":"meta",}}',
    'NaN',
    '{"data":Infinity}',
    '\ufeff\ufeff{}',
    '<xml/>',
    'data=1',
  ])('is rejected with 400 or 422: %j', async (document) => {
    const answer = await post(document);
    expect([answer.status, codesOf(answer)]).toEqual([400, ['malformed_document']]);
  });

  it('has the value of the last member if a member is repeated', async () => {
    const { status, body } = await post(
      '{"data":{"type":"orders","type":"meta","attributes":{"resource_type":"a","resource_type":"' +
        'b","resource_id":"1","data":{"k":1,"k":2}}}}',
    );
    expect([status, body.data.attributes]).toEqual([
      201,
      { resource_type: 'b', resource_id: '1', data: { k: 2 } },
    ]);
  });

  it.each([
    ['data', documentWith(`"data":{"a":${deep(100_000)}}`), 422],
    [
      'resource_type',
      `{"data":{"type":"meta","attributes":{"resource_type":${deep(100_000)},"resource_id":"1"}}}`,
      422,
    ],
    ['override', documentWith(`"override":${deep(100_000)}`), 422],
    ['an unknown attribute', documentWith(`"made_up":${deep(100_000)}`), 422],
    ['attributes', `{"data":{"type":"meta","attributes":${deep(100_000)}}}`, 400],
    ['type', `{"data":{"type":${deep(100_000)}}}`, 400],
    ['id', `{"data":{"type":"meta","id":${deep(100_000)}}}`, 403],
    [
      'relationships',
      '{"data":{"type":"meta","attributes":{"resource_type":"t","resource_id":"1"},' +
        `"relationships":{"a":${deep(100_000)}}}}`,
      422,
    ],
    ['the document', deep(100_000), 400],
    [
      'an unknown top-level member',
      `{"x":${deep(100_000)},"data":{"type":"meta","attributes":{"resource_type":"t","resource_id":"1"}}}`,
      201,
    ],
    ['objects', documentWith(`"data":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`), 422],
    ['data without closing brackets', documentWith(`"data":{"a":${'['.repeat(100_000)}`), 400],
  ])('gets a response within 5 seconds despite deep nesting in %s', async (_, document, status) => {
    const answer = await post(document);
    expect(answer.status).toBe(status);
    expect(took.get(answer)).toBeLessThan(5_000);
  });

  it.each([
    ['a million zeros', documentWith(`"data":{"k":[${'0,'.repeat(500_000)}0]}`)],
    ['numbers that look like integers', documentWith(`"data":{"k":[${'1e16,'.repeat(200_000)}0]}`)],
    ['numbers out of range', documentWith(`"data":{"k":[${'1e400,'.repeat(150_000)}0]}`)],
    [
      'long keys before many faults',
      documentWith(`"data":{"k":{"${'x'.repeat(500_000)}":[${'1e400,'.repeat(80_000)}0]}}`),
    ],
    ['unknown attributes', documentWith(Array.from({ length: 70_000 }, (_, at) => `"k${at}":0`).join())],
    ['keys', documentWith(`"data":{${Array.from({ length: 70_000 }, (_, at) => `"k${at}":0`).join()}}`)],
    ['quotes', documentWith(`"data":{"k":"${'\\"'.repeat(500_000)}"}`)],
    ['digits', documentWith(`"data":{"k":${'9'.repeat(1_000_000)}}`)],
  ])('is rejected within 5 seconds with a short response if it contains 1 MiB of %s', async (_, document) => {
    const answer = await post(document);
    expect(answer.status).toBe(422);
    expect(answer.text.length).toBeLessThan(200_000);
    expect(took.get(answer)).toBeLessThan(5_000);
  });
});

describe('request body', () => {
  it.each([
    'application/json; charset=utf-16',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/vnd.api+json; charset=utf-8',
    'application/vnd.api+json; ext="https://jsonapi.org/ext/atomic"',
    'application/vnd.api',
    'junk',
    '',
    ';',
    '/',
    'application/vnd.api+json, text/html',
    '\xe9',
  ])('is rejected with 415 if its media type is "%s"', async (type) => {
    const answer = await post(JSON.stringify(newMeta()), `content-type: ${type}`);
    expect([answer.status, codesOf(answer)]).toEqual([415, ['unsupported_media_type']]);
    expect(answer.body.errors[0].source).toEqual({ header: 'Content-Type' });
  });

  it.each([
    'application/vnd.api+json',
    'Application/VND.API+JSON',
    'application/vnd.api+json; profile="https://example.com/a"',
    'application/vnd.api+json;profile=https://example.com/a',
  ])('is accepted if its media type is %s', async (type) => {
    expect((await post(JSON.stringify(newMeta()), `content-type: ${type}`)).status).toBe(201);
  });

  it.each(['gzip', 'br', 'deflate', 'zstd', 'gzip, identity', 'x'])(
    'is rejected with 415 and the accepted coding if its content coding is %s',
    async (encoding) => {
      const headers = [...usualHeaders(), jsonApi, `content-encoding: ${encoding}`];
      for (const [method, path] of [
        ['POST', '/api/meta'],
        ['PATCH', object.path],
      ] as const) {
        const answer = await exchange({ method, path, headers, body: gzipSync(JSON.stringify(newMeta())) });
        expect([answer.status, codesOf(answer)]).toEqual([415, ['unsupported_media_type']]);
        expect(answer.body.errors[0].source).toEqual({ header: 'Content-Encoding' });
        expect(answer.headers['accept-encoding']).toBe('identity');
      }
    },
  );

  it('is accepted if its content coding is empty', async () => {
    const headers = [...usualHeaders(), jsonApi, 'content-encoding: identity'];
    expect((await exchange({ method: 'POST', headers, body: JSON.stringify(newMeta()) })).status).toBe(201);
  });

  it('is rejected with 415 without a media type', async () => {
    const answer = await exchange({ method: 'POST', body: JSON.stringify(newMeta()) });
    expect([answer.status, codesOf(answer)]).toEqual([415, ['unsupported_media_type']]);
  });

  it('is rejected with 413 before the client sends it, if the declared length exceeds the limit', async () => {
    const headers = [...usualHeaders(), jsonApi, 'content-length: 1048577'];
    const answer = await exchange({ method: 'POST', headers });
    expect([answer.status, codesOf(answer)]).toEqual([413, ['payload_too_large']]);
  });

  it('is rejected with 413 if it exceeds the limit while the client streams it', async () => {
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    const head = ['POST /api/meta HTTP/1.1', ...usualHeaders(), jsonApi, 'transfer-encoding: chunked'].join(
      '\r\n',
    );
    const response = await sendRaw(api.port, Buffer.from(`${head}\r\n\r\n${chunk.repeat(20)}0\r\n\r\n`));
    holdToRules({ method: 'POST', path: '/api/meta', response }, api);
    expect([response.status, codesOf(response)]).toEqual([413, ['payload_too_large']]);
  });

  it('is accepted with a size of 1 MiB', async () => {
    const document = JSON.stringify(newMeta());
    expect((await post(document + ' '.repeat(1_048_576 - document.length))).status).toBe(201);
    expect((await post(document + ' '.repeat(1_048_577 - document.length))).status).toBe(413);
  });

  it('is ignored for GET and DELETE with any media type', async () => {
    for (const type of ['application/json', 'junk', 'text/html'])
      expect((await exchange({ headers: [...usualHeaders(), `content-type: ${type}`] })).status).toBe(200);
    const { path } = await aMeta(tenant.http);
    const headers = [...usualHeaders(), 'content-type: application/json', 'content-length: 0'];
    expect((await exchange({ method: 'DELETE', path, headers })).status).toBe(204);
  });
});

describe('query string', () => {
  it.each([
    'sort=id&sort=-id',
    'filter[resource_type]=a&filter[resource_type]=b',
    'filter[resource_type]=a&filter%5Bresource_type%5D=b',
    'page[size]=5&page[size]=5',
    'fields[meta]=data&fields[meta]=data',
  ])('is rejected with 400 if a parameter is repeated: %s', async (text) => {
    const { status, body } = await exchange({ path: `/api/meta?${text}` });
    expect(status).toBe(400);
    expect(body.errors[0].source.parameter).toBe(decodeURIComponent(text.split('=')[0]!));
  });

  it.each(['%', '%2', '%zz', '%E0%A4%A', '%C0%AF', 'a%'])(
    'is rejected with 400 for the invalid encoding %s',
    async (broken) => {
      for (const text of [`filter[resource_type]=${broken}`, `${broken}=1`, broken])
        expect((await exchange({ path: `/api/meta?${text}` })).status).toBe(400);
    },
  );

  it('gets a response that lists every error in the query string', async () => {
    const { body } = await exchange({
      path: '/api/meta?sort=nope&page[size]=0&include=x&fields[meta]=y&foo=1&filter[bar]=2',
    });
    expect(
      body.errors.map((error: { source: { parameter: string } }) => error.source.parameter).sort(),
    ).toEqual(['fields[meta]', 'filter[bar]', 'foo', 'include', 'page[size]', 'sort']);
  });

  it.each([
    ['a long value', `filter[resource_type]=${'a'.repeat(14_000)}`, 200],
    ['a long name', `${'a'.repeat(14_000)}=1`, 400],
    ['many parameters', Array.from({ length: 2_000 }, (_, at) => `p${at}=`).join('&'), 400],
    ['many ampersands', '&'.repeat(14_000), 200],
    ['a long sort', `sort=${'id,'.repeat(4_000)}`, 400],
    ['a long include', `include=${'a.'.repeat(6_000)}`, 400],
    ['deep brackets', `filter${'[a]'.repeat(4_000)}=1`, 400],
    ['a deep filter[meta]', `filter[meta]=${deep(6_000)}`, 400],
  ])('gets the expected status code: %s', async (_, text, status) => {
    expect((await exchange({ path: `/api/meta?${text}` })).status).toBe(status);
  });

  it.each([
    "' OR '1'='1",
    "'; DROP TABLE shop.meta; --",
    '\\',
    '$1',
    '%',
    '_',
    '${7*7}',
    '{{7*7}}',
    "\\'; --",
    'E\\x00',
    '../../etc/passwd',
  ])('selects no objects with the filter value %s', async (hostile) => {
    const filters: Record<string, string | object>[] = [
      { 'filter[resource_type]': hostile },
      { 'filter[resource_id]': hostile },
      { 'filter[meta]': { key: hostile } },
      { 'filter[meta]': { key: 'a', value: hostile } },
    ];
    for (const filter of filters) {
      const answer = await tenant.http.get(`/api/meta?${query(filter)}`);
      expect([answer.status, answer.body.data]).toEqual([200, []]);
    }
  });

  it.each(['POST', 'PATCH', 'DELETE'])(
    'is rejected with 400 for unknown parameters, and the request changes nothing: %s',
    async (method) => {
      const { id, path, etag } = await aMeta(tenant.http);
      const [address, document] =
        method === 'POST' ? ['/api/meta', newMeta({}, { id })] : [path, changedMeta(id, { data: { b: 1 } })];
      const headers = [...usualHeaders(), jsonApi];
      for (const text of [
        'foo=1',
        'sort=id',
        'page[size]=1',
        'filter[resource_type]=a',
        'fields[meta]=nope',
        'include=x',
      ]) {
        const { status, body } = await exchange({
          method,
          path: `${address}?${text}`,
          headers,
          body: JSON.stringify(document),
        });
        expect([text, status, body.errors[0].source.parameter]).toEqual([text, 400, text.split('=')[0]]);
      }
      expect((await tenant.http.get(path)).headers['etag']).toBe(etag);
    },
  );
});

describe('request', () => {
  it.each(['/api/meta/%', '/api/meta/%zz', '/api/%C0%AF', '/%', '/\xc3\xa9', '/api/meta?\xff'])(
    'is rejected with 400 for the invalid path %s',
    async (path) => {
      expect((await exchange({ path })).status).toBe(400);
    },
  );

  it.each([
    '/api/meta/',
    '/api/meta//',
    '//api/meta',
    '/API/META',
    '/api/meta/a/b',
    '/api/../api/meta',
    '/api/meta;x=1',
    '/api/meta/%2e%2e',
    '/favicon.ico',
  ])('is rejected with 404 for the path %s', async (path) => {
    const answer = await exchange({ path });
    expect([answer.status, codesOf(answer)]).toEqual([404, ['not_found']]);
  });

  it('is accepted if its target is a URL in absolute form', async () => {
    const host = `${tenant.shop.domain}.localhost`;
    const { status, body } = await exchange({ path: `http://${host}${object.path}` });
    expect([status, body.links.self]).toEqual([200, `http://${host}${object.path}`]);
  });

  it.each(['PUT', 'TRACE', 'PROPFIND', 'PURGE', 'LOCK', 'M-SEARCH', 'QUERY'])(
    'is rejected with 405 and the header Allow for the method %s',
    async (method) => {
      for (const [path, allow] of [
        ['/api/meta', 'GET, HEAD, POST, OPTIONS'],
        [object.path, 'GET, HEAD, PATCH, DELETE, OPTIONS'],
      ] as const) {
        const answer = await exchange({ method, path });
        expect([answer.status, codesOf(answer)]).toEqual([405, ['method_not_allowed']]);
        expect(answer.headers['allow']!.split(', ').sort()).toEqual(allow.split(', ').sort());
      }
    },
  );

  it.each(['FOO', 'get', 'GET\t', '', 'G\xc9T'])(
    'is rejected with 400 for the method "%s"',
    async (method) => {
      expect((await exchange({ method })).status).toBe(400);
    },
  );

  it('is rejected with 405 for CONNECT', async () => {
    expect((await exchange({ method: 'CONNECT', path: 'example.com:443' })).status).toBe(405);
  });

  it('is rejected with 400 for two Authorization headers', async () => {
    for (const second of [
      `authorization: Bearer ${tenant.token}`,
      'Authorization: Basic eDp5',
      'AUTHORIZATION:',
    ]) {
      const answer = await exchange({ headers: [...usualHeaders(), second] });
      expect([answer.status, codesOf(answer)]).toEqual([400, ['duplicate_authorization']]);
    }
  });

  it.each([
    ['no Host header', ['connection: close'], 400],
    ['two Host headers', ['host: a.localhost', 'host: b.localhost'], 400],
    ['an empty host', ['host:'], 404],
    ['an invalid host name', ['host: a b/c?d'], 404],
    ['an IPv4 address', ['host: 127.0.0.1'], 404],
    ['an IPv6 address', ['host: [::1]:80'], 404],
    ['a host with user information', ['host: user@x.localhost'], 404],
    ['a host with an invalid port', ['host: x.localhost:abc'], 404],
    ['a host of 10,000 characters', [`host: ${'a'.repeat(10_000)}.localhost`], 404],
    ['a host with bytes that are not ASCII', ['host: \xff\xfe.localhost'], 404],
    ['a host outside the base domain', ['host: localhost.evil.example'], 404],
  ])('is rejected because of the Host header: %s', async (_, headers, status) => {
    const { body, status: actual } = await exchange({ headers: [...headers, 'connection: close'] });
    expect([actual, body.errors[0].source]).toEqual([status, { header: 'Host' }]);
  });

  it.each([
    ['a header without a colon', ['what is this'], 400],
    ['a header with a space in its name', ['x y: 1'], 400],
    ['a folded header', ['x: 1', ' folded'], 400],
    ['a header with a zero byte', ['x: \x00'], 400],
    ['a header that is too long', [`x: ${'a'.repeat(20_000)}`], 431],
    ['too many headers', Array.from({ length: 5_000 }, (_, at) => `x${at}: 1`), 431],
    ['a Content-Length that is not a number', ['content-length: five'], 400],
    ['two Content-Length headers', ['content-length: 1', 'content-length: 2'], 400],
    ['Content-Length with chunked transfer coding', ['content-length: 1', 'transfer-encoding: chunked'], 400],
    ['an unsupported transfer coding', ['transfer-encoding: gzip'], 400],
    ['an unknown expectation', ['expect: tea'], 200],
    ['a request to upgrade to h2c', ['connection: upgrade', 'upgrade: h2c'], 200],
    ['a range', ['range: bytes=0-1'], 200],
    ['an invalid If-Match', ['if-match: junk, "", W/', 'if-none-match: junk,,"'], 200],
  ])('gets a response with the expected status for %s', async (_, headers, status) => {
    expect((await exchange({ path: object.path, headers: [...usualHeaders(), ...headers] })).status).toBe(
      status,
    );
  });

  it.each([
    'GET /api/meta',
    'GET',
    'HTTP/1.1 200 OK',
    '\x16\x03\x01\x02\x00\x01\x00\x01',
    'PRI * HTTP/2.0\r\n\r\nSM',
    'GET /api/meta HTTP/9.9',
    'GET  /api/meta  HTTP/1.1',
    '{}',
  ])('is rejected with 400 if the HTTP message is malformed: %j', async (line) => {
    const response = await sendRaw(api.port, Buffer.from(`${line}\r\n\r\n`, 'latin1'));
    holdToRules({ method: 'GET', path: '/', response }, api);
    expect(response.status).toBe(400);
  });
});

describe('sequence of fuzzed requests with a fixed seed', () => {
  it('causes no 5xx response, no timeout and no invalid error document, and leaves only readable data', async () => {
    const target = { host: `${tenant.shop.domain}.localhost`, token: tenant.token, id: object.id };
    const statuses = new Set<number>();
    const requests = fc.array(badRequest(target), { minLength: 20, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(requests, async (batch) => {
        for (const { status } of await Promise.all(batch.map(exchange))) statuses.add(status);
      }),
      { seed: 8, numRuns: 125 },
    );
    // The requests covered many kinds of responses, and some random requests were valid.
    expect([...statuses]).toEqual(expect.arrayContaining([200, 201, 400, 403, 404, 405, 409, 415, 422]));
    await readEverything();
  });

  /** Reads every object, in lists and individually. */
  async function readEverything(): Promise<void> {
    for (let path: string | undefined = '/api/meta?page[size]=100'; path;) {
      const page: Response = await tenant.http.get(path);
      expect(page.status).toBe(200);
      for (const each of page.body.data as { id: string }[])
        expect((await tenant.http.get(`/api/meta/${each.id}`)).body.data).toEqual(each);
      path = pathOf(page.body.links.next);
    }
  }
});
