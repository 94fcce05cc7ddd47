import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Route, routeTable } from '@storewright/access';
import type { HttpClient, Response } from '@storewright/testing';
import {
  anOwnedShop,
  anOwner,
  authApi,
  codesOf,
  newObject,
  type OwnedShop,
  racing,
  type TestService,
} from './testing/test-service';
import { ofOurPage, press, signedIn } from './testing/browser';

let service: TestService;
let shop: OwnedShop;
let token: string;
let device: HttpClient;
let routes: Route[];

beforeAll(async () => {
  service = await authApi({ ADMIN_URL: 'https://{shop}.shops.example' });
  routes = routeTable(service.application);
});
beforeEach(async () => {
  shop = await anOwnedShop(service);
  token = await aDeviceToken();
  device = service.api.as(token);
});
afterAll(() => service.stop());

const form = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  service.api.send('POST', path, {
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams({ client_id: 'storewright-cli', ...fields }).toString(),
  });

interface Tokens {
  access_token: string;
  refresh_token: string;
}
interface Codes {
  device_code: string;
  user_code: string;
}

const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
const poll = async ({ device_code }: Codes) => {
  await service.database.query('UPDATE auth.device_authorizations SET polled_at = NULL');
  return form('/oauth/token', { grant_type, device_code });
};
const tokensOf = ({ body }: Response) => body as unknown as Tokens;
const oauthError = ({ status, body }: Response) => [status, (body as unknown as { error: string }).error];
const decide = (act: 'allowed_devices' | 'denied_devices', { user_code }: Codes, api = shop.api) =>
  api.post(`/api/${act}`, newObject(act, { user_code }));

/** The session that a device gets when a person who has just signed in allows it. */
async function aDevice(): Promise<Tokens> {
  const codes = (await form('/oauth/device_authorization', {})).body as unknown as Codes;
  await decide('allowed_devices', codes);
  return tokensOf(await poll(codes));
}
const aDeviceToken = async () => (await aDevice()).access_token;

/** Requests a confirmation of a command with the token of a device. */
const asking = async (bearer: string): Promise<Response> =>
  form(
    '/oauth/device_authorization',
    { command: 'storewright apps deploy' },
    { authorization: `Bearer ${bearer}` },
  );
/** Confirms a command of a device in the browser, and returns the new tokens of the device. */
async function confirmed(bearer: string): Promise<Tokens> {
  const codes = (await asking(bearer)).body as unknown as Codes;
  await decide('allowed_devices', codes);
  return tokensOf(await poll(codes));
}
const refresh = (refresh_token: string) =>
  form('/oauth/token', { grant_type: 'refresh_token', refresh_token });

const label = ({ method, path }: Route) => `${method} ${path}`;
const ofSession = () => routes.filter(({ access }) => access.kind === 'session');
const pathOf = ({ path }: Route) => path.replace(':shop_id', shop.id).replace(/:\w+/, randomUUID());
const refusal = ({ status, body }: Response) => [status, body.errors?.[0]?.code, body.errors?.[0]?.meta];
const ofDevice = { session_kind: 'device' };
const unconfirmed = [403, 'step_up_required', { ...ofDevice, max_age: 600 }];
const anApp = async () => {
  const attributes = { name: 'Labels', install_url: 'https://app.example/install', scopes: ['meta.get'] };
  return (await shop.api.post('/api/apps', newObject('apps', attributes))).body.data.id as string;
};

it('a device session is accepted by exactly the routes that the command line tool calls', () => {
  expect(
    routes
      .filter((route) => route.device)
      .map(label)
      .sort(),
  ).toEqual([
    'DELETE /api/apps/:app_id/icon',
    'DELETE /api/apps/:id',
    'DELETE /api/sessions/:id',
    'DELETE /api/test_shops/:id',
    'GET /api/app_statistics/:id',
    'GET /api/apps',
    'GET /api/apps/:app_id/installations',
    'GET /api/apps/:app_id/requests',
    'GET /api/apps/:app_id/secrets',
    'GET /api/apps/:app_id/webhook_secrets',
    'GET /api/apps/:id',
    'GET /api/shops',
    'GET /api/shops/:shop_id/installations',
    'GET /api/test_shops',
    'GET /api/test_shops/:id',
    'PATCH /api/apps/:id',
    'POST /api/apps',
    'POST /api/apps/:app_id/contracts',
    'POST /api/apps/:id/secrets',
    'POST /api/apps/:id/webhook_secrets',
    'POST /api/shops/:shop_id/access_tokens',
    'POST /api/shops/:shop_id/installations',
    'POST /api/test_shops',
    'POST /api/test_shops/:id/resets',
    'PUT /api/apps/:app_id/icon',
  ]);
});

it('docs/cli.md contains every command that uses a device session', () => {
  const page = readFileSync(join(__dirname, '../../../docs/cli.md'), 'utf8');
  const commands = [...new Set(routes.flatMap(({ device }) => device?.commands ?? []))];
  expect(commands.filter((command) => !page.includes(command))).toEqual([]);
});

it('session routes that are not declared for device sessions return 403 and refer to the admin panel', async () => {
  const closed = ofSession().filter((route) => !route.device);
  expect(closed.length).toBeGreaterThan(40);
  for (const route of closed) {
    const body = ['POST', 'PATCH'].includes(route.method) ? { body: '{}' } : {};
    const answer = await device.send(route.method, pathOf(route), body);
    expect([label(route), ...refusal(answer)]).toEqual([label(route), 403, 'device_not_allowed', ofDevice]);
    expect(answer.body.errors[0].detail).toContain('Use the admin panel');
  }
});

it('every route declared for device sessions accepts a device session, or requires a step-up', async () => {
  for (const route of ofSession().filter((each) => each.device)) {
    const body = route.method === 'POST' ? { body: '{}' } : {};
    const answer = await device.send(route.method, pathOf(route), body);
    const needsProof = route.stepUp !== undefined && route.stepUp.kind !== 'not required';
    if (needsProof) expect([label(route), ...refusal(answer)]).toEqual([label(route), ...unconfirmed]);
    else expect([label(route), answer.status]).not.toEqual([label(route), 403]);
  }
});

describe('device session', () => {
  it('cannot create an app before a step-up, and can never add a passkey or confirm a password', async () => {
    const app = { name: 'Labels', install_url: 'https://app.example/', scopes: [] };
    expect(refusal(await device.post('/api/apps', newObject('apps', app)))).toEqual(unconfirmed);
    expect((await shop.api.get('/api/apps')).body.data).toEqual([]);
    const password = newObject('reauthentications', { password: shop.owner.password });
    const never = device.as((await confirmed(token)).access_token);
    for (const answer of [
      await never.post('/api/passkey_registrations', '', { headers: { origin: 'https://a.shops.example' } }),
      await never.post('/api/reauthentications', password),
    ])
      expect(refusal(answer)).toEqual([403, 'device_not_allowed', ofDevice]);
  });

  it('can create apps and secrets for ten minutes after the person confirms a command in a browser', async () => {
    const codes = (await asking(token)).body as unknown as Codes;
    const shown = await shop.api.post(
      '/api/device_lookups',
      newObject('device_lookups', { user_code: codes.user_code }),
    );
    expect(shown.body.data.attributes).toMatchObject({
      purpose: 'confirmation',
      command: 'storewright apps deploy',
    });
    expect(oauthError(await poll(codes))).toEqual([400, 'authorization_pending']);
    const stranger = await anOwner(service);
    for (const act of ['allowed_devices', 'denied_devices'] as const)
      expect((await decide(act, codes, stranger.api)).status).toBe(422);
    expect((await decide('allowed_devices', codes)).status).toBe(201);
    const { access_token } = tokensOf(await poll(codes));
    expect((await device.get('/api/apps')).status).toBe(401);
    const api = service.api.as(access_token);
    const attributes = { name: 'Labels', install_url: 'https://app.example/', scopes: [] };
    const { status, body } = await api.post('/api/apps', newObject('apps', attributes));
    expect([status, body.meta]).toEqual([201, expect.objectContaining({ secret: expect.any(String) })]);
    const path = `/api/apps/${body.data.id}`;
    expect((await api.post(`${path}/secrets`, '')).status).toBe(201);
    await service.database.query(
      `UPDATE auth.sessions SET authenticated_at = authenticated_at - interval '10 minutes' WHERE kind = 'device'`,
    );
    expect(refusal(await api.post(`${path}/secrets`, ''))).toEqual(unconfirmed);
    const log = await shop.api.get('/api/audit_entries?sort=-id&filter[kind]=devices.confirmed');
    const sessions = await shop.api.get('/api/sessions');
    const ofKind = sessions.body.data.filter(
      ({ attributes: { kind } }: { attributes: { kind: string } }) => kind === 'device',
    );
    expect(log.body.data[0].attributes.detail).toMatchObject({
      ...{ command: 'storewright apps deploy', session_id: ofKind[0].id },
    });
  });

  it('returns access_denied for a declined command, and keeps the tokens of the session', async () => {
    const codes = (await asking(token)).body as unknown as Codes;
    expect((await decide('denied_devices', codes)).status).toBe(201);
    expect(oauthError(await poll(codes))).toEqual([400, 'access_denied']);
    expect((await device.get('/api/apps')).status).toBe(200);
  });

  it('can install apps and create tokens only in test shops', async () => {
    const api = service.api.as((await confirmed(token)).access_token);
    const app_id = await anApp();
    const install = () => api.post(`${shop.path}/installations`, newObject('installations', { app_id }));
    const create = () => api.post(`${shop.path}/access_tokens`, newObject('access_tokens', { name: 'dev' }));
    for (const answer of [await install(), await create()])
      expect(refusal(answer)).toEqual([403, 'device_not_allowed', ofDevice]);
    await service.database.query('UPDATE auth.shops SET is_test = true WHERE id = $1', [shop.id]);
    expect([(await install()).status, (await create()).status]).toEqual([201, 201]);
  });

  it('can change scopes and texts of an app, and requires a confirmation for URLs and weaker protection', async () => {
    const id = await anApp();
    const patch = (attributes: object) =>
      device.patch(`/api/apps/${id}`, { data: { type: 'apps', id, attributes } });
    for (const attributes of [{ scopes: ['meta.post'] }, { name: 'Another' }, { require_proof: true }])
      expect((await patch(attributes)).status).toBe(200);
    for (const attributes of [
      { install_url: 'https://evil.example/' },
      { webhook_url: 'https://evil.example/' },
      { require_secret: false },
      { scopes: ['meta.get'], require_proof: false },
    ])
      expect(refusal(await patch(attributes))).toEqual(unconfirmed);
  });

  it('can end itself by a sign-out, and cannot end a different session', async () => {
    for (const id of ['others', (await shop.api.get('/api/sessions/current')).body.data.id as string])
      expect(codesOf(await device.delete(`/api/sessions/${id}`))).toEqual(['step_up_required']);
    expect((await device.delete('/api/sessions/current')).status).toBe(204);
    expect((await device.get('/api/apps')).status).toBe(401);
  });

  it('has the same restrictions if its token is sent as a cookie, and cannot submit the grant form', async () => {
    const cookie = `storewright_session=${token}`;
    expect(codesOf(await service.api.get('/api/sessions/current', { headers: { cookie } }))).toEqual([
      'device_not_allowed',
    ]);
    const app_id = await anApp();
    const { csrf_token } = await signedIn(service, shop.owner);
    const fields = { csrf_token, shop_id: shop.id, app_id, scopes: 'meta.get' };
    const answer = await press(service, fields, { cookie, headers: ofOurPage });
    expect([answer.status, answer.headers['location']]).toEqual([
      303,
      expect.stringContaining('/admin/sign-in?next='),
    ]);
    expect((await shop.api.get(`${shop.path}/installations`)).body.data).toEqual([]);
  });

  it('cannot approve the sign-in of a second device', async () => {
    const { user_code } = (await form('/oauth/device_authorization', {})).body as unknown as {
      user_code: string;
    };
    const answer = await device.post('/api/allowed_devices', newObject('allowed_devices', { user_code }));
    expect(refusal(answer)).toEqual([403, 'device_not_allowed', ofDevice]);
  });

  it("can be confirmed only with the session's own valid token", async () => {
    const { access_token } = tokensOf(await refresh((await aDevice()).refresh_token));
    expect((await asking(access_token)).status).toBe(200);
    expect(oauthError(await asking(`sws_${'0'.repeat(46)}`))).toEqual([400, 'invalid_grant']);
    const { email, password } = shop.owner;
    const signIn = await service.api.post('/api/sessions', newObject('sessions', { email, password }));
    expect(oauthError(await asking(signIn.body.data.attributes.token as string))).toEqual([
      400,
      'invalid_request',
    ]);
  });
});

describe('refresh token of a device', () => {
  const age = (column: string, interval: string) =>
    service.database.query(
      `UPDATE auth.sessions SET ${column} = ${column} - $2::interval WHERE owner_id = $1 AND kind = 'device'`,
      [shop.owner.id, interval],
    );
  const ageTokens = () =>
    service.database.query(
      `UPDATE auth.device_refresh_tokens SET rotated_at = rotated_at - interval '61 seconds' WHERE owner_id = $1`,
      [shop.owner.id],
    );
  const works = async (bearer: string) => (await service.api.as(bearer).get('/api/apps')).status === 200;

  it('renews the expired access token of the session for 90 days after the sign-in', async () => {
    const first = await aDevice();
    await age('token_expires_at', '1 hour');
    await age('last_seen_at', '10 days');
    expect(await works(first.access_token)).toBe(false);
    const answer = await refresh(first.refresh_token);
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(answer.body).toEqual({
      access_token: expect.stringMatching(/^sws_/),
      refresh_token: expect.stringMatching(/^swr_/),
      token_type: 'Bearer',
      expires_in: 3600,
    });
    expect(await works(tokensOf(answer).access_token)).toBe(true);
    const rows = await service.database.query(
      `SELECT extract(day FROM expires_at - created_at)::integer AS days FROM auth.sessions WHERE kind = 'device'`,
    );
    expect(rows[0]).toEqual({ days: 90 });
    await age('expires_at', '90 days');
    expect(await works(tokensOf(answer).access_token)).toBe(false);
    expect(oauthError(await refresh(tokensOf(answer).refresh_token))).toEqual([400, 'invalid_grant']);
  });

  it('yields the same new tokens for concurrent and repeated requests until the tokens are used', async () => {
    const { refresh_token } = await aDevice();
    const lock = { text: `SELECT 1 FROM auth.sessions WHERE kind = 'device' FOR UPDATE`, values: [] };
    const answers = await racing(service, lock, 3, () => refresh(refresh_token));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map((answer) => tokensOf(answer).access_token)).size).toBe(1);
    await ageTokens();
    const repeated = tokensOf(await refresh(refresh_token));
    expect(repeated).toEqual(tokensOf(answers[0]!));
    expect(await works(repeated.access_token)).toBe(true);
  });

  it('yields the same new tokens for a second process within a minute, even after the first use', async () => {
    const { refresh_token } = await aDevice();
    const one = tokensOf(await refresh(refresh_token));
    expect(await works(one.access_token)).toBe(true);
    expect(tokensOf(await refresh(refresh_token))).toEqual(one);
    expect(await works(one.access_token)).toBe(true);
  });

  it('ends the step-up of the session if a client reuses the refresh token after a confirmation', async () => {
    const { access_token, refresh_token } = await aDevice();
    const tokens = await confirmed(access_token);
    const create = () => {
      const attributes = { name: 'Labels', install_url: 'https://app.example/', scopes: [] };
      return service.api.as(tokens.access_token).post('/api/apps', newObject('apps', attributes));
    };
    expect(tokensOf(await refresh(refresh_token))).toEqual(tokens);
    expect((await create()).status).toBe(201);
    expect(tokensOf(await refresh(refresh_token))).toEqual(tokens);
    expect(refusal(await create())).toEqual(unconfirmed);
  });

  it('ends the session if a client reuses the refresh token after the next token was used', async () => {
    const first = await aDevice();
    const second = tokensOf(await refresh(first.refresh_token));
    const third = tokensOf(await refresh(second.refresh_token));
    expect(await works(third.access_token)).toBe(true);
    expect(oauthError(await refresh(first.refresh_token))).toEqual([400, 'invalid_grant']);
    expect(await works(third.access_token)).toBe(false);
    expect(oauthError(await refresh(third.refresh_token))).toEqual([400, 'invalid_grant']);
    const log = await shop.api.get('/api/audit_entries?sort=-id&filter[kind]=sessions.replayed');
    expect(log.body.data).toHaveLength(1);
  });

  it('stops working after a sign-out, after the person ends the session, and after a password change', async () => {
    const ends: [string, (bearer: string) => Promise<Response>][] = [
      ['a sign-out', (bearer) => service.api.as(bearer).delete('/api/sessions/current')],
      ['the end of other sessions', () => shop.api.delete('/api/sessions/others')],
      [
        'a new password',
        () => {
          const attributes = { password: 'another-long-passphrase', current_password: shop.owner.password };
          return shop.api.patch(
            `/api/owners/${shop.owner.id}`,
            newObject('owners', attributes, shop.owner.id),
          );
        },
      ],
    ];
    for (const [name, end] of ends) {
      const { access_token, refresh_token } = await aDevice();
      expect([name, (await end(access_token)).status]).toEqual([name, expect.any(Number)]);
      expect([name, oauthError(await refresh(refresh_token))]).toEqual([name, [400, 'invalid_grant']]);
    }
  });

  it('is rejected if unknown or an access token, and in a request with a client secret', async () => {
    const { access_token, refresh_token } = await aDevice();
    for (const wrong of ['x', access_token, `swr_${'0'.repeat(46)}`])
      expect(oauthError(await refresh(wrong))).toEqual([400, 'invalid_grant']);
    const secret = { grant_type: 'refresh_token', refresh_token, client_secret: 'x' };
    expect(oauthError(await form('/oauth/token', secret))).toEqual([400, 'unauthorized_client']);
  });
});
