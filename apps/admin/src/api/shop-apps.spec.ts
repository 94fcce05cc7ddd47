import { isId, scopeChanges } from './shop-apps';

describe('what changes for a shop', () => {
  it('is what comes, what goes and what stays, each in the order it had', () => {
    expect(scopeChanges(['a.get', 'b.get', 'c.get'], ['c.get', 'd.get', 'a.get'])).toEqual({
      added: ['d.get'],
      dropped: ['b.get'],
      kept: ['c.get', 'a.get'],
    });
  });

  it('is nothing where the same is asked for', () => {
    expect(scopeChanges(['a.get'], ['a.get'])).toEqual({ added: [], dropped: [], kept: ['a.get'] });
  });
});

it.each([
  ['01a1fcc5-3fe7-779a-a8ee-6072ae3c5c3a', true],
  ['01A1FCC5-3FE7-779A-A8EE-6072AE3C5C3A', true],
  ['..', false],
  ['01a1fcc5-3fe7-779a-a8ee-6072ae3c5c3a/../shops', false],
  ['', false],
])('tells by its form whether %j may be an id', (text, expected) => {
  expect(isId(text)).toBe(expected);
});
