import { randomUUID } from 'node:crypto';
import { type Route, routeTable } from '@storewright/access';
import { errorCodes } from '@storewright/json-api';
import { declaredScopes, events } from '@storewright/scopes';
import { anAccessToken } from '@storewright/testing';
import {
  aGrant,
  anOwnedShop,
  aRegisteredApp,
  authApi,
  codesOf,
  newObject,
  type OwnedShop,
  type TestService,
} from './testing/test-service';

let service: TestService;
let routes: Route[];
let mine: OwnedShop;
let theirs: OwnedShop;

beforeAll(async () => {
  service = await authApi();
  routes = routeTable(service.application);
  mine = await anOwnedShop(service);
  theirs = await anOwnedShop(service);
});
afterAll(() => service.stop());

const pathOf = ({ path }: Route, shop: { id: string }, id: string = randomUUID()) =>
  path.replace(':shop_id', shop.id).replace(/:\w+/, id);
const ofSession = () => routes.filter(({ access }) => access.kind === 'session');
const bodyFor = ({ method }: Route) => (['POST', 'PATCH'].includes(method) ? { body: '{}' } : {});

describe('routes of the auth API', () => {
  it('return 401 before all other checks if the route requires a session and the request has none', async () => {
    expect(ofSession().length).toBeGreaterThan(20);
    for (const route of ofSession()) {
      const answer = await service.api.send(route.method, pathOf(route, mine), bodyFor(route));
      expect([route, answer.status, codesOf(answer)]).toEqual([route, 401, ['unauthorized']]);
      expect(answer.headers['www-authenticate']).toContain('Bearer');
    }
  });

  it('return 400 for two Authorization headers, even if the route is public', async () => {
    const { id, secret } = await aRegisteredApp(service);
    const basic = (of: string) => `Basic ${Buffer.from(`${id}:${of}`).toString('base64')}`;
    const [good, bad] = [basic(secret), basic('nonsense')];
    expect(routes.some(({ access }) => access.kind === 'public')).toBe(true);
    for (const route of routes)
      for (const authorization of [
        [good, bad],
        [bad, good],
        ['Bearer a', 'Bearer a'],
      ]) {
        const more = { ...bodyFor(route), headers: { authorization } };
        const answer = await service.api.send(route.method, pathOf(route, mine), more);
        expect([route, answer.status, codesOf(answer)]).toEqual([route, 400, ['duplicate_authorization']]);
      }
  });

  it('return 403 to pages of other sites if the routes sign a person in or send an email', async () => {
    const paths = [
      '/api/sessions',
      '/api/passkey_challenges',
      '/api/passkey_assertions',
      '/api/password_resets',
    ];
    const panel = { host: 'demo-shop.localhost:3002', origin: 'http://demo-shop.localhost:3002' };
    for (const path of paths) {
      const send = (headers: Record<string, string>) =>
        service.api.send('POST', path, { body: '{}', headers });
      const foreign: Record<string, string>[] = [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { 'sec-fetch-site': 'cross-site' },
        { ...panel, origin: 'http://other-shop.localhost:3002' },
      ];
      for (const headers of foreign) {
        const answer = await send(headers);
        expect([path, answer.status, codesOf(answer)]).toEqual([path, 403, ['csrf_refused']]);
      }
      for (const headers of [panel, { ...panel, 'sec-fetch-site': 'same-origin' }])
        expect([path, (await send(headers)).status]).not.toEqual([path, 403]);
    }
  });

  it('reject access tokens if the route requires a session, except GET /api/shops/{shop_id}', async () => {
    const token = service.api.as(await anAccessToken(service.database, mine));
    for (const route of ofSession()) {
      if (route.access.kind === 'session' && route.access.orToken) continue;
      const answer = await token.send(route.method, pathOf(route, mine), bodyFor(route));
      expect([route, answer.status, codesOf(answer)]).toEqual([route, 401, ['invalid_token']]);
    }
  });

  it('return 413 for a body of 40 kB if the route reads the body before authentication', async () => {
    const open = routes.filter(
      ({ method, access }) => method === 'POST' && ['public', 'client', 'form'].includes(access.kind),
    );
    expect(open.length).toBeGreaterThanOrEqual(4);
    for (const route of open) {
      const answer = await service.api.send('POST', pathOf(route, mine), { body: 'x'.repeat(40_000) });
      expect([route, answer.status]).toEqual([route, 413]);
    }
  });

  it('return 404 below a shop id that is foreign, unknown or malformed', async () => {
    const below = ofSession().filter(({ path }) => path.includes(':shop_id'));
    expect(below.length).toBeGreaterThan(10);
    expect(below.filter(({ access }) => access.kind === 'session' && !access.shop)).toEqual([]);
    for (const route of below) {
      for (const shop of [theirs, { id: randomUUID() }, { id: 'x' }]) {
        const answer = await mine.api.send(route.method, pathOf(route, shop), bodyFor(route));
        expect([route, answer.status, codesOf(answer)]).toEqual([route, 404, ['not_found']]);
      }
    }
  });

  it('return 404 for an object with an unknown or malformed id', async () => {
    const single = ofSession().filter(({ path, method }) => path.endsWith('/:id') && method !== 'PATCH');
    expect(single.length).toBeGreaterThan(8);
    for (const route of single) {
      for (const id of [randomUUID(), 'x', '%00', '1%20OR%201=1']) {
        const answer = await mine.api.send(route.method, pathOf(route, mine, id), bodyFor(route));
        expect([route, id, answer.status, codesOf(answer)]).toEqual([route, id, 404, ['not_found']]);
      }
    }
  });

  it('return 406, 415 or 400 for requests that are not valid JSON:API', async () => {
    const reads = routes.filter(
      ({ method, path }) =>
        method === 'GET' &&
        !['/docs/errors', '/oauth/authorize'].includes(path) &&
        !path.includes(':digest') &&
        !path.includes('nonce'),
    );
    for (const route of reads.filter(({ access }) => access.kind !== 'bearer')) {
      const path = pathOf(route, mine);
      const strange = await mine.api.get(path, { headers: { accept: 'image/png' } });
      expect([route, strange.status]).toEqual([route, 406]);
      const parameter = await mine.api.get(`${path}?colour=red`);
      expect([route, parameter.status, codesOf(parameter)]).toEqual([
        route,
        400,
        ['invalid_query_parameter'],
      ]);
    }
    for (const path of [
      '/api/sessions',
      '/api/apps',
      `${mine.path}/installations`,
      `${mine.path}/access_tokens`,
    ]) {
      const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };
      expect((await mine.api.post(path, 'a=b', form)).status).toBe(415);
      expect(codesOf(await mine.api.post(path, '{'))).toEqual(['malformed_document']);
    }
  });
});

describe('objects of a foreign shop', () => {
  it("return 404 below the person's own shop", async () => {
    const [mine, app] = [await anOwnedShop(service), await aRegisteredApp(service)];
    const { installation, nonce } = await aGrant(theirs, app);
    const token = (await service.api.get(`/api/oauth_tokens/nonce/${nonce}`)).body.data.id as string;
    const access = (
      await theirs.api.post(`${theirs.path}/access_tokens`, newObject('access_tokens', { name: 'x' }))
    ).body.data.id as string;
    const entry = (await theirs.api.get(`${theirs.path}/audit_entries`)).body.data[0].id as string;
    const objects = {
      installations: installation,
      oauth_tokens: token,
      access_tokens: access,
      audit_entries: entry,
    };
    for (const [collection, id] of Object.entries(objects)) {
      expect((await theirs.api.get(`${theirs.path}/${collection}/${id}`)).status).toBe(200);
      expect((await mine.api.get(`${mine.path}/${collection}/${id}`)).status).toBe(404);
      if (collection !== 'audit_entries')
        expect((await mine.api.delete(`${mine.path}/${collection}/${id}`)).status).toBe(404);
      expect((await mine.api.get(`${mine.path}/${collection}`)).body.data).toEqual([]);
    }
  });

  it("are missing from the list of the person's shops", async () => {
    const { body } = await mine.api.get('/api/shops');
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([mine.id]);
    expect(body.data[0].attributes).toEqual({
      domain: mine.domain,
      name: mine.domain,
      title: 'A shop',
      description: 'For a test',
    });
  });
});

describe('public routes', () => {
  it('return every scope with its description', async () => {
    const { body } = await service.api.get('/api/scopes?page[size]=100');
    const listed = (body.data as { id: string; attributes: object }[]).map(({ id, attributes }) => ({
      scope: id,
      ...attributes,
    }));
    expect(listed).toHaveLength(declaredScopes.length);
    const promised = declaredScopes.map(({ description, personal, ...each }) => ({
      ...each,
      sentence: description,
      personal_data: personal,
    }));
    expect(listed).toEqual(expect.arrayContaining(promised));
    const half = Math.ceil(declaredScopes.length / 2);
    const [first, second] = [
      await service.api.get(`/api/scopes?page[size]=${half}`),
      await service.api.get(`/api/scopes?page[size]=${half}&page[number]=2`),
    ];
    expect(first.body.links.next).toBe(second.body.links.self.href);
    expect(second.body.links.next).toBeNull();
    expect((await service.api.get(`/api/scopes/${listed[0]!.scope}`)).body.data).toEqual(body.data[0]);
    expect((await service.api.get('/api/scopes/meta.eat')).status).toBe(404);
  });

  it('return every event type with its description', async () => {
    const { body } = await service.api.get('/api/event_types?page[size]=100');
    const listed = body.data as { id: string; attributes: { resource: string; sentence: string } }[];
    expect(Object.fromEntries(listed.map(({ id, attributes }) => [id, attributes.sentence]))).toEqual(events);
    expect(listed.filter(({ id, attributes }) => !id.startsWith(`${attributes.resource}.`))).toEqual([]);
    expect((await service.api.get('/api/event_types/meta.created')).body.data).toEqual(
      listed.find(({ id }) => id === 'meta.created'),
    );
    expect((await service.api.get('/api/event_types/meta.eaten')).status).toBe(404);
  });

  it('return an index in which all links work', async () => {
    const { body } = await service.api.get('/api');
    const { self, ...links } = body.links as { self: string } & Record<string, { href: string }>;
    for (const link of [
      self,
      ...Object.values(links as Record<string, { href: string }>).map(({ href }) => href),
    ]) {
      const { status } = await mine.api.get(link.replace(/^http:\/\/[^/]+/, ''));
      expect([link, status]).toEqual([link, 200]);
    }
  });

  it('return 421 if the Host header contains a foreign host', async () => {
    for (const host of ['evil.example', 'localhost.evil.example']) {
      const answer = await service.api.at(host).get('/api');
      expect([answer.status, codesOf(answer)]).toEqual([421, ['misdirected_request']]);
      expect(answer.body.errors[0].source).toEqual({ header: 'Host' });
    }
    expect((await service.api.at('evil.example').get('/healthz')).status).toBe(200);
    expect((await service.api.at('demo-shop.localhost').get('/api')).status).toBe(200);
  });

  it('return a shop with an ETag that changes with the shop', async () => {
    const shop = await anOwnedShop(service);
    const { headers } = await shop.api.get(shop.path);
    const ifNoneMatch = { headers: { 'if-none-match': headers['etag']! } };
    expect((await shop.api.get(shop.path, ifNoneMatch)).status).toBe(304);
    const attributes = { title: 'Another' };
    await shop.api.patch(shop.path, { data: { type: 'shops', id: shop.id, attributes } });
    expect((await shop.api.get(shop.path, ifNoneMatch)).status).toBe(200);
  });

  it('return documentation for every error code', async () => {
    const { status, headers, text } = await service.api.get('/docs/errors');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    for (const code of Object.keys(errorCodes)) expect(text).toContain(`id="${code}"`);
  });

  it('return 405 with the allowed methods for an unsupported method', async () => {
    const answer = await service.api.get('/api/password_resets');
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'POST, OPTIONS']);
  });
});
