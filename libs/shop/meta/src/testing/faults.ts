import type { Exchange } from '@storewright/api-testing';

/**
 * Returns invalid exchanges of request and response, keyed by the id of the API rule that each exchange
 * violates.
 */
export function faultsOf(right: Exchange): Record<string, Exchange> {
  return { ...headerFaults(right), ...memberFaults(right), ...linkFaults(right), ...errorFaults(right) };
}

function answered(right: Exchange, body: unknown, more: object = {}): Exchange {
  return { ...right, response: { ...right.response, body, text: JSON.stringify(body), ...more } };
}

function documentOf({ response }: Exchange): Record<string, unknown> {
  return response.body as Record<string, unknown>;
}

/**
 * Returns a copy of a valid exchange of request and response, with a changed resource object in the response.
 */
function withResource(right: Exchange, change: object): Exchange {
  const document = documentOf(right);
  return answered(right, { ...document, data: { ...(document['data'] as object), ...change } });
}

function headerFaults(right: Exchange): Record<string, Exchange> {
  const document = documentOf(right);
  const answer = (body: unknown, more?: object) => answered(right, body, more);
  const header = (change: object) => answer(document, { headers: { ...right.response.headers, ...change } });
  return {
    'CN-01': header({ 'content-type': 'application/json' }),
    'CN-02': header({ 'content-type': 'application/vnd.api+json; charset=utf-8' }),
    'CN-03': answer({ ...document, jsonapi: { version: '1.1', ext: ['x'] } }),
    'CN-04': answer({ ...document, jsonapi: { version: '1.1', profile: ['x'] } }),
    'CN-19': header({ vary: 'Accept-Encoding' }),
    'HT-09': answer(document, { status: 204 }),
  };
}

function memberFaults(right: Exchange): Record<string, Exchange> {
  const document = documentOf(right);
  const answer = (body: unknown) => answered(right, body);
  const resource = (change: object) => withResource(right, change);
  return {
    'DS-01': answer({ jsonapi: { version: '1.1' } }),
    'DS-02': answer({ ...document, errors: [{ code: 'c' }] }),
    'DS-03': answer({ jsonapi: { version: '1.1' }, meta: {}, included: [] }),
    'DS-04': answer({ ...document, more: 1 }),
    'DS-05': answer({ ...document, jsonapi: { version: '1.0' } }),
    'DS-06': resource({ id: 5 }),
    'DS-07': resource({ more: 1 }),
    'DS-08': resource({ attributes: [] }),
    'DS-09': resource({ attributes: { type: 'x' } }),
    'DS-10': resource({ attributes: { 'a+b': 1 } }),
    'DS-11': resource({ relationships: { shop: {} } }),
    'DS-12': resource({ relationships: { shop: { data: { type: 'shops' } } } }),
  };
}

function linkFaults(right: Exchange): Record<string, Exchange> {
  const document = documentOf(right);
  const answer = (body: unknown) => answered(right, body);
  return {
    'DS-13': answer({ ...document, links: { self: 5 } }),
    'DS-14': answer({ ...document, links: { self: 'http://x/?page[size]=1' } }),
    'DS-15': withResource(right, { meta: [] }),
    'DS-22': answer({ ...document, included: {} }),
    'DS-23': answer({ ...document, data: [] }),
    'DS-24': answer({ ...document, included: [document['data']] }),
    'DS-25': answer({ ...document, included: [{ type: 'a', id: '1' }] }),
    'DS-29': answer({ ...document, jsonapi: { version: '1.1', profile: ['x'] } }),
    'PG-07': answer({ ...document, links: { home: 'http://x/' } }),
  };
}

function errorFaults(right: Exchange): Record<string, Exchange> {
  const answer = (body: unknown, more?: object) => answered(right, body, more);
  const error = { id: 'i', status: '400', code: 'c', title: 't', detail: 'd' };
  const refused = (change: object, headers: object = {}) =>
    answer(
      { jsonapi: { version: '1.1' }, errors: [{ ...error, ...change }] },
      { status: 400, headers: { ...right.response.headers, 'x-request-id': 'i', ...headers } },
    );
  return {
    'ER-01': answer({ jsonapi: { version: '1.1' }, errors: [] }, { status: 400 }),
    'ER-02': refused({ more: 1 }),
    'ER-03': refused({ status: 400 }),
    'ER-04': refused({ title: '' }),
    'ER-06': refused({ source: { pointer: 'data' } }),
    'ER-07': refused({ source: { pointer: '/data/attributes' } }),
    'ER-08': refused({ source: { parameter: 'sort' } }),
    'ER-11': refused({ detail: 'TypeError: x is not a function at f (/app/main.js:5)' }),
    'ER-12': answer(documentOf(right), { status: 500 }),
    'ER-13': answer('', { status: 404, text: '', body: undefined }),
    'ER-15': refused({ status: '422' }),
    'X-Request-Id': refused({}, { 'x-request-id': 'another' }),
  };
}
