import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Route, routeTable } from '@storewright/access';
import type { HttpClient, Response } from '@storewright/testing';
import {
  anOwnedShop,
  authApi,
  codesOf,
  newObject,
  type OwnedShop,
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

const form = (path: string, fields: Record<string, string>) =>
  service.api.send('POST', path, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ client_id: 'storewright-cli', ...fields }).toString(),
  });

/** The session that a device gets when a person who has just signed in allows it. */
async function aDeviceToken(): Promise<string> {
  const begun = (await form('/oauth/device_authorization', {})).body as unknown as Record<string, string>;
  const { device_code, user_code } = begun;
  await shop.api.post('/api/allowed_devices', newObject('allowed_devices', { user_code }));
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
  const { body } = await form('/oauth/token', { grant_type, device_code: device_code! });
  return (body as unknown as { access_token: string }).access_token;
}

const label = ({ method, path }: Route) => `${method} ${path}`;
const ofSession = () => routes.filter(({ access }) => access.kind === 'session');
const pathOf = ({ path }: Route) => path.replace(':shop_id', shop.id).replace(/:\w+/, randomUUID());
const refusal = ({ status, body }: Response) => [status, body.errors?.[0]?.code, body.errors?.[0]?.meta];
const ofDevice = { session_kind: 'device' };
const anApp = async () => {
  const attributes = { name: 'Labels', install_url: 'https://app.example/install', scopes: ['meta.get'] };
  return (await shop.api.post('/api/apps', newObject('apps', attributes))).body.data.id as string;
};

it('a device session can use exactly the routes that the command line calls', () => {
  expect(
    routes
      .filter((route) => route.device)
      .map(label)
      .sort(),
  ).toEqual([
    'DELETE /api/apps/:app_id/icon',
    'DELETE /api/sessions/:id',
    'DELETE /api/test_shops/:id',
    'GET /api/apps',
    'GET /api/apps/:app_id/installations',
    'GET /api/apps/:app_id/requests',
    'GET /api/apps/:app_id/secrets',
    'GET /api/apps/:app_id/webhook_secrets',
    'GET /api/apps/:id',
    'GET /api/shops',
    'GET /api/shops/:shop_id/installations',
    'GET /api/test_shops',
    'PATCH /api/apps/:id',
    'POST /api/test_shops',
    'POST /api/test_shops/:id/resets',
    'PUT /api/apps/:app_id/icon',
  ]);
});

it('docs/cli.md contains every command whose routes accept a device session', () => {
  const page = readFileSync(join(__dirname, '../../../docs/cli.md'), 'utf8');
  const commands = [...new Set(routes.flatMap(({ device }) => device?.commands ?? []))];
  expect(commands.filter((command) => !page.includes(command))).toEqual([]);
});

it('every other route for sessions returns 403 to a device session and names an alternative', async () => {
  const closed = ofSession().filter((route) => !route.device);
  expect(closed.length).toBeGreaterThan(40);
  for (const route of closed) {
    const body = ['POST', 'PATCH'].includes(route.method) ? { body: '{}' } : {};
    const answer = await device.send(route.method, pathOf(route), body);
    const code =
      route.stepUp && route.stepUp.kind !== 'not required' ? 'step_up_required' : 'device_not_allowed';
    expect([label(route), ...refusal(answer)]).toEqual([label(route), 403, code, ofDevice]);
    expect(answer.body.errors[0].detail).toContain('Use the admin panel');
  }
});

it('every route declared for device sessions accepts a device session', async () => {
  for (const route of ofSession().filter((each) => each.device && each.stepUp?.kind !== 'required')) {
    const answer = await device.send(
      route.method,
      pathOf(route),
      route.method === 'POST' ? { body: '{}' } : {},
    );
    if (route.method === 'PATCH') continue;
    expect([label(route), answer.status]).not.toEqual([label(route), 403]);
  }
});

describe('device session', () => {
  it('cannot create an app or add a passkey immediately after its start', async () => {
    const app = { name: 'Labels', install_url: 'https://app.example/', scopes: [] };
    for (const answer of [
      await device.post('/api/apps', newObject('apps', app)),
      await device.post('/api/passkey_registrations', '', { headers: { origin: 'https://a.shops.example' } }),
    ])
      expect(refusal(answer)).toEqual([403, 'step_up_required', ofDevice]);
    expect((await shop.api.get('/api/apps')).body.data).toEqual([]);
  });

  it('cannot pass a step-up, even with the correct password', async () => {
    const password = newObject('reauthentications', { password: shop.owner.password });
    expect(refusal(await device.post('/api/reauthentications', password))).toEqual([
      403,
      'device_not_allowed',
      ofDevice,
    ]);
    await service.database.query('UPDATE auth.sessions SET authenticated_at = now() WHERE owner_id = $1', [
      shop.owner.id,
    ]);
    const id = await anApp();
    expect(codesOf(await device.delete(`/api/apps/${id}`))).toEqual(['step_up_required']);
  });

  it('can change the scopes of an app and no other attribute', async () => {
    const id = await anApp();
    const patch = (attributes: object) =>
      device.patch(`/api/apps/${id}`, { data: { type: 'apps', id, attributes } });
    expect((await patch({ scopes: ['meta.post'] })).status).toBe(200);
    for (const attributes of [
      { install_url: 'https://evil.example/' },
      { webhook_url: 'https://evil.example/' },
      { require_secret: false },
      { scopes: ['meta.get'], require_proof: false },
    ])
      expect(refusal(await patch(attributes))).toEqual([403, 'step_up_required', ofDevice]);
    for (const attributes of [
      { name: 'Another' },
      { scopes: ['meta.get'], webhook_events: ['meta.updated'] },
      { require_proof: true },
    ])
      expect(refusal(await patch(attributes))).toEqual([403, 'device_not_allowed', ofDevice]);
  });

  it('can sign itself out, and cannot end another session', async () => {
    for (const id of ['others', (await shop.api.get('/api/sessions/current')).body.data.id as string])
      expect(codesOf(await device.delete(`/api/sessions/${id}`))).toEqual(['step_up_required']);
    expect((await device.delete('/api/sessions/current')).status).toBe(204);
    expect((await device.get('/api/apps')).status).toBe(401);
  });

  it('has the same restrictions when it is sent as a cookie, and cannot submit the grant form', async () => {
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

  it('cannot allow a second device to sign in', async () => {
    const { user_code } = (await form('/oauth/device_authorization', {})).body as unknown as {
      user_code: string;
    };
    const answer = await device.post('/api/allowed_devices', newObject('allowed_devices', { user_code }));
    expect(refusal(answer)).toEqual([403, 'step_up_required', ofDevice]);
  });
});
