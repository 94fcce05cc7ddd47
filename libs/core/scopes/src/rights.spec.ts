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
  it('are the scopes, and those of the auth API in the same words, once each', () => {
    expect(allRights).toEqual(expect.arrayContaining(declaredScopes.map(({ scope }) => scope)));
    expect(new Set(allRights).size).toBe(allRights.length);
    for (const right of allRights) expect(right).toMatch(/^[a-z_]+\.(collection|get|post|patch|delete)$/);
  });

  it('that only read are lists and single objects', () => {
    expect(readingRights).toContain('orders.collection');
    expect(readingRights).toContain('audit_entries.get');
    expect(readingRights.filter((right) => /\.(post|patch|delete)$/.test(right))).toEqual([]);
  });

  it('are each in an area, but for those that everybody has', () => {
    const ticked = new Set(rightsOfAreas(areaNames));
    expect(allRights.filter((right) => !ticked.has(right))).toEqual([]);
  });

  it('lead back to the areas that were ticked', () => {
    for (const name of areaNames) expect(areasIn(new Set(rightsOfAreas([name])))).toContain(name);
    expect(areasIn(new Set(rightsOfAreas(['products', 'activity'])))).toEqual(['products', 'activity']);
    expect(areasIn(new Set(areas.orders.slice(1)))).toEqual([]);
  });

  it('are for a token what the API of the shop knows of them', () => {
    expect(scopesIn(rightsOfAreas(['api_access']))).toEqual(['shops.collection', 'shops.get']);
  });
});
