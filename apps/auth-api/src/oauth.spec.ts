import { anAccessToken } from '@storewright/testing';
import { digestOf } from '@storewright/tokens';
import {
  aGrant,
  anOwnedShop,
  aRegisteredApp,
  authApi,
  listening,
  type OwnedShop,
  type RegisteredApp,
  untilRefused,
  type TestService,
} from './testing/test-service';

const resourceServer = { id: 'search-service', secret: 'a secret: with a colon & 100%' };
let service: TestService;
let shop: OwnedShop;
let app: RegisteredApp;
let token: string;

beforeAll(async () => {
  service = await authApi({
    RESOURCE_SERVER_ID: resourceServer.id,
    RESOURCE_SERVER_SECRET: resourceServer.secret,
  });
});
beforeEach(async () => {
  shop = await anOwnedShop(service);
  app = await aRegisteredApp(service, { scopes: ['meta.get', 'meta.post'] });
  const { nonce } = await aGrant(shop, app);
  token = (await service.api.get(`/api/oauth_tokens/nonce/${nonce}`)).body.data.attributes.token as string;
});
afterAll(() => service.stop());

interface Credentials {
  id: string;
  secret: string;
}
const basic = ({ id, secret }: Credentials) => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
});
const send = (path: string, form: Record<string, string> | string, headers: Record<string, string> = {}) =>
  service.api.send('POST', path, {
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(form).toString(),
  });
const introspect = async (text: string, client: Credentials = app) =>
  (await send('/oauth/introspect', { token: text }, basic(client))).body as Record<string, unknown>;
const revoke = (text: string, client: Credentials = app) =>
  send('/oauth/revoke', { token: text }, basic(client));

describe('OAuth endpoints', () => {
  it(
    'return 429 to wrong secrets of a client after 30 in a minute, and accept the right secret and ' +
      'other clients',
    async () => {
      const guess = () => send('/oauth/introspect', { token }, basic({ id: app.id, secret: 'wrong' }));
      for (let guesses = 0; guesses < 30; guesses += 1) expect((await guess()).status).toBe(401);
      const refused = await guess();
      expect(refused.status).toBe(429);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect((await introspect(token))['active']).toBe(true);
      expect((await introspect(token, resourceServer))['active']).toBe(true);
    },
  );
});

describe('POST /oauth/introspect (RFC 7662)', () => {
  it('returns the scopes, shop and timestamps of the app’s own token', async () => {
    const answer = await send('/oauth/introspect', { token, token_type_hint: 'access_token' }, basic(app));
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toEqual({
      active: true,
      scope: 'meta.get meta.post',
      token_type: 'Bearer',
      sub: shop.id,
      shop_id: shop.id,
      client_id: app.id,
      iat: expect.any(Number) as number,
    });
    expect(Math.abs(answer.body.iat - Date.now() / 1000)).toBeLessThan(60);
  });

  it('does not mark the token as used', async () => {
    await introspect(token);
    const [row] = await service.database.query<{ first_used_at: unknown }>(
      'SELECT first_used_at FROM auth.oauth_tokens WHERE shop_id = $1',
      [shop.id],
    );
    expect(row!.first_used_at).toBeNull();
  });

  it('reports tokens of other apps and access tokens of shop owners as inactive', async () => {
    const other = await aRegisteredApp(service);
    expect(await introspect(token, other)).toEqual({ active: false });
    expect(await introspect(await anAccessToken(service.database, shop))).toEqual({ active: false });
  });

  it('returns every kind of token to the resource server', async () => {
    expect(await introspect(token, resourceServer)).toMatchObject({ active: true, client_id: app.id });
    const limited = await anAccessToken(service.database, shop, ['meta.get']);
    await service.database.query(
      `UPDATE auth.access_tokens SET expires_at = '2100-01-01T00:00:00Z' WHERE shop_id = $1`,
      [shop.id],
    );
    expect(await introspect(limited, resourceServer)).toMatchObject({
      active: true,
      scope: 'meta.get',
      shop_id: shop.id,
      exp: Date.UTC(2100, 0, 1) / 1000,
    });
    const all = await introspect(await anAccessToken(service.database, shop), resourceServer);
    expect(String(all['scope']).split(' ')).toContain('meta.delete');
    expect(all).not.toHaveProperty('client_id');
  });

  it.each(['', 'x', 'swo_broken', `swo_${'0'.repeat(46)}`])(
    'returns active: false for the invalid token %j, and 400 for an empty token',
    async (text) => {
      const { status, body } = await send('/oauth/introspect', { token: text }, basic(app));
      if (text === '') expect([status, body.error]).toEqual([400, 'invalid_request']);
      else expect([status, body]).toEqual([200, { active: false }]);
    },
  );

  it('reports the token of a suspended shop as inactive', async () => {
    await service.database.query(`UPDATE auth.shops SET status = 'suspended' WHERE id = $1`, [shop.id]);
    expect(await introspect(token, resourceServer)).toEqual({ active: false });
  });
});

describe('POST /oauth/revoke (RFC 7009)', () => {
  it('revokes a token of the app, and returns 200 if the request is repeated', async () => {
    // The token is active but lacks the scope for reading the shop.
    expect((await service.api.as(token).get(shop.path)).status).toBe(403);
    const announced = await listening(service);
    const answer = await revoke(token);
    expect(await announced()).toEqual([{ digest: digestOf(token) }]);
    expect([answer.status, answer.text]).toEqual([200, '']);
    await untilRefused(() => service.api.as(token).get(shop.path));
    expect(await introspect(token)).toEqual({ active: false });
    expect((await revoke(token)).status).toBe(200);
    const log = (await shop.api.get(`${shop.path}/audit_entries?filter[kind]=oauth_tokens.revoked`)).body
      .data;
    expect(log).toMatchObject([{ attributes: { detail: { reason: 'revoked by the app' } } }]);
  });

  it('returns 200 for an unknown token and for a token of a different app, which stays valid', async () => {
    const other = await aRegisteredApp(service);
    const access = await anAccessToken(service.database, shop);
    for (const text of [token, access]) {
      const answer = await revoke(text, other);
      expect([answer.status, answer.text]).toEqual([200, '']);
    }
    expect((await revoke('swo_unknown')).status).toBe(200);
    expect(await introspect(token)).toMatchObject({ active: true });
    expect(await introspect(access, resourceServer)).toMatchObject({ active: true });
  });

  it('returns unauthorized_client to the resource server', async () => {
    expect((await revoke(token, resourceServer)).body.error).toBe('unauthorized_client');
  });
});

describe('client authentication (RFC 6749 §2.3.1, §5.2)', () => {
  it('accepts client id and secret in the body', async () => {
    const form = { token, client_id: app.id, client_secret: app.secret };
    expect((await send('/oauth/introspect', form)).body.active).toBe(true);
  });

  it.each([
    ['nobody', {}],
    ['an unknown client', basic({ id: 'x', secret: 'x' })],
    ['a bearer token', { authorization: 'Bearer x' }],
    ['broken Basic', { authorization: 'Basic !' }],
    ['a broken encoding', { authorization: `Basic ${Buffer.from('%zz:x').toString('base64')}` }],
  ])('returns 401 with a WWW-Authenticate challenge for %s', async (_, headers) => {
    const answer = await send('/oauth/introspect', { token }, headers as Record<string, string>);
    expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client']);
    expect(answer.headers['www-authenticate']).toBe('Basic realm="storewright"');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['content-type']).toBe('application/json');
  });

  it('rejects a wrong secret and the secret of a different app', async () => {
    const other = await aRegisteredApp(service);
    for (const secret of [app.secret + 'x', other.secret])
      expect(await introspect(token, { id: app.id, secret })).toMatchObject({ error: 'invalid_client' });
  });

  it('rejects two authentication methods, a repeated parameter and an unsupported media type', async () => {
    const both = { token, client_id: app.id, client_secret: app.secret };
    expect((await send('/oauth/revoke', both, basic(app))).body.error).toBe('invalid_request');
    expect((await send('/oauth/revoke', `token=a&token=b`, basic(app))).body.error).toBe('invalid_request');
    const json = { ...basic(app), 'content-type': 'application/json' };
    expect((await send('/oauth/revoke', { token }, json)).body.error).toBe('invalid_request');
    expect((await send('/oauth/revoke', {}, basic(app))).body.error).toBe('invalid_request');
  });
});
