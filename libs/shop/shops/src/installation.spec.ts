import { type Route, routeTable } from '@storewright/access';
import { anApi, aTenant, codesOf, type Tenant, type TestApi } from '@storewright/api-testing';
import { anAccessToken, anApp, anOAuthToken, aShop, type TestApp } from '@storewright/testing';
import { digestOf, mintToken } from '@storewright/tokens';
import { ShopsModule } from './shops.module';

let api: TestApi;
let tenant: Tenant;
let app: TestApp;
let token: string;
beforeAll(async () => {
  api = await anApi([ShopsModule], { environment: { SHOP_URL: 'https://{shop}.stores.example' } });
});
beforeEach(async () => {
  [tenant, app] = [await aTenant(api), await anApp(api.database)];
  token = await anOAuthToken(api.database, tenant.shop, app, ['meta.get']);
});
afterAll(() => api.close());

const ask = (presented = token) => tenant.http.as(presented).get('/api/installation');

describe('GET /api/installation', () => {
  it('returns the installation of the requesting app with the shop and the URL of the shop API', async () => {
    await api.database.query(
      `UPDATE auth.oauth_tokens SET ask_scopes = '{meta.post}', daily_request_limit = 100 WHERE app_id = $1`,
      [app.id],
    );
    const { status, body } = await ask();
    expect(status).toBe(200);
    const [row] = await api.database.query<{ id: string }>(
      'SELECT id FROM auth.installations WHERE app_id = $1',
      [app.id],
    );
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/) as string;
    const self = `${tenant.http.origin}/api/installation`;
    expect(body).toEqual({
      jsonapi: { version: '1.1' },
      links: { self },
      data: {
        type: 'installations',
        id: row!.id,
        attributes: {
          ...{
            scopes: ['meta.get'],
            withdrawn_scopes: [],
            ask_scopes: ['meta.post'],
            allowed_networks: null,
          },
          ...{ daily_request_limit: 100, daily_write_limit: null, status: 'installed' },
          ...{ installed_at: time, created_at: time, updated_at: time },
        },
        relationships: {
          app: { data: { type: 'apps', id: app.id } },
          shop: { data: { type: 'shops', id: tenant.shop.id } },
        },
        links: { self },
        meta: { version: 1, base_url: `https://${tenant.shop.domain}.stores.example` },
      },
      included: [
        {
          type: 'shops',
          id: tenant.shop.id,
          attributes: {
            ...{ domain: tenant.shop.domain, name: tenant.shop.domain },
            ...{ title: 'A shop', description: 'For a test' },
          },
          links: { self: `${tenant.http.origin}/api/shops/${tenant.shop.id}` },
          meta: {
            ...{ time_zone: 'UTC', currency_code: 'EUR' },
            ...{ support_email: null, support_phone: null, address: null, logo_url: null },
          },
        },
      ],
    });
  });

  it('requires no permission scope and is available on the host of the auth API', async () => {
    const bare = await anOAuthToken(api.database, tenant.shop, await anApp(api.database), []);
    expect((await ask(bare)).status).toBe(200);
    const central = await tenant.http.at('localhost').as(bare).get('/api/installation');
    expect(central.body.included[0].id).toBe(tenant.shop.id);
  });

  it('returns 304 until the app installation changes', async () => {
    const http = tenant.http.as(token);
    const { headers } = await http.get('/api/installation');
    const again = () => http.get('/api/installation', { headers: { 'if-none-match': headers['etag']! } });
    expect((await again()).status).toBe(304);
    await api.database.query('UPDATE auth.installations SET version = 2 WHERE app_id = $1', [app.id]);
    expect((await again()).status).toBe(200);
  });

  it('returns the allowed networks of the app, or those of the shop if a member of the shop has set them', async () => {
    const networks = async (table: 'apps' | 'oauth_tokens', list: string) => {
      const column = table === 'apps' ? 'id' : 'app_id';
      await api.database.query(`UPDATE auth.${table} SET allowed_networks = $1 WHERE ${column} = $2`, [
        list,
        app.id,
      ]);
      // Each statement precedes the first request with its token, so no cached grant hides the change.
      const { body } = await ask();
      return body.data.attributes.allowed_networks as string[];
    };
    expect(await networks('apps', '{127.0.0.0/8}')).toEqual(['127.0.0.0/8']);
    const other = await aTenant(api);
    token = await anOAuthToken(api.database, other.shop, app, []);
    tenant = other;
    expect(await networks('oauth_tokens', '{127.0.0.1/32,::1/128}')).toEqual(['127.0.0.1/32', '::1/128']);
  });

  it('returns an error for an access token, which belongs to no app installation', async () => {
    const answer = await ask(await anAccessToken(api.database, tenant.shop));
    expect([answer.status, codesOf(answer)]).toEqual([404, ['not_found']]);
    expect(answer.body.errors[0].detail).toContain('has no installation');
  });
});

describe('routes about the token in the request', () => {
  const routes = (): Route[] => routeTable(api.application).filter(({ access }) => access.kind === 'bearer');
  const answersOf = async (http: Tenant['http']) => {
    const answers = [];
    for (const { method, path } of routes()) answers.push(await http.send(method, path));
    return answers.map((answer) => [answer.status, ...codesOf(answer)]);
  };

  it('reject missing, unknown, expired and foreign tokens, and tokens of suspended shops', async () => {
    expect(routes().map(({ path }) => path)).toEqual(['/api/installation']);
    const other = await anOAuthToken(api.database, await aShop(api.database), app, []);
    const ended = await anOAuthToken(api.database, tenant.shop, await anApp(api.database), []);
    await api.database.query(
      `UPDATE auth.oauth_tokens SET status = 'revoked' WHERE digest = decode($1, 'hex')`,
      [digestOf(ended)],
    );
    expect(await answersOf(tenant.http.as())).toEqual([[401, 'unauthorized']]);
    for (const wrong of [mintToken('oauth_token').reveal(), mintToken('session').reveal(), ended, other])
      expect(await answersOf(tenant.http.as(wrong))).toEqual([[401, 'invalid_token']]);
    const suspended = await aShop(api.database, { status: 'suspended' });
    const closed = await anOAuthToken(api.database, suspended, app, []);
    expect(await answersOf(tenant.http.at(`${suspended.domain}.localhost`).as(closed))).toEqual([
      [403, 'shop_suspended'],
    ]);
  });

  it('return 406 for unsupported media types and 400 for unknown parameters, and are read-only', async () => {
    const http = tenant.http.as(token);
    const strange = await http.get('/api/installation', { headers: { accept: 'image/png' } });
    expect([strange.status, (await http.get('/api/installation?colour=red')).status]).toEqual([406, 400]);
    const { status, headers } = await http.send('DELETE', '/api/installation');
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});
