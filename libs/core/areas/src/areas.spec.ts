import { areaAccess, hasBesides, readsBesides } from './areas';

describe('areaAccess', () => {
  it('lets no area except codes access gift codes, and no area except events access the event log', () => {
    for (const resource of ['codes', 'events']) {
      const giving = Object.entries(areaAccess).filter(([, { manages, reads }]) =>
        [...manages, ...reads].some((each) => each === resource),
      );
      expect(giving.map(([name]) => name)).toEqual([resource]);
    }
  });

  it('lets exactly one area manage each resource', () => {
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
    'returns, for the staff areas %j, the readable resources that none of them manages: %j',
    (areas, besides) => {
      expect(readsBesides(areas)).toEqual(besides);
    },
  );
});

describe('hasBesides', () => {
  it('returns the resources that the rights include but none of the areas manages, except the shop', () => {
    const rights = ['orders.get', 'orders.post', 'codes.collection', 'codes.get', 'shops.get'];
    expect(hasBesides(['orders'], rights)).toEqual(['codes']);
    expect(hasBesides(['orders', 'codes'], rights)).toEqual([]);
  });
});
