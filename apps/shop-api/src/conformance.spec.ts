import { routeTable } from '@storewright/access';
import { ofRelationships, type TestApi } from '@storewright/api-testing';
import {
  type Conformance,
  isServed,
  platformTables,
  relationshipRules,
  type Sample,
  scopedRoutes,
  shopTables,
  Subject,
  tablesOf,
} from '@storewright/conformance';
import { eventTypes } from '@storewright/events';
import { metaLimits } from '@storewright/meta';
import { resourcesOf } from '@storewright/resources';
import { isAboutEvents } from '@storewright/scopes';
import { resourceModules } from './modules';
import { librariesOfShop } from './testing/libraries';
import { startShopApi } from './testing/shop-api';

/*
 * Each library runs the conformance tests of its resources (libs/testing/conformance). This spec checks that
 * the libraries together cover every route, resource and table of the service.
 */
let api: TestApi;
let libraries: Conformance[];
let served: Sample[];
beforeAll(async () => {
  api = await startShopApi();
  libraries = await librariesOfShop();
  served = libraries.flatMap(({ samples }) => samples.filter(isServed));
});
afterAll(() => api.close());

describe('conformance specs of the resource libraries cover', () => {
  it('every route that requires scopes, and only the listed routes require no scope', () => {
    const tested = libraries.flatMap((library) => new Subject(library).promisedRoutes);
    const routes = scopedRoutes(api).map(({ label }) => label);
    expect(routes.sort()).toEqual(tested.sort());
    const others = routeTable(api.application).filter(({ access }) => access.kind !== 'scope');
    expect(others.map(({ method, path, access }) => [access.kind, `${method} ${path}`])).toEqual([
      ['public', 'GET /api'],
      ['operations', 'GET /api/customers/:id/archive'],
      ['operations', 'POST /api/exports'],
      ['public', 'GET /api/image_files/:id/:name'],
      ['bearer', 'GET /api/installation'],
      ['public', 'GET /api/openapi.json'],
      ['operations', 'POST /api/operations'],
      ['operations', 'GET /api/search'],
      ['public', 'GET /api/shops/:id/logo/:digest'],
      ['token', 'GET /api/token'],
    ]);
  });

  it('every resource in modules.ts, each with a sample of its type', () => {
    const resources = resourcesOf(resourceModules({ meta: metaLimits }));
    expect(resources.length).toBeGreaterThan(0);
    expect(new Set(served.map(({ resource }) => resource))).toEqual(new Set(resources));
    expect(served).toHaveLength(resources.length);
  });

  it('every table that contains rows of a shop', async () => {
    const tested = new Set([...libraries.flatMap(tablesOf), ...platformTables]);
    expect([...tested].sort()).toEqual(await shopTables(api.database));
  });

  it("every event type of the shop's resources", () => {
    expect(served.filter(({ resource }) => resource.events.length === 0)).toEqual([]);
    const resources = libraries.flatMap(({ samples }) => samples.map(({ resource }) => resource));
    const declared = resources.flatMap(({ type, events }) => events.map((change) => `${type}.${change}`));
    const ofAuthData = eventTypes.filter((type) => /^(installations|shops)\./.test(type));
    expect([...new Set([...declared, ...ofAuthData])].sort()).toEqual([...eventTypes].sort());
    const types = resources.filter(({ events }) => events.length > 0).map(({ type }) => type);
    const others = scopedRoutes(api).filter(({ method, type }) => method !== 'GET' && !types.includes(type));
    // An uploaded file has no event until a product image uses the file.
    expect(others.filter(({ type }) => !isAboutEvents(type)).map(({ label }) => label)).toEqual([
      'POST /api/image_files',
    ]);
  });

  it('every rule about relationships, each for at least one relationship', () => {
    expect(relationshipRules.map(({ id }) => id).sort()).toEqual(ofRelationships.toSorted());
    const subjects = libraries.map((library) => new Subject(library));
    const without = relationshipRules.filter(({ cases }) =>
      subjects.every((subject) => cases(subject).length === 0),
    );
    expect(without.map(({ id }) => id)).toEqual([]);
  });
});
