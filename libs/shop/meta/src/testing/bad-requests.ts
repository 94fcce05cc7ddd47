import type { RawRequest } from '@storewright/api-testing';
import fc from 'fast-check';

/** The object to which fuzzed requests refer, and an access token for the shop of the object. */
export interface Target {
  host: string;
  token: string;
  id: string;
}

const text = (...units: string[]) => fc.string({ unit: fc.constantFrom(...units), maxLength: 24 });

const targetText = text(
  'a',
  '/',
  '..',
  '%',
  '%00',
  '%zz',
  '%2F',
  '%C3',
  '%F0%9F%9B%92',
  '\xc3\xa9',
  '\x80',
  '~',
  '"',
  '{',
  '[',
  ']',
  '^',
  '|',
  '+',
  '\\',
  '*',
  ';',
);
const headerText = text(
  'a',
  'Z',
  '0',
  ' ',
  ',',
  ';',
  '=',
  '"',
  '/',
  '*',
  'q=',
  'W/',
  '\xe9',
  '\t',
  '\\',
  'application/vnd.api+json',
);

/** JSON values that often reveal errors in implementations. */
const oddJson = fc.oneof(
  fc.constantFrom<string>(
    'null',
    'true',
    '0',
    '-0',
    '1e400',
    '-1e400',
    '9007199254740993',
    '""',
    '[]',
    '{}',
    '[[]]',
    '"\\u0000"',
    '"\\ud800"',
    '"\\udc00\\ud800"',
    '{"__proto__":1}',
    '{"":1}',
    '{"\\u0000":1}',
    '{"\\ud800":{"a":"\\u0000"}}',
    '{"a":1,"a":2}',
    '{"~/":"\\u0000"}',
  ),
  fc.integer({ min: 1, max: 3_000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  fc.integer({ min: 1, max: 3_000 }).map((length) => JSON.stringify('x'.repeat(length))),
  fc
    .integer({ min: 200, max: 400 })
    .map((count) => `{${Array.from({ length: count }, (_, at) => `"k${at}":0`).join()}}`),
  fc.jsonValue({ stringUnit: 'binary' }).map((value) => JSON.stringify(value)),
);

/**
 * Generates a member of a fuzzed JSON object. The member is usually valid, and sometimes invalid or missing.
 */
function part(name: string, right: string, needed: boolean): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: needed ? 20 : 1, arbitrary: fc.constant(`"${name}":${right}`) },
    { weight: needed ? 1 : 20, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: oddJson.map((json) => `"${name}":${json}`) },
  );
}

function object(parts: fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  return fc.tuple(...parts).map((each) => `{${each.filter((one) => one !== '').join()}}`);
}

function oddDocument(id: string, change: boolean): fc.Arbitrary<string> {
  const data = fc.tuple(oddJson, oddJson).map(([a, b]) => `"data":{"k":${a},"l":{"m":${b}}}`);
  const attributes = object([
    part('resource_type', '"orders"', !change),
    part('resource_id', '"1"', !change),
    data,
    part('override', 'true', change),
    part('made_up', '1', false),
  ]);
  const resource = object([
    part('type', '"meta"', true),
    part('id', JSON.stringify(id), change),
    attributes.map((json) => `"attributes":${json}`),
    part('relationships', '{}', false),
  ]);
  return fc.oneof(
    { weight: 8, arbitrary: resource.map((json) => `{"data":${json}}`) },
    { weight: 1, arbitrary: oddJson },
    { weight: 1, arbitrary: oddJson.map((json) => `{"data":${json}}`) },
  );
}

/** Generates a fuzzed request body. Some bytes are changed, removed or duplicated. */
function oddBody(id: string, change: boolean): fc.Arbitrary<Buffer> {
  const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255), fc.nat(2)), { maxLength: 3 });
  const broken = fc.tuple(oddDocument(id, change), changes).map(([document, each]) => {
    const bytes = [...Buffer.from(document)];
    for (const [place, byte, kind] of each)
      bytes.splice(place % (bytes.length + 1), kind === 0 ? 1 : 0, ...(kind === 2 ? [] : [byte]));
    return Buffer.from(bytes);
  });
  const junk = fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes));
  return fc.oneof(
    { weight: 5, arbitrary: oddDocument(id, change).map((document) => Buffer.from(document)) },
    { weight: 3, arbitrary: broken },
    { weight: 1, arbitrary: junk },
  );
}

const encoded = (arbitrary: fc.Arbitrary<string>) =>
  arbitrary.map((value) => encodeURIComponent(value.toWellFormed()));

const parameter = fc
  .oneof(
    fc.tuple(
      fc.constantFrom(
        'sort',
        'include',
        'fields[meta]',
        'page[size]',
        'page[after]',
        'page[before]',
        'page[number]',
        'page[total]',
        'filter[resource_type]',
        'filter[resource_id]',
      ),
      fc.oneof(
        targetText,
        encoded(fc.string({ unit: 'binary', maxLength: 20 })),
        fc.constantFrom('1', 'id', '-resource_id', 'true', 'orders', 'data', 'WyJpZCJd', ''),
      ),
    ),
    fc.tuple(
      fc.constantFrom('filter[meta]', 'filter%5Bmeta%5D'),
      encoded(
        fc.oneof(
          oddJson.filter((json) => json.length < 2_000),
          oddCondition(),
        ),
      ),
    ),
    fc.tuple(
      fc.oneof(
        targetText,
        fc.constantFrom('filter[]', 'page[', 'fields[[meta]]', '__proto__', 'filter[__proto__]', ''),
      ),
      targetText,
    ),
  )
  .map(([name, value]) => `${name}=${value}`);

function oddCondition(): fc.Arbitrary<string> {
  const condition = fc.record(
    {
      key: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('k', '__proto__', '\ud800')),
      operator: fc.constantFrom('=', '!=', '<', '>=', 'in'),
      value: fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.boolean(),
      ),
    },
    { requiredKeys: ['key'] },
  );
  return fc.oneof(condition, fc.array(condition, { maxLength: 17 })).map((value) => JSON.stringify(value));
}

const header = fc
  .tuple(
    fc.constantFrom(
      'accept',
      'content-type',
      'if-match',
      'if-none-match',
      'idempotency-key',
      'shop-id',
      'secret-proof',
      'expect',
      'range',
      'x-forwarded-host',
      'x-forwarded-proto',
      'content-encoding',
      'accept-encoding',
      'prefer',
      'cookie',
      'origin',
      'x-request-id',
      'x-http-method-override',
      'upgrade',
    ),
    headerText,
  )
  .map(([name, value]) => `${name}: ${value}`);

const withBody = ['POST', 'PATCH', 'PUT'];

/**
 * Generates a request with one or several faults. The access token is valid, so that authentication does not
 * reject the request.
 */
export function badRequest({ host, token, id }: Target): fc.Arbitrary<RawRequest> {
  const usual = fc.constantFrom(
    ['GET', '/api/meta'],
    ['GET', `/api/meta/${id}`],
    ['POST', '/api/meta'],
    ['PATCH', `/api/meta/${id}`],
  );
  const odd = fc.tuple(
    fc.constantFrom('GET', 'POST', 'PATCH', 'HEAD', 'PUT', 'OPTIONS', 'TRACE', 'PURGE', 'get', 'FOO'),
    fc.oneof(
      targetText.map((rest) => `/api/meta/${rest}`),
      targetText.map((rest) => `/${rest}`),
      fc.constant('/api/meta'),
    ),
  );
  const line = fc.oneof({ weight: 4, arbitrary: usual }, { weight: 1, arbitrary: odd });
  const few = { size: 'xsmall', maxLength: 3 } as const;
  const query = fc.array(parameter, few).map((each) => (each.length ? `?${each.join('&')}` : ''));
  const headers = fc
    .tuple(part('content-type', '', true), fc.array(header, few))
    .map(([type, more]) => [
      `host: ${host}`,
      `authorization: Bearer ${token}`,
      'connection: close',
      ...(type === '' ? [] : ['content-type: application/vnd.api+json']),
      ...more,
    ]);
  return fc
    .tuple(line, query, headers, oddBody(id, false), oddBody(id, true))
    .map(([[method, path], text, each, creation, change]) => ({
      method: method!,
      path: path! + text,
      headers: each,
      ...(withBody.includes(method!) ? { body: method === 'PATCH' ? change : creation } : {}),
    }));
}
