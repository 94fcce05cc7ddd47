import { askedScopes, isId, scopeChanges, type ShopApp } from './shop-apps';

describe('askedScopes', () => {
  const asked = (attributes: Partial<ShopApp['attributes']>) =>
    askedScopes({
      attributes: {
        ...{ scopes: ['a.get', 'b.get'], optional_scopes: ['c.get', 'd.get'] },
        ...{ granted_scopes: null, withdrawn_scopes: null, ...attributes },
      } as ShopApp['attributes'],
    });

  it('of an app that is not installed selects no optional scopes', () => {
    expect(asked({})).toEqual({ fixed: ['a.get', 'b.get'], selectable: ['c.get', 'd.get'], selected: [] });
  });

  it('of an installed app selects granted optional scopes and no withdrawn scopes', () => {
    expect(asked({ granted_scopes: ['a.get', 'd.get'], withdrawn_scopes: ['b.get'] })).toEqual({
      ...{ fixed: ['a.get'], selectable: ['b.get', 'c.get', 'd.get'], selected: ['d.get'] },
    });
  });
});

describe('scopeChanges', () => {
  it('returns added, removed and kept scopes in their original order', () => {
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
])('isId returns for the text %j the result %j', (text, expected) => {
  expect(isId(text)).toBe(expected);
});
