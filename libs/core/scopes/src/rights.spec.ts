import {
  allRights,
  areaNames,
  areas,
  areasIn,
  currentRights,
  declaredScopes,
  readingRights,
  rightsOfAreas,
  scopesIn,
} from './index';

describe('rights of members', () => {
  it('include every scope and every right of the auth API once, in the form <resource>.<action>', () => {
    expect(allRights).toEqual(expect.arrayContaining(declaredScopes.map(({ scope }) => scope)));
    expect(new Set(allRights).size).toBe(allRights.length);
    for (const right of allRights) expect(right).toMatch(/^[a-z_]+\.(collection|get|post|patch|delete)$/);
  });

  it('readingRights contains only rights to list and to read', () => {
    expect(readingRights).toContain('orders.collection');
    expect(readingRights).toContain('audit_entries.get');
    expect(readingRights.filter((right) => /\.(post|patch|delete)$/.test(right))).toEqual([]);
  });

  it('each belong to an area or to every member', () => {
    const selected = new Set(rightsOfAreas(areaNames));
    expect(allRights.filter((right) => !selected.has(right))).toEqual([]);
  });

  it('areasIn returns the areas whose rights are all present, and no area with a missing right', () => {
    for (const name of areaNames) expect(areasIn(new Set(rightsOfAreas([name])))).toContain(name);
    expect(areasIn(new Set(rightsOfAreas(['products', 'activity'])))).toEqual(['products', 'activity']);
    expect(areasIn(new Set(areas.orders.slice(1)))).toEqual([]);
  });

  it('currentRights adds the rights of a resource that an area manages since the rights were stored', () => {
    const stored = rightsOfAreas(['products']).filter(
      (right) => !/^(?:imports|product_images)\./.test(right),
    );
    expect(stored).not.toEqual(rightsOfAreas(['products']));
    expect(new Set(currentRights(stored))).toEqual(new Set(rightsOfAreas(['products'])));
  });

  it.each(areaNames)('currentRights adds nothing to the current rights of the area %s', (name) => {
    expect(currentRights(rightsOfAreas([name]))).toEqual(rightsOfAreas([name]));
    expect(areasIn(new Set(currentRights(rightsOfAreas([name]))))).toContain(name);
  });

  it('currentRights adds nothing to rights that only read resources', () => {
    const rights = readingRights.filter((right) => !/^(?:events|audit_entries)\./.test(right));
    expect(currentRights(rights)).toEqual(rights);
  });

  it('scopesIn returns only the rights that are scopes of the shop API', () => {
    expect(scopesIn(rightsOfAreas(['api_access']))).toEqual(['shops.collection', 'shops.get']);
  });
});
