import { randomUUID } from 'node:crypto';
import { changedMeta, newMeta, query, type RawRequest } from '@storewright/api-testing';

const jsonApi = ['content-type: application/vnd.api+json'];

/**
 * A request for the tests of a metadata object. The Host and Authorization headers are missing, because they
 * are equal in all requests.
 */
type Stop = Omit<RawRequest, 'headers'> & { headers?: string[] };
type Stops = Record<string, Stop>;

export function tour(id: string): Stops {
  const one = `/api/meta/${id}`;
  return {
    ...reads(one),
    ...writes(id),
    ...strangeReads(one),
    ...strangeWrites(id),
    deleted: { method: 'DELETE', path: one },
  };
}

function get(path: string, headers: string[] = []): Stop {
  return { method: 'GET', path, headers };
}

function write(method: string, path: string, document: unknown, headers = jsonApi): Stop {
  return { method, path, headers, body: typeof document === 'string' ? document : JSON.stringify(document) };
}

function reads(one: string): Stops {
  return {
    list: get('/api/meta'),
    'list with everything': get(
      `/api/meta?${query({
        sort: '-resource_id',
        'page[size]': 2,
        'page[total]': true,
        include: '',
        'fields[meta]': 'data',
        'filter[resource_type]': 'orders',
      })}`,
    ),
    'empty list': get(`/api/meta?${query({ 'filter[meta]': { key: randomUUID() } })}`),
    'page by number': get('/api/meta?page[number]=2&page[size]=1'),
    one: get(one),
    'one with fields': get(`${one}?fields[meta]=&include=`),
    unchanged: get(one, ['if-none-match: *']),
    head: { method: 'HEAD', path: one },
    options: { method: 'OPTIONS', path: one },
  };
}

function writes(id: string): Stops {
  return {
    created: write('POST', '/api/meta', newMeta({ data: { a: 1 } })),
    changed: write('PATCH', `/api/meta/${id}`, changedMeta(id, { data: { b: 1 } })),
  };
}

function strangeReads(one: string): Stops {
  return {
    missing: get(`/api/meta/${randomUUID()}`),
    'no such path': get('/api/nothing'),
    'unknown parameters': get('/api/meta?foo=1&sort=x&page[size]=0'),
    'unknown cursor': get('/api/meta?page[after]=x'),
    'too large a page': get('/api/meta?page[size]=101'),
    'broken path': get('/api/meta/%zz'),
    'not acceptable': get('/api/meta', ['accept: text/html']),
    'other method': { method: 'PUT', path: one },
    'unknown method': { method: 'FOO', path: one },
    'two hosts': get(one, ['host: x.localhost']),
    'two tokens': get(one, ['authorization: Bearer x']),
    'long header': get(one, [`x: ${'x'.repeat(20_000)}`]),
  };
}

function strangeWrites(id: string): Stops {
  const one = `/api/meta/${id}`;
  return {
    'no media type': write('POST', '/api/meta', newMeta(), []),
    'no JSON': write('POST', '/api/meta', '{'),
    'no document': write('POST', '/api/meta', '[]'),
    'other type': write('POST', '/api/meta', { data: { type: 'orders' } }),
    'client id': write('POST', '/api/meta', newMeta({}, { id: '1' })),
    'id taken': write('POST', '/api/meta', newMeta({}, { id })),
    'many faults': write('POST', '/api/meta', newMeta({ resource_type: '', x: 1, data: { a: '\0', '': 1 } })),
    'other id': write('PATCH', one, changedMeta(randomUUID(), {})),
    'not fillable': write('PATCH', one, changedMeta(id, { resource_id: 'x' })),
    'stale version': write('PATCH', one, changedMeta(id, {}), [...jsonApi, 'if-match: "0-0"']),
    'too large': { method: 'POST', path: '/api/meta', headers: [...jsonApi, 'content-length: 2000000'] },
  };
}
