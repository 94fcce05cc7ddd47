import { TOTP } from 'otpauth';
import { aGrant, anOwnedShop, authApi, newObject, type TestService } from './testing/test-service';

let service: TestService;
const lines: string[] = [];

beforeAll(async () => {
  service = await authApi({}, (line) => lines.push(line));
});
afterAll(() => service.stop());

/** Sends every kind of credential to valid and invalid places, and while the database fails. */
async function story(): Promise<string[]> {
  const shop = await anOwnedShop(service);
  const { email, password } = shop.owner;
  const session = (await service.api.post('/api/sessions', newObject('sessions', { email, password }))).body;
  const wrongPassword = 'not-the-password-at-all';
  await service.api.post('/api/sessions', newObject('sessions', { email, password: wrongPassword }));
  const app = (
    await shop.api.post(
      '/api/apps',
      newObject('apps', { name: 'x', install_url: 'https://a.example', scopes: [] }),
    )
  ).body;
  const rotated = (await shop.api.post(`/api/apps/${app.data.id}/secrets`, '')).body.meta.secret as string;
  const access = (
    await shop.api.post(`${shop.path}/access_tokens`, newObject('access_tokens', { name: 'x' }))
  ).body;
  const panel = (await shop.api.post(`${shop.path}/session_tokens`, '')).body.data.attributes.token as string;
  await service.api.as(panel).get(shop.path);
  await service.api.as(panel).get(`/api/apps/${panel}`);
  const form = { csrf_token: session.data.attributes.csrf_token, shop_id: shop.id, app_id: app.data.id };
  const pressed = await service.api.send('POST', '/oauth/grants', {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      cookie: `storewright_session=${session.data.attributes.token}`,
    },
    body: new URLSearchParams(form as Record<string, string>).toString(),
  });
  const followed = new URL(pressed.headers['location']!).searchParams.get('nonce')!;
  const { nonce } = await aGrant(shop, app.data);
  const exchange = `/api/oauth_tokens/nonce/${nonce}`;
  const { token } = (await service.api.get(exchange)).body.data.attributes as { token: string };
  const unused = (await aGrant(shop, app.data)).nonce;
  await service.api.send('HEAD', exchange);
  await service.api.as(token).get(shop.path);
  await service.api.get(exchange);
  await service.api.get(`/api/shops?token=${token}`);
  await service.api.get(`/${token}`);
  await service.api.send('POST', '/oauth/revoke', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `token=${token}&client_id=${app.data.id}&client_secret=${rotated}`,
  });
  const verifier = 'a-verifier-of-forty-three-characters-at-least';
  const askToken = () =>
    service.api.send('POST', '/oauth/token', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        ...{ grant_type: 'authorization_code', code: unused, code_verifier: verifier },
        ...{ client_id: app.data.id as string, client_secret: rotated },
      }).toString(),
    });
  expect((await askToken()).status).toBe(400);
  const enrolled = (await shop.api.post('/api/totp_devices', '')).body;
  const device = { type: 'totp_devices', id: enrolled.data.id as string };
  const code = new TOTP({ secret: enrolled.meta.secret as string }).generate();
  const turnedOn = await shop.api.patch(`/api/totp_devices/${device.id}`, {
    data: { ...device, attributes: { code } },
  });
  const recoveryCodes = turnedOn.body.meta.recovery_codes as string[];
  await service.api.post('/api/sessions', newObject('sessions', { email, password, code: recoveryCodes[0] }));
  const newPassword = 'quarry-marmot-velvet-thirteen';
  const attributes = { current_password: password, password: newPassword };
  const change = { data: { type: 'owners', id: 'current', attributes } };
  const changed = (await shop.api.patch('/api/owners/current', change)).body.meta.session;
  await service.database.query('ALTER TABLE auth.nonces RENAME TO lost');
  expect((await service.api.get(`/api/oauth_tokens/nonce/${unused}`)).status).toBe(500);
  expect((await askToken()).status).toBe(500);
  await service.database.query('ALTER TABLE auth.lost RENAME TO nonces');
  const { token: sessionToken, csrf_token } = session.data.attributes;
  return [
    ...[password, wrongPassword, sessionToken, csrf_token, app.meta.secret, rotated],
    verifier,
    ...[enrolled.meta.secret, ...recoveryCodes],
    ...[newPassword, changed.token, changed.csrf_token],
    ...[access.meta.token, nonce, unused, token, panel, followed],
  ] as string[];
}

it('logs contain no token, nonce, password or secret (docs/contract.md §8.5)', async () => {
  const secrets = await story();
  const log = lines.join('');
  expect(lines.length).toBeGreaterThan(15);
  expect(log).toContain('/api/oauth_tokens/nonce/:nonce');
  expect(log).toContain('"status":500');
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(10);
    expect(log).not.toContain(secret);
  }
});
