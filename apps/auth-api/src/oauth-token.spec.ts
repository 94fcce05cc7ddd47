import { createHash, randomUUID } from 'node:crypto';
import { mintNonce } from '@storewright/tokens';
import {
  aGrant,
  anOwnedShop,
  aRegisteredApp,
  authApi,
  codesOf,
  type OwnedShop,
  type RegisteredApp,
  type TestService,
  newObject,
} from './testing/test-service';
import { type Browser, type GrantFields, ofOurPage, press, signedIn } from './testing/browser';

const scopes = ['meta.collection', 'meta.get'];
const verifier = 'v'.repeat(43);
const code_challenge = createHash('sha256').update(verifier).digest('base64url');
let service: TestService;
let shop: OwnedShop;
let app: RegisteredApp;
let browser: Browser;

beforeAll(async () => {
  service = await authApi();
  shop = await anOwnedShop(service);
  app = await aRegisteredApp(service, { scopes });
  browser = await signedIn(service, shop.owner);
});
afterAll(() => service.stop());

type Credentials = Pick<RegisteredApp, 'id' | 'secret'>;
const basic = ({ id, secret }: Credentials) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const ask = (fields: Record<string, string>, client: Credentials = app) =>
  service.api.send('POST', '/oauth/token', {
    headers: { ...form, ...basic(client) },
    body: new URLSearchParams({ grant_type: 'authorization_code', ...fields }).toString(),
  });
const errorOf = ({ status, body }: { status: number; body: { error: string } }) => [status, body.error];
const exchange = (nonce: string, client?: Credentials) =>
  service.api.get(`/api/oauth_tokens/nonce/${nonce}`, { headers: client ? basic(client) : {} });
const statusOf = async () =>
  (
    await service.database.query<{ status: string }>(
      'SELECT status FROM auth.oauth_tokens WHERE app_id = $1',
      [app.id],
    )
  ).map(({ status }) => status);

/** Submits the grant form of an installation that an OAuth client started. Returns the redirect. */
async function agreed(fields: GrantFields = {}): Promise<URL> {
  const shown = {
    csrf_token: browser.csrf_token,
    shop_id: shop.id,
    app_id: app.id,
    scopes: scopes.join(' '),
  };
  const given = { ...shown, response_type: 'code', ...fields };
  const { headers } = await press(service, given, { cookie: browser.cookie, headers: ofOurPage });
  return new URL(headers['location']!);
}
const codeOf = (url: URL) => url.searchParams.get('code')!;

describe('POST /oauth/grants for an OAuth client', () => {
  it('redirects to the install URL with code, state and issuer (RFC 9207), and without a nonce', async () => {
    const url = await agreed({ state: 'a&b' });
    expect(url.href).toMatch(
      /^https:\/\/app\.example\/install\?code=[0-9A-Za-z]{44}&state=a%26b&iss=http%3A%2F%2Flocalhost%3A3001$/,
    );
  });

  it('returns to the grant screen with all OAuth parameters if the scopes of the app changed', async () => {
    const url = await agreed({ scopes: 'meta.get', state: 'x', code_challenge });
    expect(url.pathname).toBe(`/admin/oauth/${app.id}`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...{ changed: '1', state: 'x', response_type: 'code', code_challenge, shown: 'meta.get' },
    });
  });

  it.each([
    ['an unsupported response_type', { response_type: 'token' }],
    ['an invalid code_challenge', { code_challenge: 'short' }],
    ['a code_challenge without a response_type', { response_type: '', code_challenge }],
  ])('returns an error page with status 400 for %s', async (_, fields) => {
    const shown = {
      csrf_token: browser.csrf_token,
      shop_id: shop.id,
      app_id: app.id,
      scopes: scopes.join(' '),
    };
    const given = { ...shown, response_type: 'code', ...fields };
    const { status, headers } = await press(service, given, { cookie: browser.cookie, headers: ofOurPage });
    expect([status, headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
  });
});

describe('POST /oauth/token', () => {
  beforeEach(async () => {
    app = await aRegisteredApp(service, { scopes });
  });

  it(
    'returns the token of the code until the token is used, and revokes the token after a later ' +
      'repetition',
    async () => {
      const code = codeOf(await agreed());
      const first = await ask({ code });
      expect(first.status).toBe(200);
      expect(first.headers).toMatchObject({
        'content-type': 'application/json',
        'cache-control': 'no-store',
        pragma: 'no-cache',
      });
      expect(first.body).toEqual({
        ...{
          access_token: expect.stringMatching(/^swo_/) as string,
          token_type: 'Bearer',
          scope: scopes.join(' '),
        },
        ...{ shop_id: shop.id, base_url: `http://${shop.domain}.localhost:3000` },
      });
      expect((await ask({ code })).body).toEqual(first.body);
      const token = first.body.access_token as string;
      expect((await service.api.as(token).get(shop.path)).status).toBe(403);
      expect(errorOf(await ask({ code }))).toEqual([400, 'invalid_grant']);
      expect(await statusOf()).toEqual(['revoked']);
    },
  );

  it('accepts the nonce of an installation that the shop owner started in the panel', async () => {
    const { nonce } = await aGrant(shop, app);
    expect((await ask({ code: nonce, redirect_uri: 'https://app.example/install' })).status).toBe(200);
  });

  it('rejects a code without its PKCE verifier and keeps the code valid', async () => {
    const code = codeOf(await agreed({ code_challenge }));
    for (const fields of [
      {},
      { code_verifier: 'w'.repeat(43) },
      { code_verifier: code_challenge },
      { code_verifier: `${verifier}v` },
    ])
      expect(errorOf(await ask({ code, ...(fields as Record<string, string>) }))).toEqual([
        400,
        'invalid_grant',
      ]);
    const plain = await exchange(code);
    expect([plain.status, codesOf(plain)]).toEqual([400, ['code_verifier_required']]);
    expect(await statusOf()).toEqual(['pending']);
    expect((await ask({ code, code_verifier: verifier })).status).toBe(200);
  });

  it('rejects a PKCE verifier if the authorization request contained no challenge', async () => {
    const code = codeOf(await agreed());
    expect(errorOf(await ask({ code, code_verifier: verifier }))).toEqual([400, 'invalid_grant']);
    expect(await statusOf()).toEqual(['pending']);
  });

  it('rejects a code of a different app as unknown and keeps the code valid', async () => {
    const other = await aRegisteredApp(service);
    const code = codeOf(await agreed());
    const unknown = await ask({ code: mintNonce() }, other);
    expect((await ask({ code }, other)).body).toEqual(unknown.body);
    expect(errorOf(unknown)).toEqual([400, 'invalid_grant']);
    const { access_token } = (await ask({ code })).body as { access_token: string };
    await service.api.as(access_token).get(shop.path);
    await ask({ code }, other);
    expect(await statusOf()).toEqual(['active']);
  });

  it.each([
    [
      'a wrong secret',
      () => ask({ code: mintNonce() }, { id: app.id, secret: 'wrong' }),
      [401, 'invalid_client'],
    ],
    ['no grant_type', () => ask({ grant_type: '', code: mintNonce() }), [400, 'invalid_request']],
    ['an unsupported grant_type', () => ask({ grant_type: 'password' }), [400, 'unsupported_grant_type']],
    ['no code', () => ask({}), [400, 'invalid_request']],
    ['an invalid code', () => ask({ code: 'x' }), [400, 'invalid_grant']],
    [
      'an unregistered redirect_uri',
      async () => ask({ code: codeOf(await agreed()), redirect_uri: 'https://evil.example/' }),
      [400, 'invalid_grant'],
    ],
  ])('returns the error code of RFC 6749 §5.2 for %s', async (_, send, expected) => {
    const answer = await send();
    expect(errorOf(answer)).toEqual(expected);
    expect(answer.headers['cache-control']).toBe('no-store');
    if (expected[0] === 401) expect(answer.headers['www-authenticate']).toBe('Basic realm="storewright"');
  });

  it('returns an error for a suspended shop and keeps the code valid', async () => {
    const code = codeOf(await agreed());
    const setStatus = (status: string) =>
      service.database.query('UPDATE auth.shops SET status = $2 WHERE id = $1', [shop.id, status]);
    await setStatus('suspended');
    expect(errorOf(await ask({ code }))).toEqual([400, 'invalid_grant']);
    await setStatus('active');
    expect((await ask({ code })).status).toBe(200);
  });
});

describe('an app with require_secret', () => {
  beforeEach(async () => {
    app = await aRegisteredApp(service, { scopes, require_secret: true });
  });

  it('exchanges its nonce with HTTP Basic, and is rejected without the app secret', async () => {
    const { nonce } = await aGrant(shop, app);
    const alone = await exchange(nonce);
    expect([alone.status, codesOf(alone)]).toEqual([401, ['invalid_client']]);
    expect(alone.headers['www-authenticate']).toBe('Basic realm="storewright"');
    for (const wrong of [
      { id: app.id, secret: 'wrong' },
      { id: randomUUID(), secret: app.secret },
    ])
      expect((await exchange(nonce, wrong)).status).toBe(401);
    const other = await aRegisteredApp(service);
    expect(codesOf(await exchange(nonce, other))).toEqual(['nonce_not_found']);
    const { status, body } = await exchange(nonce, app);
    expect([status, body.data.attributes.status]).toEqual([200, 'active']);
  });

  it('keeps its token valid if a client replays the nonce without the app secret', async () => {
    const { nonce } = await aGrant(shop, app);
    const { token } = (await exchange(nonce, app)).body.data.attributes as { token: string };
    await service.api.as(token).get(shop.path);
    expect((await exchange(nonce)).status).toBe(401);
    expect(await statusOf()).toEqual(['active']);
  });

  it('exchanges its authorization code at the token endpoint', async () => {
    const { nonce } = await aGrant(shop, app);
    expect((await ask({ code: nonce })).status).toBe(200);
  });

  it('returns the attribute require_secret to its developer, who can change it', async () => {
    const path = `/api/apps/${app.id}`;
    expect((await app.developer.api.get(path)).body.data.attributes.require_secret).toBe(true);
    const attributes = { require_secret: false };
    await app.developer.api.patch(path, { data: { type: 'apps', id: app.id, attributes } });
    expect((await exchange((await aGrant(shop, app)).nonce)).status).toBe(200);
  });
});

describe('POST /api/shops/{shop_id}/installations with code_challenge', () => {
  const install = (code_challenge: string) =>
    shop.api.post(
      `/api/shops/${shop.id}/installations`,
      newObject('installations', { app_id: app.id, code_challenge }),
    );

  it('returns a code that can be exchanged only with the PKCE verifier', async () => {
    const { body } = await install(code_challenge);
    const code = new URL(body.meta.redirect_to as string).searchParams;
    expect([code.get('nonce'), code.get('iss')]).toEqual([null, expect.any(String)]);
    expect((await service.api.get(`/api/oauth_tokens/nonce/${code.get('code')}`)).status).toBe(400);
  });

  it.each(['x', 'a'.repeat(44), ''])('returns 422 for the code_challenge "%s"', async (challenge) => {
    const answer = await install(challenge);
    expect([answer.status, answer.body.errors[0].source.pointer]).toEqual([
      422,
      '/data/attributes/code_challenge',
    ]);
  });
});

describe('GET /oauth/authorize', () => {
  const authorize = (query: Record<string, string>) =>
    service.api.get(`/oauth/authorize?${new URLSearchParams(query).toString()}`, {
      headers: { accept: 'text/html,*/*;q=0.8' },
    });
  const right = () => ({ client_id: app.id, response_type: 'code', shop: shop.domain, state: 'x' });

  it.each([
    ['text/html', 303],
    ['application/xhtml+xml, text/html;q=0.9', 303],
    ['application/json', 303],
    ['*/*', 303],
    ['image/png', 406],
    ['text/html;q=0', 406],
  ])('with Accept: %s returns the status %d', async (accept, status) => {
    const path = `/oauth/authorize?${new URLSearchParams(right()).toString()}`;
    expect((await service.api.get(path, { headers: { accept } })).status).toBe(status);
  });

  it.each(['shop', 'client_id', 'redirect_uri'])('returns 400 for a NUL character in %s', async (name) => {
    expect((await authorize({ ...right(), [name]: '\0' })).status).toBe(400);
  });

  it('redirects to the grant screen of the shop and ignores unknown parameters', async () => {
    const { status, headers } = await authorize({
      ...right(),
      prompt: 'consent',
      code_challenge,
      code_challenge_method: 'S256',
    });
    const screen = `http://${shop.domain}.localhost:3002/admin/oauth/${app.id}`;
    expect([status, headers['location']]).toEqual([
      303,
      `${screen}?state=x&response_type=code&code_challenge=${code_challenge}`,
    ]);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  });

  it.each([
    ['an unknown app', { client_id: randomUUID() }],
    ['no app', { client_id: '' }],
    ['an unknown shop', { shop: 'nobody' }],
    ['a shop parameter with a foreign host', { shop: 'evil.example/' }],
    ['no shop', { shop: '' }],
    ['an unregistered redirect_uri', { redirect_uri: 'https://app.example/install?x' }],
    ['a long state', { state: 'x'.repeat(1025) }],
  ])('returns an error page without a redirect for %s', async (_, wrong) => {
    const { status, headers, text } = await authorize({ ...right(), ...wrong });
    expect([status, headers['location'], headers['content-type']]).toEqual([
      400,
      undefined,
      'text/html; charset=utf-8',
    ]);
    expect(text).toContain('invalid_query_parameter');
    expect(text).toContain(`The parameter ${Object.keys(wrong)[0]!} `);
  });

  it.each([
    ['invalid_request', { response_type: '' }],
    ['unsupported_response_type', { response_type: 'token' }],
    ['invalid_request', { response_mode: 'fragment' }],
    ['invalid_scope', { scope: 'meta.get meta.delete' }],
    ['invalid_request', { code_challenge }],
    ['invalid_request', { code_challenge, code_challenge_method: 'plain' }],
    ['invalid_request', { code_challenge: 'x', code_challenge_method: 'S256' }],
    ['invalid_request', { code_challenge_method: 'S256' }],
  ])('redirects to the app with the error %s for %j', async (error, wrong) => {
    const { headers } = await authorize({ ...right(), ...(wrong as Record<string, string>) });
    const url = new URL(headers['location']!);
    expect([url.origin + url.pathname, url.searchParams.get('error')]).toEqual([
      'https://app.example/install',
      error,
    ]);
    expect([url.searchParams.get('state'), url.searchParams.get('iss')]).toEqual([
      'x',
      'http://localhost:3001',
    ]);
  });

  it('rejects a repeated parameter', async () => {
    const query = new URLSearchParams(right()).toString();
    const answer = await service.api.get(`/oauth/authorize?${query}&state=y`);
    expect(answer.status).toBe(400);
    const { headers } = await service.api.get(`/oauth/authorize?${query}&scope=meta.get&scope=meta.get`);
    expect(new URL(headers['location']!).searchParams.get('error')).toBe('invalid_request');
  });
});
