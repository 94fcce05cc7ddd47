import type { Response } from '@storewright/testing';
import {
  anOwnedShop,
  anOwner,
  authApi,
  codesOf,
  newObject,
  racing,
  type TestOwner,
  type TestService,
} from './testing/test-service';
import { signedIn } from './testing/browser';

let service: TestService;
let owner: TestOwner;
beforeAll(async () => {
  service = await authApi({ TRUSTED_PROXIES: '127.0.0.1,::1' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await anOwner(service);
});

const client_id = 'storewright-cli';
const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';

const form = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  service.api.send('POST', path, {
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  });
const begin = (fields: Record<string, string> = {}, headers?: Record<string, string>) =>
  form('/oauth/device_authorization', { client_id, ...fields }, headers);
const poll = (device_code: string) => form('/oauth/token', { grant_type, client_id, device_code });

interface Codes {
  device_code: string;
  user_code: string;
}
const begun = async (fields?: Record<string, string>, headers?: Record<string, string>) =>
  (await begin(fields, headers)).body as unknown as Codes;

type Act = 'device_lookups' | 'allowed_devices' | 'denied_devices';
const asks = (act: Act, user_code: string, api = owner.api): Promise<Response> =>
  api.post(`/api/${act}`, newObject(act, { user_code }));
/** Returns the error code of an OAuth response. */
const told = ({ status, body }: Response) => [status, (body as unknown as { error: string }).error];

/** Moves the last poll of all programs into the past. */
const passed = () =>
  service.database.query(`UPDATE auth.device_authorizations SET polled_at = polled_at - interval '1 hour'`);

interface SessionObject {
  id: string;
  attributes: object;
}

describe('device authorization (RFC 8628)', () => {
  it('returns a device code, a user code and a verification URL, and stores only digests of the codes', async () => {
    const { status, headers, body } = await begin({ device_name: 'Mira’s laptop' });
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    const { device_code, user_code } = body as unknown as Codes;
    expect(body).toEqual({
      device_code: expect.stringMatching(/^swd_\w{46}$/),
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verification_uri: 'http://account.localhost:3002/admin/device',
      verification_uri_complete: `http://account.localhost:3002/admin/device#${user_code}`,
      expires_in: 600,
      interval: 5,
    });
    const rows = await service.database.query('SELECT * FROM auth.device_authorizations');
    for (const code of [device_code, user_code, user_code.replace('-', '')])
      expect(JSON.stringify(rows)).not.toContain(code);
  });

  it('returns the panel URL of the shop in the request, and rejects unknown shops', async () => {
    const shop = await anOwnedShop(service, owner);
    const { body } = await begin({ shop: shop.domain });
    expect(body).toMatchObject({ verification_uri: `http://${shop.domain}.localhost:3002/admin/device` });
    for (const other of ['no-such-shop', 'evil.example/', '\u0000'])
      expect(told(await begin({ shop: other }))).toEqual([400, 'invalid_request']);
  });

  it('is pending until a person approves the device, and then starts one session', async () => {
    const { device_code, user_code } = await begun({ device_name: 'laptop' });
    expect(told(await poll(device_code))).toEqual([400, 'authorization_pending']);
    const looked = await asks('device_lookups', user_code.toLowerCase().replace('-', ' '));
    expect([looked.status, looked.body.data.attributes]).toEqual([
      201,
      expect.objectContaining({ device_name: 'laptop', is_same_network: true }),
    ]);
    const allowed = await asks('allowed_devices', user_code);
    expect([allowed.status, allowed.body.data.id]).toEqual([201, looked.body.data.id]);
    await passed();
    const { status, headers, body } = await poll(device_code);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^sws_/),
      refresh_token: expect.stringMatching(/^swr_/),
      token_type: 'Bearer',
      expires_in: 3600,
    });
    const api = service.api.as((body as unknown as { access_token: string }).access_token);
    expect((await api.get('/api/apps')).status).toBe(200);
    const listed = (await owner.api.get('/api/sessions?sort=-id')).body.data as SessionObject[];
    const current = listed[0]!;
    expect(current.attributes).toMatchObject({
      ...{ owner_id: owner.id, kind: 'device', device_name: 'laptop', is_recent: false },
    });
    expect((await owner.api.delete(`/api/sessions/${current.id}`)).status).toBe(204);
    expect((await api.get('/api/apps')).status).toBe(401);
    expect(told(await poll(device_code))).toEqual([400, 'invalid_grant']);
    const log = await owner.api.get('/api/audit_entries?sort=-id&filter[kind]=sessions.created');
    expect(log.body.data[0].attributes.detail).toMatchObject({ by: 'a device code', session_id: current.id });
  });

  it('starts one session for concurrent polls of the device', async () => {
    const { device_code, user_code } = await begun();
    await asks('allowed_devices', user_code);
    const lock = { text: 'SELECT 1 FROM auth.device_authorizations FOR UPDATE', values: [] };
    const answers = await racing(service, lock, 3, () => poll(device_code));
    expect(answers.map(told).sort()).toEqual([
      [200, undefined],
      [400, 'invalid_grant'],
      [400, 'invalid_grant'],
    ]);
  });

  it(
    'returns slow_down to a poll that comes too early, and then requires five more seconds between ' +
      'polls',
    async () => {
      const { device_code } = await begun();
      const secondsOf = async () =>
        (
          await service.database.query<{ poll_seconds: number }>(
            'SELECT poll_seconds FROM auth.device_authorizations ORDER BY id DESC LIMIT 1',
          )
        )[0]!.poll_seconds;
      expect(told(await poll(device_code))).toEqual([400, 'authorization_pending']);
      expect(told(await poll(device_code))).toEqual([400, 'slow_down']);
      expect(await secondsOf()).toBe(10);
      await passed();
      expect(told(await poll(device_code))).toEqual([400, 'authorization_pending']);
      expect(await secondsOf()).toBe(10);
    },
  );

  it('returns access_denied after a denial and expired_token after the codes expired', async () => {
    const [denied, late] = [await begun(), await begun()];
    expect((await asks('denied_devices', denied.user_code)).status).toBe(201);
    expect(told(await poll(denied.device_code))).toEqual([400, 'access_denied']);
    await service.database.query('UPDATE auth.device_authorizations SET expires_at = now()');
    expect(told(await poll(late.device_code))).toEqual([400, 'expired_token']);
    for (const { user_code } of [denied, late])
      for (const act of ['device_lookups', 'allowed_devices', 'denied_devices'] as const) {
        const answer = await asks(act, user_code);
        expect([answer.status, answer.body.errors[0].source.pointer]).toEqual([
          422,
          '/data/attributes/user_code',
        ]);
      }
  });

  it('starts no session if the session of the approving person has ended', async () => {
    const { device_code, user_code } = await begun();
    await asks('allowed_devices', user_code);
    await owner.api.delete('/api/sessions/current');
    expect(told(await poll(device_code))).toEqual([400, 'invalid_grant']);
  });

  it('requires a recent step-up to approve a device, but not to look up or deny the device', async () => {
    const { device_code, user_code } = await begun();
    await service.database.query(
      `UPDATE auth.sessions SET authenticated_at = now() - interval '11 minutes' WHERE owner_id = $1`,
      [owner.id],
    );
    expect((await asks('device_lookups', user_code)).status).toBe(201);
    const answer = await asks('allowed_devices', user_code);
    expect([answer.status, codesOf(answer)]).toEqual([403, ['step_up_required']]);
    expect(told(await poll(device_code))).toEqual([400, 'authorization_pending']);
    expect((await asks('denied_devices', user_code)).status).toBe(201);
  });

  it('accepts an approval or denial only from pages of the panel, and not by GET', async () => {
    const { device_code, user_code } = await begun();
    const { cookie, csrf_token } = await signedIn(service, owner);
    const body = newObject('allowed_devices', { user_code });
    const withHeaders = (headers: Record<string, string>) =>
      service.api.post('/api/allowed_devices', body, { headers: { cookie, ...headers } });
    const refused: Record<string, string>[] = [
      {},
      { 'x-csrf-token': 'guessed' },
      { 'x-csrf-token': csrf_token, origin: 'https://evil.example' },
    ];
    for (const headers of refused) expect(codesOf(await withHeaders(headers))).toEqual(['csrf_refused']);
    for (const path of [`/api/allowed_devices?user_code=${user_code}`, '/api/allowed_devices'])
      expect((await owner.api.get(path)).status).toBe(405);
    expect(told(await poll(device_code))).toEqual([400, 'authorization_pending']);
    expect((await withHeaders({ 'x-csrf-token': csrf_token })).status).toBe(201);
  });

  it("returns the program's IP address, and whether the address is outside of the person's network", async () => {
    const { user_code } = await begun({}, { 'x-forwarded-for': '198.51.100.7' });
    const { attributes } = (await asks('device_lookups', user_code)).body.data;
    expect(attributes).toMatchObject({
      ...{ device_name: null, program: null, system: null },
      ...{ address: '198.51.100.7', network: '198.51.100.0/24', is_same_network: false },
    });
  });

  it('returns the name and the operating system of the program', async () => {
    const { user_code } = await begun({}, { 'user-agent': 'storewright/1.2.3 (Macintosh)' });
    const { attributes } = (await asks('device_lookups', user_code)).body.data;
    expect(attributes).toMatchObject({ program: 'storewright', system: 'macOS' });
  });
});

describe('device authorization with invalid requests', () => {
  it.each([
    ['an unknown client', { client_id: 'another' }],
    ['a client secret for a public client', { client_secret: 'x' }],
  ])('rejects the request: %s', async (_, fields) => {
    expect(told(await begin(fields))).toEqual([400, 'unauthorized_client']);
    const { device_code } = await begun();
    const asked = { grant_type, client_id, device_code, ...fields };
    expect(told(await form('/oauth/token', asked))).toEqual([400, 'unauthorized_client']);
  });

  it.each(['two\nlines', '\u202emoc.elpmaxe', 'x'.repeat(101), ' '])(
    'rejects the device name %j',
    async (device_name) => {
      expect(told(await begin({ device_name }))).toEqual([400, 'invalid_request']);
    },
  );

  it('rejects an unknown device code, and a token of a wrong kind as device code', async () => {
    const { access_token } = { access_token: 'sws_'.padEnd(50, '0') };
    for (const device_code of ['x', access_token, `swd_${'0'.repeat(46)}`])
      expect(told(await poll(device_code))).toEqual([400, 'invalid_grant']);
    expect(told(await form('/oauth/token', { grant_type, client_id }))).toEqual([400, 'invalid_request']);
  });

  it('limits a person to ten wrong user codes, and does not count correct user codes', async () => {
    const { user_code } = await begun();
    for (let guess = 0; guess < 9; guess += 1)
      expect((await asks('allowed_devices', 'WDJB-MJHT')).status).toBe(422);
    expect((await asks('device_lookups', user_code)).status).toBe(201);
    expect((await asks('denied_devices', 'no code')).status).toBe(422);
    const answer = await asks('device_lookups', user_code);
    expect([answer.status, codesOf(answer)]).toEqual([429, ['rate_limited']]);
    const other = await anOwner(service);
    expect((await asks('device_lookups', user_code, other.api)).status).toBe(201);
  });

  it('limits device authorization requests from one network to sixty in ten minutes', async () => {
    const from = (network: number) => ({ 'x-forwarded-for': `203.0.113.${network}` });
    const answers = await Promise.all(Array.from({ length: 62 }, (_, at) => begin({}, from(at))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const ofOne = await Promise.all(Array.from({ length: 62 }, () => begin({}, from(200))));
    expect(ofOne.filter(({ status }) => status === 429)).toHaveLength(2);
  });
});
