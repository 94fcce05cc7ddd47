import { etagOf, ifMatchOf } from './etags';
import { queryString } from './query';

const product = { type: 'products', id: '1', version: 3, updated_at: '2026-11-21T06:22:26.087602Z' };

describe('ifMatchOf', () => {
  it('returns the same ETag for a resource and its copies', () => {
    const etag = '"3-20261121062226087602"';
    expect([etagOf(product), ifMatchOf(product), ifMatchOf({ ...product })]).toEqual([etag, etag, etag]);
    expect(ifMatchOf(JSON.parse(JSON.stringify(product)) as typeof product)).toBe(etag);
  });

  it('returns an ETag unchanged, and returns undefined for undefined', () => {
    expect([ifMatchOf('"1-2"'), ifMatchOf(undefined)]).toEqual(['"1-2"', undefined]);
  });

  it('throws a TypeError for an object without a version', () => {
    const identifier = { type: 'products', id: '1' } as unknown as typeof product;
    expect(() => ifMatchOf(identifier)).toThrow(TypeError);
  });
});

describe('queryString', () => {
  it('escapes commas and backslashes in the values of a list', () => {
    const query = queryString({ filter: { tags: ['red, blue', 'a\\b', 'gift'] } });
    expect(new URLSearchParams(query).get('filter[tags]')).toBe('red\\, blue,a\\\\b,gift');
  });
});
