import { randomUUID } from 'node:crypto';
import { type HandledRoute, routeTable } from '@storewright/access';
import { aTenant, type TestApi } from '@storewright/api-testing';
import { areaAccess, type AreaName } from '@storewright/areas';
import { rightsOfAreas, scopesIn } from '@storewright/scopes';
import { startShopApi } from './testing/shop-api';

let api: TestApi;
beforeAll(async () => (api = await startShopApi()));
afterAll(() => api.close());

const areas = Object.keys(areaAccess) as AreaName[];

/** Routes that require a scope, each with its resource and whether it only reads. */
const routes = () =>
  routeTable(api.application).flatMap((route: Pick<HandledRoute, 'method' | 'path' | 'access'>) => {
    if (route.access.kind !== 'scope') return [];
    const { scope, also = [] } = route.access;
    return [{ ...route, scopes: [scope, ...also] }];
  });

/** True if the declaration of the areas allows a member with the area to use a scope. */
function isDeclared(area: AreaName, scope: string): boolean {
  const [resource, action] = scope.split('.') as [string, string];
  const { manages, reads }: { manages: readonly string[]; reads: readonly string[] } = areaAccess[area];
  const isReading = action === 'collection' || action === 'get';
  return manages.includes(resource) || (isReading && [...reads, 'shops'].includes(resource));
}

describe('a staff member on the shop API', () => {
  it.each(areas)('with only the area %s gets 403 on every route outside the area', async (area) => {
    const { http } = await aTenant(api, scopesIn(rightsOfAreas([area])));
    const seen: string[] = [];
    expect(routes().length).toBeGreaterThan(40);
    for (const { method, path, scopes } of routes()) {
      const body = ['POST', 'PATCH', 'DELETE'].includes(method) ? { body: '{}' } : {};
      const answer = await http.send(method, path.replaceAll(/:\w+/g, randomUUID()), body);
      const isAllowed = scopes.every((scope) => isDeclared(area, scope));
      expect([method, path, answer.status === 403]).toEqual([method, path, !isAllowed]);
      if (isAllowed && method === 'GET') seen.push(scopes[0]!.split('.')[0]!);
    }
    // Only members with the areas of codes and of events can read them.
    expect([seen.includes('codes'), seen.includes('events')]).toEqual([area === 'codes', area === 'events']);
  });

  it('with the areas orders and products can read customers, but no codes, meta or events', async () => {
    const { http } = await aTenant(api, scopesIn(rightsOfAreas(['orders', 'products'])));
    const lists = ['orders', 'products', 'variants', 'customers', 'codes', 'meta', 'events'];
    const statuses = await Promise.all(lists.map(async (list) => (await http.get(`/api/${list}`)).status));
    expect(statuses).toEqual([200, 200, 200, 200, 403, 403, 403]);
  });
});
