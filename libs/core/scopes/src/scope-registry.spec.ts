import { actions, declaredScopes, isScope, unknownScopes } from './index';

describe('scopes', () => {
  it('have the form <resource>.<action>, once each, with a description for the grant screen', () => {
    expect(declaredScopes.length).toBeGreaterThan(0);
    for (const { scope, action, description } of declaredScopes) {
      expect(scope).toMatch(/^[a-z][a-z_]*\.[a-z]+$/);
      expect(actions).toContain(action);
      expect(description).toMatch(/^[a-z].*[^.]$/);
    }
    expect(new Set(declaredScopes.map(({ scope }) => scope)).size).toBe(declaredScopes.length);
  });

  it('say which of them let an app read personal data', () => {
    expect(declaredScopes.filter(({ personal }) => personal).map(({ scope }) => scope)).toEqual([
      ...['customers.collection', 'customers.get'],
      ...['orders.collection', 'orders.get'],
    ]);
  });

  it('names every unknown scope of a list', () => {
    expect(unknownScopes(['meta.get', 'meta.destroy', 'nothing.get', 'meta'])).toEqual([
      'meta.destroy',
      'nothing.get',
      'meta',
    ]);
    expect(isScope('meta.collection')).toBe(true);
    expect(isScope('toString')).toBe(false);
  });
});
