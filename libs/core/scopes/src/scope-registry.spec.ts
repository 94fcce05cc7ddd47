import { declarationsOf } from './declared-resources';
import { actions, declaredScopes, isScope, scopeOf, unknownScopes } from './index';

describe('declarationsOf', () => {
  const notes = { type: 'notes' };

  it('sorts the declared resources by type', () =>
    expect(
      declarationsOf([
        ['b.ts', { notes }],
        ['a.ts', { labels: { type: 'labels' } }],
      ]),
    ).toEqual([{ type: 'labels' }, notes]));

  it('throws for a file without a declaration of a resource', () =>
    expect(() => declarationsOf([['notes.scopes.ts', {}]])).toThrow(
      'notes.scopes.ts must export exactly one declaration with a type.',
    ));

  it('throws for a resource that two files declare', () =>
    expect(() =>
      declarationsOf([
        ['a.ts', { notes }],
        ['b.ts', { other: { type: 'notes' } }],
      ]),
    ).toThrow('The resource notes is declared in a.ts and in b.ts.'));
});

describe('declaredScopes', () => {
  it('are unique, have the form <resource>.<action> and a description for the grant screen', () => {
    expect(declaredScopes.length).toBeGreaterThan(0);
    for (const { scope, action, description } of declaredScopes) {
      expect(scope).toMatch(/^[a-z][a-z_]*\.[a-z]+$/);
      expect(actions).toContain(action);
      expect(description).toMatch(/^[a-z].*[^.]$/);
    }
    expect(new Set(declaredScopes.map(({ scope }) => scope)).size).toBe(declaredScopes.length);
  });

  it('are marked if the scope gives access to personal data', () => {
    expect(declaredScopes.filter(({ personal }) => personal).map(({ scope }) => scope)).toEqual([
      ...['customers.collection', 'customers.get'],
      ...['order_comments.collection', 'order_comments.get'],
      ...['orders.collection', 'orders.get'],
    ]);
  });
});

describe('scopeOf', () => {
  it('returns the permission scope of a declared action', () =>
    expect(scopeOf('orders', 'get')).toBe('orders.get'));

  it('throws an error that names the file to change if no library declares the scope', () =>
    expect(() => scopeOf('gift_cards', 'get')).toThrow(
      'The scope gift_cards.get is not declared. Add it to the file gift-cards.scopes.ts.',
    ));
});

describe('unknownScopes', () => {
  it('returns every scope that no library declares', () => {
    expect(unknownScopes(['meta.get', 'meta.destroy', 'nothing.get', 'meta'])).toEqual([
      'meta.destroy',
      'nothing.get',
      'meta',
    ]);
    expect(isScope('meta.collection')).toBe(true);
    expect(isScope('toString')).toBe(false);
  });
});
