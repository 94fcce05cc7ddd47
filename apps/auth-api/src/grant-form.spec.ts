import { randomUUID } from 'node:crypto';
import type { Response } from '@storewright/testing';
import {
  anOwnedShop,
  aRegisteredApp,
  authApi,
  newObject,
  type OwnedShop,
  racing,
  type RegisteredApp,
  type TestService,
} from './testing/test-service';
import {
  type Browser,
  type GrantFields,
  ofOurPage,
  press as pressInstall,
  signedIn,
} from './testing/browser';

let service: TestService;
let shop: OwnedShop;
let app: RegisteredApp;
let browser: Browser;
const asked = ['meta.collection', 'meta.get'];

beforeAll(async () => {
  service = await authApi({ ADMIN_URL: 'https://{shop}.shops.example' });
});
beforeEach(async () => {
  shop = await anOwnedShop(service);
  app = await aRegisteredApp(service, {
    scopes: asked,
    install_url: 'https://app.example/install?plan=a%20b',
  });
  browser = await signedIn(service, shop.owner);
});
afterAll(() => service.stop());

const press = (
  fields: GrantFields = {},
  headers: Record<string, string> = ofOurPage,
  { cookie, csrf_token } = browser,
) => {
  const shown = { csrf_token, shop_id: shop.id, app_id: app.id, scopes: asked.join(' ') };
  return pressInstall(service, { ...shown, ...fields }, { cookie, headers });
};
const installations = async () =>
  (await shop.api.get(`${shop.path}/installations`)).body.data as { id: string; attributes: object }[];
const seen = ({ status, headers }: Response) => [status, headers['location']];
const panel = () => `https://${shop.domain}.shops.example/admin`;

describe('POST /oauth/grants', () => {
  it('installs the app and redirects to its install URL with a valid nonce and the original query', async () => {
    const answer = await press({ state: 'a&b=ü' });
    expect(answer.status).toBe(303);
    const location = answer.headers['location']!;
    expect(location).toMatch(
      /^https:\/\/app\.example\/install\?plan=a%20b&nonce=[0-9A-Za-z]{44}&state=a%26b%3D%C3%BC$/,
    );
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(answer.text).toBe('');
    const nonce = new URL(location).searchParams.get('nonce')!;
    const exchanged = await service.api.get(`/api/oauth_tokens/nonce/${nonce}`);
    expect(exchanged.body.data.attributes).toMatchObject({ shop_id: shop.id, scopes: asked });
    const log = (await shop.api.get(`${shop.path}/audit_entries?filter[kind]=installations.granted`)).body
      .data;
    expect(log[0].relationships.owner.data.id).toBe(shop.owner.id);
  });

  it('creates one installation and one valid nonce for two concurrent submissions of the form', async () => {
    const lockApp = { text: 'SELECT 1 FROM auth.apps WHERE id = $1 FOR UPDATE', values: [app.id] };
    const answers = await racing(service, lockApp, 2, () => press());
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(await installations()).toHaveLength(1);
    const nonces = answers.map(({ headers }) => new URL(headers['location']!).searchParams.get('nonce')!);
    const exchanged = await Promise.all(
      nonces.map((nonce) => service.api.get(`/api/oauth_tokens/nonce/${nonce}`)),
    );
    expect(exchanged.map(({ status }) => status).sort()).toEqual([200, 410]);
    const { token } = exchanged.find(({ status }) => status === 200)!.body.data.attributes as {
      token: string;
    };
    // The token is active but lacks the scope for reading the shop.
    expect((await service.api.as(token).get(shop.path)).status).toBe(403);
  });

  it('grants no scopes to an app that requests none', async () => {
    app = await aRegisteredApp(service, { scopes: [] });
    expect((await press({ scopes: '' })).headers['location']).toMatch(
      /^https:\/\/app\.example\/install\?nonce=/,
    );
    expect(await installations()).toMatchObject([{ attributes: { scopes: [] } }]);
  });
});

describe('POST /oauth/grants with decision=denied', () => {
  const byOAuth = { decision: 'denied', response_type: 'code', state: 'a&b' };

  it('redirects to an app that uses OAuth with error and state, and installs nothing', async () => {
    const answer = await press(byOAuth);
    expect(answer.status).toBe(303);
    const location = new URL(answer.headers['location']!);
    expect(location.origin + location.pathname).toBe('https://app.example/install');
    expect(Object.fromEntries(location.searchParams)).toEqual({
      ...{ plan: 'a b', error: 'access_denied', state: 'a&b', iss: 'http://localhost:3001' },
      error_description: 'the owner of the shop declined',
    });
    expect(await installations()).toEqual([]);
  });

  it('redirects to the panel if the app does not use OAuth or does not exist', async () => {
    expect(seen(await press({ decision: 'denied', state: 'x' }))).toEqual([303, `${panel()}/`]);
    expect(seen(await press({ ...byOAuth, app_id: randomUUID() }))).toEqual([303, `${panel()}/`]);
  });

  it('returns 403 for a form that the panel did not send, and 400 for an unknown decision', async () => {
    expect((await press(byOAuth, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await press({ ...byOAuth, csrf_token: 'x' })).status).toBe(403);
    expect((await press({ ...byOAuth, decision: 'maybe' })).status).toBe(400);
  });
});

describe('POST /oauth/grants returns to the grant screen', () => {
  const again = (shown: string) =>
    `${panel()}/oauth/${app.id}?changed=1&state=x+1&shown=${encodeURIComponent(shown).replaceAll('%20', '+')}`;

  it('if the app now requests more scopes than the form shows', async () => {
    const attributes = { scopes: [...asked, 'meta.delete'] };
    await app.developer.api.patch(`/api/apps/${app.id}`, { data: { type: 'apps', id: app.id, attributes } });
    expect(seen(await press({ state: 'x 1' }))).toEqual([303, again(asked.join(' '))]);
    expect(await installations()).toEqual([]);
  });

  it('if the app now requests fewer scopes than the form shows', async () => {
    const attributes = { scopes: ['meta.get'] };
    await app.developer.api.patch(`/api/apps/${app.id}`, { data: { type: 'apps', id: app.id, attributes } });
    expect(seen(await press({ state: 'x 1' }))).toEqual([303, again(asked.join(' '))]);
    expect(await installations()).toEqual([]);
  });

  it.each([
    ['more', 'meta.collection meta.get meta.delete'],
    ['fewer', 'meta.get'],
    ['none', ''],
    ['others', 'meta.post meta.patch'],
    ['unknown ones', 'meta.collection meta.get meta.eat'],
    ['ones that would break the address', 'meta.get&state=evil#x'],
  ])('if the form contains wrong scopes: %s', async (_, scopes) => {
    expect(seen(await press({ scopes, state: 'x 1' }))).toEqual([303, again(scopes)]);
    expect(await installations()).toEqual([]);
  });

  it('if the app does not exist', async () => {
    const app_id = randomUUID();
    const answer = await press({ app_id });
    expect(answer.headers['location']).toContain(`${panel()}/oauth/${app_id}?changed=1`);
  });

  it('if the submitted scopes differ from the app’s scopes, and keeps the granted scopes', async () => {
    await press();
    await press({ scopes: 'meta.get' });
    expect(await installations()).toMatchObject([{ attributes: { scopes: asked } }]);
  });
});

describe('POST /oauth/grants with granted_scopes', () => {
  const granted_scopes = asked.join(' ');
  const again = () => `${panel()}/oauth/${app.id}?changed=installation&shown=${asked.join('+')}`;
  const reduce = async (scopes: string[]) => {
    const [installation] = await installations();
    const reduction = newObject('scope_reductions', { installation_id: installation!.id, scopes });
    return shop.api.post(`${shop.path}/scope_reductions`, reduction);
  };

  it('does not restore scopes that a member removed after the form was displayed', async () => {
    await press();
    expect(await reduce(['meta.get'])).toMatchObject({ status: 201 });
    expect(seen(await press({ granted_scopes }))).toEqual([303, again()]);
    expect(await installations()).toMatchObject([{ attributes: { scopes: ['meta.collection'] } }]);
    // The screen now shows the reduced scopes, so that the owner can restore the removed scope.
    await press({ granted_scopes: 'meta.collection' });
    expect(await installations()).toMatchObject([{ attributes: { scopes: asked } }]);
  });

  it('does not reinstall an app that a member uninstalled after the form was displayed', async () => {
    await press();
    const [installation] = await installations();
    await shop.api.delete(`${shop.path}/installations/${installation!.id}`);
    expect(seen(await press({ granted_scopes }))).toEqual([303, again()]);
    expect(await installations()).toMatchObject([{ attributes: { status: 'uninstalled' } }]);
  });

  it('rejects a form displayed before the installation if the scopes were reduced in between', async () => {
    await press();
    await reduce(asked);
    expect(seen(await press())).toEqual([303, again()]);
    expect(await installations()).toMatchObject([{ attributes: { scopes: [] } }]);
  });
});

describe('POST /oauth/grants redirects to the sign-in page', () => {
  const signIn = (state = '') =>
    `${panel()}/sign-in?next=${encodeURIComponent(`/admin/oauth/${app.id}${state}`)}`;

  it.each([
    ['no cookie', () => ({ ...browser, cookie: '' })],
    ['a cookie of an unknown session', () => ({ ...browser, cookie: 'storewright_session=sws_x' })],
  ])('for %s', async (_, other) => {
    const answer = await press({ state: 'a b' }, ofOurPage, other());
    expect(seen(answer)).toEqual([303, signIn('?state=a+b')]);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(await installations()).toEqual([]);
  });

  it('for an ended session', async () => {
    await service.database.query('UPDATE auth.sessions SET expires_at = now() WHERE owner_id = $1', [
      shop.owner.id,
    ]);
    expect(seen(await press())).toEqual([303, signIn()]);
  });

  it('for the session of a person who is not a member of the shop', async () => {
    const stranger = await signedIn(service, (await anOwnedShop(service)).owner);
    expect(seen(await press({}, ofOurPage, stranger))).toEqual([303, signIn()]);
    expect(await installations()).toEqual([]);
  });
});

describe('POST /oauth/grants with a session whose step-up expired', () => {
  const age = () =>
    service.database.query(
      `UPDATE auth.sessions SET authenticated_at = now() - interval '11 minutes' WHERE owner_id = $1`,
      [shop.owner.id],
    );

  it('redirects to the grant screen with the parameters of the app and installs nothing', async () => {
    await age();
    const answer = await press({ state: 'x 1', response_type: 'code', code_challenge: 'x'.repeat(43) });
    const query = `step_up=1&state=x+1&response_type=code&code_challenge=${'x'.repeat(43)}`;
    expect(seen(answer)).toEqual([303, `${panel()}/oauth/${app.id}?${query}`]);
    expect(await installations()).toEqual([]);
  });

  it('accepts decision=denied without a step-up', async () => {
    await age();
    const answer = await press({ decision: 'denied', response_type: 'code' });
    expect(new URL(answer.headers['location']!).searchParams.get('error')).toBe('access_denied');
  });

  it('installs the app with the same cookie after a step-up', async () => {
    await age();
    const body = newObject('reauthentications', { password: shop.owner.password });
    const headers = { cookie: browser.cookie, 'x-csrf-token': browser.csrf_token };
    expect((await service.api.post('/api/reauthentications', body, { headers })).status).toBe(204);
    expect((await press()).headers['location']).toMatch(/^https:\/\/app\.example\/install/);
    expect(await installations()).toHaveLength(1);
  });
});

describe('forgery protection of POST /oauth/grants', () => {
  const refused = async (answer: Response) => {
    expect([answer.status, answer.headers['location']]).toEqual([403, undefined]);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(await installations()).toEqual([]);
  };

  it.each([
    ['a request from a foreign site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    [
      'a request from a foreign site with the origin "null"',
      { 'sec-fetch-site': 'cross-site', origin: 'null' },
    ],
    ['a request with the origin "null"', { origin: 'null' }],
    ['a request from a foreign origin', { origin: 'https://evil.example' }],
    [
      'a request from a different host of the same site',
      { 'sec-fetch-site': 'same-site', origin: 'https://evil.shops.example:8443' },
    ],
    ['a same-site request with the origin "null"', { 'sec-fetch-site': 'same-site', origin: 'null' }],
    ['a same-site request without an origin', { 'sec-fetch-site': 'same-site' }],
    ['a form without Origin and Sec-Fetch-Site', {}],
  ])('returns 403 and installs nothing for %s', async (_, headers) => {
    await refused(await press({}, headers as Record<string, string>));
  });

  it('returns 403 and installs nothing without the CSRF token of the session', async () => {
    const another = await signedIn(service, shop.owner);
    for (const csrf_token of ['', 'x', another.csrf_token]) await refused(await press({ csrf_token }));
  });

  it('accepts a form that was sent from the panel of the shop', async () => {
    const origin = `https://${shop.domain}.shops.example`;
    expect((await press({}, { origin, 'sec-fetch-site': 'same-site' })).status).toBe(303);
    expect((await press({}, { 'sec-fetch-site': 'same-origin', origin: 'null' })).status).toBe(303);
    expect((await press({}, { origin })).status).toBe(303);
  });
});

describe('POST /oauth/grants with an invalid form or shop', () => {
  it.each<[string, GrantFields, number]>([
    ['no id of an app', { app_id: '<script>' }, 400],
    ['no id of a shop', { shop_id: '' }, 400],
    ['a state that is too long', { state: 'x'.repeat(1025) }, 400],
    ['a state that cannot be stored', { state: '\0' }, 400],
  ])('returns an error page for %s', async (_, fields, status) => {
    const answer = await press(fields);
    expect(answer.status).toBe(status);
    expect(answer.text).toContain('<a href="/admin/">');
    expect(answer.text).not.toContain('<script');
  });

  it('returns an error page for an unknown shop', async () => {
    expect((await press({ shop_id: randomUUID() })).status).toBe(404);
  });

  it('returns an error page for a repeated field and for an unsupported media type', async () => {
    const send = (type: string, body: string) =>
      service.api.send('POST', '/oauth/grants', { headers: { 'content-type': type, ...ofOurPage }, body });
    const twice = `shop_id=${shop.id}&app_id=${app.id}&app_id=${app.id}`;
    expect((await send('application/x-www-form-urlencoded', twice)).status).toBe(400);
    expect((await send('application/json', '{}')).status).toBe(400);
    expect((await service.api.get('/oauth/grants')).status).toBe(405);
  });

  it('returns an error page for a suspended shop', async () => {
    await service.database.query(`UPDATE auth.shops SET status = 'suspended' WHERE id = $1`, [shop.id]);
    const answer = await press();
    expect([answer.status, answer.text.includes('suspended')]).toEqual([403, true]);
  });
});
