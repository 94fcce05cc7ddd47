import { areaAccess, hasBesides, readsBesides } from './areas';

describe('areaAccess', () => {
  it('gives gift codes and the event log to the areas of these names alone', () => {
    for (const resource of ['codes', 'events']) {
      const giving = Object.entries(areaAccess).filter(([, { manages, reads }]) =>
        [...manages, ...reads].some((each) => each === resource),
      );
      expect(giving.map(([name]) => name)).toEqual([resource]);
    }
  });

  it('is about each resource in one area', () => {
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
  ])('of %j is %j', (areas, besides) => {
    expect(readsBesides(areas)).toEqual(besides);
  });
});

describe('hasBesides', () => {
  it('names every resource of the rights that none of the areas is about, except the shop', () => {
    const rights = ['orders.get', 'orders.post', 'codes.collection', 'codes.get', 'shops.get'];
    expect(hasBesides(['orders'], rights)).toEqual(['codes']);
    expect(hasBesides(['orders', 'codes'], rights)).toEqual([]);
  });
});
