import { seal } from '@storewright/tokens';
import { testKey } from '@storewright/testing';
import { anOwner, authApi, newObject, type TestOwner, type TestService } from './testing/test-service';

const whsec = /^whsec_[A-Za-z0-9+/]{43}=$/;
const valid = { name: 'Labels', install_url: 'https://labels.example/install', scopes: ['meta.get'] };

let service: TestService;
let developer: TestOwner;
beforeAll(async () => {
  service = await authApi();
  developer = await anOwner(service);
});
afterAll(() => service.stop());

const register = (attributes: object) => developer.api.post('/api/apps', newObject('apps', attributes));

describe('the webhook secret of an app', () => {
  it('is returned once when the developer registers the app, and is stored encrypted', async () => {
    const { body, headers } = await register(valid);
    expect(body.meta.webhook_secret).toMatch(whsec);
    expect(headers['cache-control']).toBe('no-store');
    const shown = await developer.api.get(`/api/apps/${body.data.id}`);
    expect(shown.text).not.toContain('whsec_');
    const rows = await service.database.query<{ sealed: string }>(
      'SELECT sealed FROM auth.webhook_secrets WHERE app_id = $1',
      [body.data.id],
    );
    const form = seal(new Map([['test', Buffer.from(testKey, 'base64')]]), 'x')
      .split(':')
      .slice(0, 2);
    expect(rows.map(({ sealed }) => sealed.split(':').slice(0, 2))).toEqual([form]);
  });

  it('can be rotated, and the old secret stays valid for a day', async () => {
    const { body } = await register(valid);
    const path = `/api/apps/${body.data.id}/webhook_secrets`;
    const living = () =>
      service.database.query(
        `SELECT generation, expires_at IS NULL AS current,
          round(extract(epoch FROM expires_at - now()) / 3600)::int AS hours
         FROM auth.webhook_secrets WHERE app_id = $1 AND (expires_at IS NULL OR expires_at > now())
        ORDER BY generation`,
        [body.data.id],
      );
    const first = await developer.api.post(path, undefined);
    expect(first.status).toBe(201);
    expect(first.body.meta.webhook_secret).toMatch(whsec);
    expect(first.body.meta.webhook_secret).not.toBe(body.meta.webhook_secret);
    expect(first.body.meta.previous_webhook_secret_expires_at).toMatch(/Z$/);
    await developer.api.post(path, undefined);
    expect(await living()).toEqual([
      { generation: 2, current: false, hours: 24 },
      { generation: 3, current: true, hours: null },
    ]);
    const log = await developer.api.get('/api/audit_entries?filter[kind]=webhook_secrets.rotated');
    expect(log.body.data).toHaveLength(2);
    const stranger = await anOwner(service);
    expect((await stranger.api.post(path, undefined)).status).toBe(404);
  });

  it('is listed without its value, only to the app’s developer', async () => {
    const { body } = await register(valid);
    const path = `/api/apps/${body.data.id}/webhook_secrets`;
    const rotated = [];
    for (let times = 0; times < 2; times += 1) rotated.push((await developer.api.post(path, undefined)).body);
    const list = await developer.api.get(path);
    expect(list.status).toBe(200);
    expect(list.text).not.toContain('whsec_');
    const generations = list.body.data as { id: string; type: string; attributes: object }[];
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.+\.\d{6}Z$/) as string;
    const expires_at = rotated[1].meta.previous_webhook_secret_expires_at as string;
    expect(generations.map(({ type, attributes }) => [type, attributes])).toEqual([
      ['webhook_secrets', { generation: 2, created_at: time, expires_at }],
      ['webhook_secrets', { generation: 3, created_at: time, expires_at: null }],
    ]);
    const one = await developer.api.get(`${path}/${generations[0]!.id}`);
    expect(one.body.data).toEqual(generations[0]);
    const stranger = await anOwner(service);
    for (const address of [path, `${path}/${generations[0]!.id}`])
      expect((await stranger.api.get(address)).status).toBe(404);
    const secrets = await developer.api.get(`/api/apps/${body.data.id}/secrets`);
    const { id } = secrets.body.data[0] as { id: string };
    expect((await developer.api.get(`${path}/${id}`)).status).toBe(404);
  });

  it('is deleted with the app', async () => {
    const { body } = await register(valid);
    await developer.api.delete(`/api/apps/${body.data.id}`);
    const rows = await service.database.query('SELECT 1 FROM auth.webhook_secrets WHERE app_id = $1', [
      body.data.id,
    ]);
    expect(rows).toEqual([]);
  });
});

describe('attribute webhook_url of an app', () => {
  const refused = {
    'http://localhost:4000/hook': /https/,
    'https://labels.example:8443/hook': /port/,
    'https://127.0.0.1/hook': /public internet/,
    'https://[::ffff:10.0.0.1]/hook': /public internet/,
    'https://0x7f.1/hook': /public internet/,
    'https://169.254.169.254/latest': /public internet/,
    'https://localhost/hook': /public internet/,
    'https://intranet/hook': /public internet/,
  };
  it.each(Object.entries(refused))('rejects %s and states the reason', async (webhook_url, reason) => {
    const expected = {
      ...{ status: '422', code: 'invalid_attribute', detail: expect.stringMatching(reason) as string },
      source: { pointer: '/data/attributes/webhook_url' },
    };
    const { body } = await register({ ...valid, webhook_url });
    expect(body.errors).toMatchObject([expected]);
    const made = await register(valid);
    const change = newObject('apps', { webhook_url }, made.body.data.id as string);
    expect((await developer.api.patch(`/api/apps/${made.body.data.id}`, change)).body.errors).toMatchObject([
      expected,
    ]);
  });

  it('accepts loopback addresses in development, but no private network addresses', async () => {
    const lenient = await authApi({ WEBHOOKS_ALLOW_LOOPBACK: 'true' });
    try {
      const { api } = await anOwner(lenient);
      const statusOf = async (webhook_url: string) =>
        (await api.post('/api/apps', newObject('apps', { ...valid, webhook_url }))).status;
      expect(await statusOf('http://localhost:4000/hook')).toBe(201);
      expect(await statusOf('http://127.0.0.1:4000/hook')).toBe(201);
      expect(await statusOf('https://10.0.0.1/hook')).toBe(422);
      expect(await statusOf('http://localhost:22/hook')).toBe(422);
    } finally {
      await lenient.stop();
    }
  });
});
