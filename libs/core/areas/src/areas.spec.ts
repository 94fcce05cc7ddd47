import { areaAccess, hasBesides, readsBesides } from './areas';

describe('areaAccess', () => {
  it('grants access to gift codes only by the area codes, and to the event log only by the area events', () => {
    for (const resource of ['codes', 'events']) {
      const giving = Object.entries(areaAccess).filter(([, { manages, reads }]) =>
        [...manages, ...reads].some((each) => each === resource),
      );
      expect(giving.map(([name]) => name)).toEqual([resource]);
    }
  });

  it('contains each managed resource in exactly one area', () => {
    const managed = Object.values(areaAccess).flatMap(({ manages }): readonly string[] => manages);
    expect(managed.filter((each, at) => managed.indexOf(each) !== at)).toEqual([]);
  });
});

describe('readsBesides', () => {
  it.each([
    [['orders'], ['customers', 'products', 'variants']],
    [['orders', 'products'], ['customers']],
    [['orders', 'products', 'customers'], []],
    [['products', 'unknown'], []],
    [['apps', 'api_access'], ['request_counts']],
  ])(
    'returns for members with the staff areas %j the resources that they can read but not manage: %j',
    (areas, besides) => {
      expect(readsBesides(areas)).toEqual(besides);
    },
  );
});

describe('hasBesides', () => {
  it("returns the resources in a member's rights that no staff area of the member manages, except the shop", () => {
    const rights = ['orders.get', 'orders.post', 'codes.collection', 'codes.get', 'shops.get'];
    expect(hasBesides(['orders'], rights)).toEqual(['codes']);
    expect(hasBesides(['orders', 'codes'], rights)).toEqual([]);
  });
});
