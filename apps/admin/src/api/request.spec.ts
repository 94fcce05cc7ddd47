import { addressOf, pathOfLink } from './request';

describe('addressOf and pathOfLink', () => {
  it('addressOf encodes the query and omits undefined values', () => {
    expect(
      addressOf('/api/meta', { 'filter[meta]': '{"key":"a&b"}', 'page[size]': 5, sort: undefined }),
    ).toBe('/api/meta?filter%5Bmeta%5D=%7B%22key%22%3A%22a%26b%22%7D&page%5Bsize%5D=5');
  });

  it('addressOf keeps the query that the path already contains', () => {
    expect([addressOf('/a?b=c', { d: 'e' }), addressOf('/a?b=c')]).toEqual(['/a?b=c&d=e', '/a?b=c']);
  });

  it('pathOfLink removes the origin of a link, which can differ from the panel’s origin', () => {
    expect(pathOfLink('http://localhost:3001/api/shops?page%5Bafter%5D=x')).toBe(
      '/api/shops?page%5Bafter%5D=x',
    );
    expect(pathOfLink('/api/shops')).toBe('/api/shops');
  });
});
