import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, until } from '@storewright/testing';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import {
  anOwnedShop,
  aRegisteredApp,
  authApi,
  newObject,
  type OwnedShop,
  type RegisteredApp,
  type TestService,
} from './testing/test-service';
import { type Browser, ofOurPage, press, signedIn } from './testing/browser';

/* OAuth libraries get a token with the metadata of the well-known URL only. */
const install_url = 'https://app.example/install?plan=a%20b';
const scopes = ['meta.collection', 'meta.get'];
let service: TestService;
let issuer: URL;
let shop: OwnedShop;
let app: RegisteredApp;
let browser: Browser;

beforeAll(async () => {
  // The issuer is the service's own address, so it must be known before the service starts.
  const port = await freePort();
  issuer = new URL(`http://127.0.0.1:${port}`);
  const environment = { PORT: String(port), AUTH_URL: issuer.origin, AUTH_HOSTS: 'localhost' };
  service = await authApi({ ...environment, SHOP_URL: 'https://{shop}.stores.example' });
  shop = await anOwnedShop(service);
  app = await aRegisteredApp(service, { scopes, install_url });
  browser = await signedIn(service, shop.owner);
});
afterAll(() => service.stop());

/** Follows the redirects of the owner's browser: grant screen, decision, install URL. */
async function followed(
  authorizationUrl: URL,
  { of = app, decision }: { of?: RegisteredApp; decision?: 'denied' } = {},
): Promise<URL> {
  const toScreen = await fetch(authorizationUrl, { redirect: 'manual' });
  expect(toScreen.status).toBe(303);
  const screen = new URL(toScreen.headers.get('location')!);
  expect(screen.origin + screen.pathname).toBe(`http://${shop.domain}.localhost:3002/admin/oauth/${of.id}`);
  const shown = {
    csrf_token: browser.csrf_token,
    shop_id: shop.id,
    app_id: of.id,
    scopes: scopes.join(' '),
  };
  const fields = { ...shown, ...Object.fromEntries(screen.searchParams), ...(decision && { decision }) };
  const { headers } = await press(service, fields, { cookie: browser.cookie, headers: ofOurPage });
  return new URL(headers['location']!);
}
const agreed = (authorizationUrl: URL) => followed(authorizationUrl);

describe('oauth4webapi', () => {
  const insecure = { [oauth.allowInsecureRequests]: true };
  const discovered = async () =>
    oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }),
    );

  it.each([
    ['HTTP Basic', oauth.ClientSecretBasic],
    ['client_secret in the body', oauth.ClientSecretPost],
  ])('obtains, introspects and revokes a token with %s', async (_, authentication) => {
    const [server, client] = [await discovered(), { client_id: app.id }];
    const proof = authentication(app.secret);
    const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
    const url = new URL(server.authorization_endpoint!);
    url.search = new URLSearchParams({
      ...{ client_id: app.id, redirect_uri: install_url, response_type: 'code', state, shop: shop.domain },
      ...{ scope: scopes.join(' '), code_challenge: await oauth.calculatePKCECodeChallenge(verifier) },
      code_challenge_method: 'S256',
    }).toString();
    const parameters = oauth.validateAuthResponse(server, client, await agreed(url), state);
    const answer = await oauth.processAuthorizationCodeResponse(
      server,
      client,
      await oauth.authorizationCodeGrantRequest(
        server,
        client,
        proof,
        parameters,
        install_url,
        verifier,
        insecure,
      ),
    );
    expect(answer).toEqual({
      access_token: expect.stringMatching(/^swo_/) as string,
      token_type: 'bearer',
      scope: scopes.join(' '),
      shop_id: shop.id,
      base_url: `https://${shop.domain}.stores.example`,
    });
    const told = async () =>
      oauth.processIntrospectionResponse(
        server,
        client,
        await oauth.introspectionRequest(server, client, proof, answer.access_token, insecure),
      );
    expect(await told()).toMatchObject({ active: true, sub: shop.id, client_id: app.id });
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, client, proof, answer.access_token, insecure),
    );
    expect(await told()).toEqual({ active: false });
  });

  it('receives authorization errors at the registered URL of the app', async () => {
    const [server, client] = [await discovered(), { client_id: app.id }];
    const url = new URL(server.authorization_endpoint!);
    url.search = new URLSearchParams({
      client_id: app.id,
      response_type: 'token',
      state: 'x',
      shop: shop.domain,
    }).toString();
    const { headers } = await fetch(url, { redirect: 'manual' });
    const refused = () => oauth.validateAuthResponse(server, client, new URL(headers.get('location')!), 'x');
    expect(refused).toThrow(expect.objectContaining({ error: 'unsupported_response_type' }) as Error);
  });
});

describe('oauth4webapi and openid-client with the client credentials of an app', () => {
  const insecure = { [oauth.allowInsecureRequests]: true };
  const byOpenid = async ({ id, secret }: RegisteredApp, parameters: Record<string, string>) => {
    const config = await openid.discovery(issuer, id, secret, undefined, {
      algorithm: 'oauth2',
      execute: [openid.allowInsecureRequests],
    });
    return openid.clientCredentialsGrant(config, parameters);
  };
  const byOauth4webapi = async ({ id: client_id, secret }: RegisteredApp) => {
    const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
    const server = await oauth.processDiscoveryResponse(issuer, response);
    expect(server.grant_types_supported).toContain('client_credentials');
    const [client, proof] = [{ client_id }, oauth.ClientSecretPost(secret)];
    const asked = oauth.clientCredentialsGrantRequest(server, client, proof, { shop: shop.domain }, insecure);
    return oauth.processClientCredentialsResponse(server, client, await asked);
  };
  const install = async (of: RegisteredApp) => {
    const url = new URL('/oauth/authorize', issuer);
    url.search = new URLSearchParams({
      ...{ client_id: of.id, response_type: 'code', shop: shop.domain },
    }).toString();
    return (await followed(url, { of })).searchParams.get('code')!;
  };
  const works = async (token: string) => (await service.api.as(token).get(shop.path)).status !== 401;
  /** Repeats the request until the revocation takes effect. */
  const ends = (token: string) => until('the token ends', async () => !(await works(token)));

  it('obtain the same token until a revocation, and this token replaces an earlier token from a code', async () => {
    const asking = await aRegisteredApp(service, { scopes, install_url });
    const code = await install(asking);
    const { body } = await service.api.get(`/api/oauth_tokens/nonce/${code}`);
    const ofCode = body.data.attributes.token as string;
    const tooMuch = byOpenid(asking, { shop: shop.domain, scope: 'meta.get meta.delete' });
    await expect(tooMuch).rejects.toMatchObject({ error: 'invalid_scope' });
    expect(await works(ofCode)).toBe(true);
    const [one, other] = [await byOpenid(asking, { shop: shop.domain }), await byOauth4webapi(asking)];
    expect(one).toMatchObject({ scope: scopes.join(' '), shop_id: shop.id });
    expect(other.access_token).toBe(one.access_token);
    expect([await works(one.access_token), await works(ofCode)]).toEqual([true, false]);
    const log = await shop.api.get(`${shop.path}/audit_entries?sort=-id&page[size]=2`);
    expect(
      (log.body.data as { attributes: { kind: string } }[]).map(({ attributes }) => attributes.kind),
    ).toEqual(['oauth_tokens.issued', 'oauth_tokens.superseded']);
    const config = await openid.discovery(issuer, asking.id, asking.secret, undefined, {
      algorithm: 'oauth2',
      execute: [openid.allowInsecureRequests],
    });
    await openid.tokenRevocation(config, one.access_token);
    const next = await byOpenid(asking, { shop: shop.domain });
    expect(next.access_token).not.toBe(one.access_token);
    expect(await works(next.access_token)).toBe(true);
    await ends(one.access_token);
  });

  it('obtain one token for concurrent requests, and no token without a grant or after an uninstallation', async () => {
    const asking = await aRegisteredApp(service, { scopes, install_url });
    const refused = (error: string, parameters = {}) =>
      expect(byOpenid(asking, { shop: shop.domain, ...parameters })).rejects.toMatchObject({ error });
    await refused('invalid_grant');
    await install(asking);
    const tokens = await Promise.all(
      Array.from({ length: 5 }, async () => (await byOpenid(asking, { shop: shop.domain })).access_token),
    );
    expect(new Set(tokens).size).toBe(1);
    expect(await works(tokens[0]!)).toBe(true);
    await refused('invalid_scope', { scope: 'meta.get meta.delete' });
    await refused('invalid_grant', { shop: 'no-such-shop' });
    await expect(byOpenid(asking, {})).rejects.toMatchObject({ error: 'invalid_request' });
    const filter = `filter[app_id]=${asking.id}`;
    const { body } = await shop.api.get(`${shop.path}/installations?${filter}`);
    const [installation] = body.data as [{ id: string }];
    await shop.api.delete(`${shop.path}/installations/${installation.id}`);
    await ends(tokens[0]!);
    await refused('invalid_grant');
  });
});

it('oauth4webapi and openid-client report access_denied if the owner declined the installation', async () => {
  const asking = await aRegisteredApp(service, { scopes, install_url });
  const query = { client_id: asking.id, response_type: 'code', state: 'a&b', shop: shop.domain };
  const url = new URL(`/oauth/authorize?${new URLSearchParams(query).toString()}`, issuer);
  const back = await followed(url, { of: asking, decision: 'denied' });
  expect(back.href).toMatch(/^https:\/\/app\.example\/install\?plan=a%20b&error=access_denied&/);
  const server = { issuer: issuer.origin, authorization_response_iss_parameter_supported: true };
  const client = { client_id: asking.id };
  const denied = expect.objectContaining({ error: 'access_denied' }) as Error;
  expect(() => oauth.validateAuthResponse(server, client, back, 'a&b')).toThrow(denied);
  const config = await openid.discovery(issuer, asking.id, asking.secret, undefined, {
    algorithm: 'oauth2',
    execute: [openid.allowInsecureRequests],
  });
  await expect(openid.authorizationCodeGrant(config, back, { expectedState: 'a&b' })).rejects.toMatchObject({
    error: 'access_denied',
  });
  const { body } = await asking.developer.api.get(`/api/apps/${asking.id}/installations`);
  expect(body.data).toEqual([]);
});

describe('openid-client', () => {
  const configured = (authentication?: openid.ClientAuth) =>
    openid.discovery(issuer, app.id, app.secret, authentication, {
      algorithm: 'oauth2',
      execute: [openid.allowInsecureRequests],
    });

  it('obtains, introspects and revokes a token with PKCE', async () => {
    const config = await configured();
    const [pkceCodeVerifier, expectedState] = [openid.randomPKCECodeVerifier(), openid.randomState()];
    const url = openid.buildAuthorizationUrl(config, {
      ...{ redirect_uri: install_url, scope: scopes.join(' '), state: expectedState, shop: shop.domain },
      ...{
        code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
      },
    });
    const tokens = await openid.authorizationCodeGrant(config, await agreed(url), {
      pkceCodeVerifier,
      expectedState,
    });
    expect(tokens.access_token).toMatch(/^swo_/);
    expect(await openid.tokenIntrospection(config, tokens.access_token)).toMatchObject({ active: true });
    await openid.tokenRevocation(config, tokens.access_token);
    expect(await openid.tokenIntrospection(config, tokens.access_token)).toEqual({ active: false });
  });

  it('obtains a token with the sample program in docs/auth-api.md, from an issuer without TLS', async () => {
    const page = readFileSync(join(__dirname, '../../../docs/auth-api.md'), 'utf8');
    const [program] = page.match(/const execute = AUTH_URL[^`]*/)!;
    const pkceCodeVerifier = openid.randomPKCECodeVerifier();
    const given = {
      ...{ client: openid, AUTH_URL: issuer.origin, APP_ID: app.id, APP_SECRET: app.secret },
      ...{ redirect_uri: install_url, state: 'x', pkceCodeVerifier, followed },
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    };
    const text = program.replace(/^\/\/.*$/m, 'const currentUrl = await followed(url);');
    const body = `return (async () => { ${text.replace('demo-shop', shop.domain)}; return tokens; })();`;
    // The program is part of a page of this repository.
    const run = new Function(...Object.keys(given), body) as (
      ...values: unknown[]
    ) => Promise<{ access_token: string }>;
    expect((await run(...Object.values(given))).access_token).toMatch(/^swo_/);
  });

  it('obtains a token with HTTP Basic and without PKCE', async () => {
    const config = await configured(openid.ClientSecretBasic(app.secret));
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: install_url,
      shop: shop.domain,
      state: 'x',
    });
    const tokens = await openid.authorizationCodeGrant(config, await agreed(url), { expectedState: 'x' });
    expect(tokens.scope).toBe(scopes.join(' '));
  });

  it('receives invalid_grant for a code with a wrong PKCE verifier', async () => {
    const config = await configured();
    const code_challenge = await openid.calculatePKCECodeChallenge(openid.randomPKCECodeVerifier());
    const url = openid.buildAuthorizationUrl(config, {
      ...{ redirect_uri: install_url, shop: shop.domain, state: 'x' },
      ...{ code_challenge, code_challenge_method: 'S256' },
    });
    const pkceCodeVerifier = openid.randomPKCECodeVerifier();
    await expect(
      openid.authorizationCodeGrant(config, await agreed(url), { pkceCodeVerifier, expectedState: 'x' }),
    ).rejects.toMatchObject({ error: 'invalid_grant' });
  });
});

describe('device sign-in with an OAuth library', () => {
  const insecure = { [oauth.allowInsecureRequests]: true };
  const client_id = 'storewright-cli';
  const allow = async (user_code: string) => {
    const answer = await shop.api.post('/api/allowed_devices', newObject('allowed_devices', { user_code }));
    expect(answer.status).toBe(201);
  };

  it('starts a session with oauth4webapi', async () => {
    const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
    const server = await oauth.processDiscoveryResponse(issuer, response);
    const [client, proof] = [{ client_id }, oauth.None()];
    const begun = await oauth.processDeviceAuthorizationResponse(
      server,
      client,
      await oauth.deviceAuthorizationRequest(server, client, proof, { device_name: 'laptop' }, insecure),
    );
    const ask = async () =>
      oauth.processDeviceCodeResponse(
        server,
        client,
        await oauth.deviceCodeGrantRequest(server, client, proof, begun.device_code, insecure),
      );
    await expect(ask()).rejects.toMatchObject({ error: 'authorization_pending' });
    await allow(begun.user_code);
    const { access_token } = await ask();
    expect((await service.api.as(access_token).get('/api/apps')).status).toBe(200);
  });

  it('starts a session with openid-client', async () => {
    const config = await openid.discovery(issuer, client_id, undefined, openid.None(), {
      algorithm: 'oauth2',
      execute: [openid.allowInsecureRequests],
    });
    const begun = await openid.initiateDeviceAuthorization(config, {});
    await allow(begun.user_code);
    // The person has already decided, so the first poll succeeds.
    const { access_token } = await openid.pollDeviceAuthorizationGrant(config, { ...begun, interval: 0 });
    expect((await service.api.as(access_token).get('/api/apps')).status).toBe(200);
  });
});
