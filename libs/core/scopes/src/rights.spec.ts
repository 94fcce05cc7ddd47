import {
  allRights,
  areaNames,
  areas,
  areasIn,
  declaredScopes,
  readingRights,
  rightsOfAreas,
  scopesIn,
} from './index';

describe('rights of members', () => {
  it('are the scopes and the rights of the auth API in the same form, once each', () => {
    expect(allRights).toEqual(expect.arrayContaining(declaredScopes.map(({ scope }) => scope)));
    expect(new Set(allRights).size).toBe(allRights.length);
    for (const right of allRights) expect(right).toMatch(/^[a-z_]+\.(collection|get|post|patch|delete)$/);
  });

  it('that change nothing are lists and single objects', () => {
    expect(readingRights).toContain('orders.collection');
    expect(readingRights).toContain('audit_entries.get');
    expect(readingRights.filter((right) => /\.(post|patch|delete)$/.test(right))).toEqual([]);
  });

  it('are each in an area, except the rights that every member has', () => {
    const selected = new Set(rightsOfAreas(areaNames));
    expect(allRights.filter((right) => !selected.has(right))).toEqual([]);
  });

  it('determine the selected areas', () => {
    for (const name of areaNames) expect(areasIn(new Set(rightsOfAreas([name])))).toContain(name);
    expect(areasIn(new Set(rightsOfAreas(['products', 'activity'])))).toEqual(['products', 'activity']);
    expect(areasIn(new Set(areas.orders.slice(1)))).toEqual([]);
  });

  it('include the scopes that a token can have', () => {
    expect(scopesIn(rightsOfAreas(['api_access']))).toEqual(['shops.collection', 'shops.get']);
  });
});
