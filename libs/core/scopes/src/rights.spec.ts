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

describe('member rights', () => {
  it('include every permission scope and every right on the auth API once, in the form <resource>.<action>', () => {
    expect(allRights).toEqual(expect.arrayContaining(declaredScopes.map(({ scope }) => scope)));
    expect(new Set(allRights).size).toBe(allRights.length);
    for (const right of allRights) expect(right).toMatch(/^[a-z_]+\.(collection|get|post|patch|delete)$/);
  });

  it('in readingRights allow only listing and reading', () => {
    expect(readingRights).toContain('orders.collection');
    expect(readingRights).toContain('audit_entries.get');
    expect(readingRights.filter((right) => /\.(post|patch|delete)$/.test(right))).toEqual([]);
  });

  it('each belong to a staff area or to every member', () => {
    const selected = new Set(rightsOfAreas(areaNames));
    expect(allRights.filter((right) => !selected.has(right))).toEqual([]);
  });

  it('make areasIn return a staff area only if all rights of the area are present', () => {
    for (const name of areaNames) expect(areasIn(new Set(rightsOfAreas([name])))).toContain(name);
    expect(areasIn(new Set(rightsOfAreas(['products', 'activity'])))).toEqual(['products', 'activity']);
    expect(areasIn(new Set(areas.orders.slice(1)))).toEqual([]);
  });

  it('are extended by currentRights if a release adds a resource to a stored area', () => {
    const stored = rightsOfAreas(['products']).filter(
      (right) => !/^(?:imports|product_images)\./.test(right),
    );
    expect(stored).not.toEqual(rightsOfAreas(['products']));
    expect(new Set(currentRights(stored))).toEqual(new Set(rightsOfAreas(['products'])));
  });

  it.each(areaNames)('of the staff area %s are unchanged by currentRights', (name) => {
    expect(currentRights(rightsOfAreas([name]))).toEqual(rightsOfAreas([name]));
    expect(areasIn(new Set(currentRights(rightsOfAreas([name]))))).toContain(name);
  });

  it('that allow only reading are unchanged by currentRights', () => {
    const rights = readingRights.filter((right) => !/^(?:events|audit_entries)\./.test(right));
    expect(currentRights(rights)).toEqual(rights);
  });

  it('are filtered by scopesIn to the permission scopes of the shop API', () => {
    expect(scopesIn(rightsOfAreas(['api_access']))).toEqual(['shops.collection', 'shops.get']);
  });
});
