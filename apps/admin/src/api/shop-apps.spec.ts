import { isId, scopeChanges } from './shop-apps';

describe('scopeChanges', () => {
  it('returns added, removed and kept scopes in their given order', () => {
    expect(scopeChanges(['a.get', 'b.get', 'c.get'], ['c.get', 'd.get', 'a.get'])).toEqual({
      added: ['d.get'],
      dropped: ['b.get'],
      kept: ['c.get', 'a.get'],
    });
  });

  it('returns no changes for equal scopes', () => {
    expect(scopeChanges(['a.get'], ['a.get'])).toEqual({ added: [], dropped: [], kept: ['a.get'] });
  });
});

it.each([
  ['01a1fcc5-3fe7-779a-a8ee-6072ae3c5c3a', true],
  ['01A1FCC5-3FE7-779A-A8EE-6072AE3C5C3A', true],
  ['..', false],
  ['01a1fcc5-3fe7-779a-a8ee-6072ae3c5c3a/../shops', false],
  ['', false],
])('isId returns the expected value for %j', (text, expected) => {
  expect(isId(text)).toBe(expected);
});
