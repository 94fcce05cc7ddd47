import { randomUUID } from 'node:crypto';
import {
  aGrant,
  aMember,
  anOwnedShop,
  aRegisteredApp,
  authApi,
  codesOf,
  listening,
  newObject,
  type OwnedShop,
  racing,
  type RegisteredApp,
  untilRefused,
  type TestService,
} from './testing/test-service';
import type { JsonText } from '@storewright/entities';
import { MailContents, type NoticeDetails } from '@storewright/mail';
import { AdminPanel } from '@storewright/sessions';
import { until } from '@storewright/testing';

let service: TestService;
let shop: OwnedShop;
let app: RegisteredApp;
const asked = ['meta.collection', 'meta.get'];

beforeAll(async () => {
  service = await authApi();
});
beforeEach(async () => {
  shop = await anOwnedShop(service);
  app = await aRegisteredApp(service, {
    scopes: asked,
    install_url: 'https://app.example/install?plan=a%20b&x',
  });
});
afterAll(() => service.stop());

const install = (attributes: object) =>
  shop.api.post(`${shop.path}/installations`, newObject('installations', attributes));
const exchanged = async (nonce: string) =>
  (await service.api.get(`/api/oauth_tokens/nonce/${nonce}`)).body.data;
const change = (id: string, attributes: object) =>
  app.developer.api.patch(`/api/apps/${id}`, { data: { type: 'apps', id, attributes } });
const holder = (token: string) => service.api.as(token).get(shop.path);

describe('POST /api/shops/{shop_id}/installations', () => {
  it('installs the app with all scopes and returns its install URL with the original query', async () => {
    const { status, headers, body } = await install({ app_id: app.id, state: 'a&b=ü' });
    expect(status).toBe(201);
    expect(headers['cache-control']).toBe('no-store');
    expect(body.meta.redirect_to).toMatch(
      /^https:\/\/app\.example\/install\?plan=a%20b&x&nonce=[0-9A-Za-z]{44}&state=a%26b%3D%C3%BC$/,
    );
    expect(body.data.attributes).toMatchObject({
      app_name: 'An app',
      scopes: asked,
      status: 'installed',
      token_status: 'pending',
      last_used_at: null,
    });
    expect(body.data.relationships).toEqual({
      app: { data: { type: 'apps', id: app.id } },
      shop: { data: { type: 'shops', id: shop.id } },
    });
    const shown = await shop.api.get(`${shop.path}/installations/${body.data.id}`);
    expect(shown.body.data).toEqual(body.data);
  });

  it('grants only the selected scopes', async () => {
    const { nonce } = await aGrant(shop, app, ['meta.get']);
    expect((await exchanged(nonce)).attributes.scopes).toEqual(['meta.get']);
  });

  it('returns 422 for a scope that the app does not request', async () => {
    await change(app.id, { scopes: ['meta.get'] });
    const answer = await install({ app_id: app.id, scopes: asked });
    expect([answer.status, codesOf(answer)]).toEqual([422, ['invalid_attribute']]);
    expect(answer.body.errors[0].detail).toContain('meta.collection');
    expect((await shop.api.get(`${shop.path}/installations`)).body.data).toEqual([]);
  });

  it.each([
    ['an unknown app', { app_id: randomUUID() }, '/data/attributes/app_id'],
    ['no UUID', { app_id: 'x' }, '/data/attributes/app_id'],
    ['an unknown scope', { app_id: randomUUID(), scopes: ['meta.eat'] }, '/data/attributes/scopes/0'],
    ['a state that is too long', { app_id: randomUUID(), state: 'x'.repeat(1025) }, '/data/attributes/state'],
  ])('rejects %s', async (_, attributes, pointer) => {
    const answer = await install(attributes);
    expect(answer.status).toBe(422);
    expect(answer.body.errors[0].source.pointer).toBe(pointer);
  });

  it('creates one installation and one valid nonce for concurrent requests', async () => {
    const lockApp = { text: 'SELECT 1 FROM auth.apps WHERE id = $1 FOR UPDATE', values: [app.id] };
    const answers = await racing(service, lockApp, 8, () => install({ app_id: app.id }));
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect((await shop.api.get(`${shop.path}/installations`)).body.data).toHaveLength(1);
    const nonces = answers.map(({ body }) =>
      new URL(body.meta.redirect_to as string).searchParams.get('nonce')!,
    );
    const exchanges = await Promise.all(
      nonces.map((nonce) => service.api.get(`/api/oauth_tokens/nonce/${nonce}`)),
    );
    expect(exchanges.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(410)]);
    const active = (await shop.api.get(`${shop.path}/oauth_tokens?filter[status]=active`)).body.data;
    expect(active).toHaveLength(1);
  });

  it("changes the scopes of the app's active token immediately", async () => {
    const { nonce, installation } = await aGrant(shop, app);
    const token = await exchanged(nonce);
    await change(app.id, { scopes: [...asked, 'meta.post'] });
    await aGrant(shop, app);
    const after = (await shop.api.get(`${shop.path}/oauth_tokens/${token.id}`)).body.data;
    expect(after.attributes).toMatchObject({ status: 'active', scopes: [...asked, 'meta.post'] });
    await aGrant(shop, app, ['meta.get']);
    const less = (await shop.api.get(`${shop.path}/oauth_tokens/${token.id}`)).body.data;
    expect(less.attributes.scopes).toEqual(['meta.get']);
    const log = (await shop.api.get(`${shop.path}/audit_entries?filter[kind]=installations.granted&sort=-id`))
      .body.data;
    expect(log[0].attributes.detail).toEqual({
      installation_id: installation,
      scopes: ['meta.get'],
      added: [],
      dropped: ['meta.collection', 'meta.post'],
    });
  });

  it('limits a token that the app obtains with an older nonce to the scopes of the latest grant', async () => {
    const { nonce } = await aGrant(shop, app);
    await exchanged(nonce);
    await aGrant(shop, app, ['meta.get']);
    expect((await exchanged(nonce)).attributes.scopes).toEqual(['meta.get']);
  });

  it('notifies all service instances of changed scopes', async () => {
    await aGrant(shop, app);
    const announced = await listening(service);
    await aGrant(shop, app, ['meta.get']);
    expect(await announced()).toEqual([{ shop_id: shop.id }]);
  });

  it('returns 403 for a suspended shop, which can still uninstall an app', async () => {
    const { installation } = await aGrant(shop, app);
    await service.database.query(`UPDATE auth.shops SET status = 'suspended' WHERE id = $1`, [shop.id]);
    expect(codesOf(await install({ app_id: app.id }))).toEqual(['shop_suspended']);
    expect((await shop.api.get(`${shop.path}/installations`)).status).toBe(200);
    expect((await shop.api.delete(`${shop.path}/installations/${installation}`)).status).toBe(204);
  });
});

describe('PATCH /api/shops/{shop_id}/installations/{id}', () => {
  const suspend = (id: string, suspended: boolean) => {
    const data = { type: 'installations', id, attributes: { suspended } };
    return shop.api.patch(`${shop.path}/installations/${id}`, { data });
  };

  it('suspends and resumes the app on all instances, with an audit log entry for each change', async () => {
    const { nonce, installation } = await aGrant(shop, app, ['meta.get']);
    const { token } = (await exchanged(nonce)).attributes;
    const announced = await listening(service);
    const { status, body } = await suspend(installation, true);
    expect([status, body.data.attributes.suspended]).toEqual([200, true]);
    expect(await announced()).toEqual([{ shop_id: shop.id }]);
    const refused = await holder(token);
    expect([refused.status, codesOf(refused)]).toEqual([403, ['app_suspended']]);
    expect((await suspend(installation, true)).status).toBe(200);
    await suspend(installation, false);
    await until('the app works again', async () => codesOf(await holder(token))[0] === 'insufficient_scope');
    const path = `${shop.path}/audit_entries?filter[app]=${app.id}`;
    const kinds = (await shop.api.get(path)).body.data.map(
      ({ attributes }: { attributes: { kind: string } }) => attributes.kind,
    );
    expect(kinds.filter((kind: string) => /suspended|resumed/.test(kind))).toEqual([
      'installations.suspended',
      'installations.resumed',
    ]);
  });

  it('sets the scopes whose writes need an approval, for current and future tokens of the app', async () => {
    const { installation } = await aGrant(shop, app, ['meta.get']);
    const ask = (ask_scopes: string[]) =>
      shop.api.patch(`${shop.path}/installations/${installation}`, {
        data: { type: 'installations', id: installation, attributes: { ask_scopes } },
      });
    expect((await ask(['meta.post', 'meta.patch', 'meta.post'])).body.data.attributes.ask_scopes).toEqual([
      'meta.post',
      'meta.patch',
    ]);
    expect(codesOf(await ask(['meta.get']))).toEqual(['invalid_attribute']);
    await aGrant(shop, app, ['meta.get']);
    const tokens = await service.database.query(
      'SELECT DISTINCT ask_scopes FROM auth.oauth_tokens WHERE installation_id = $1',
      [installation],
    );
    expect(tokens).toEqual([{ ask_scopes: ['meta.post', 'meta.patch'] }]);
  });

  it("sets daily limits of the app's current and future tokens, and returns the usage of the current day", async () => {
    const { installation } = await aGrant(shop, app, ['meta.get']);
    const limit = (attributes: object) =>
      shop.api.patch(`${shop.path}/installations/${installation}`, {
        data: { type: 'installations', id: installation, attributes },
      });
    const shown = async () => {
      const { body } = await shop.api.get(`${shop.path}/installations/${installation}`);
      const { daily_requests_used, daily_writes_used } = body.data.attributes as Record<string, unknown>;
      return [daily_requests_used, daily_writes_used];
    };
    expect(await shown()).toEqual([null, null]);
    for (const invalid of [0, -1, 1.5, '5', 1_000_000_001])
      expect(codesOf(await limit({ daily_write_limit: invalid }))).toEqual(['invalid_attribute']);
    const { body } = await limit({ daily_request_limit: 500, daily_write_limit: 20 });
    expect(body.data.attributes).toMatchObject({ daily_request_limit: 500, daily_write_limit: 20 });
    await aGrant(shop, app, ['meta.get']);
    const tokens = await service.database.query(
      'SELECT DISTINCT daily_request_limit, daily_write_limit FROM auth.oauth_tokens WHERE installation_id = $1',
      [installation],
    );
    expect(tokens).toEqual([{ daily_request_limit: 500, daily_write_limit: 20 }]);
    await service.database.query(
      `INSERT INTO auth.rate_limits SELECT 'shop-api:daily-' || kind || ':' || $1, 7, ends FROM (VALUES
        ('requests', extract(epoch FROM now()) * 1000 + 60000), ('writes', extract(epoch FROM now()) * 1000)
      ) AS v (kind, ends)`,
      [installation],
    );
    expect(await shown()).toEqual([7, 0]);
    // Outside of the shop, the function that reads the counts finds no installation.
    expect(
      await service.database.query(`SELECT auth.daily_count('requests', $1) AS count`, [installation]),
    ).toEqual([{ count: 0 }]);
    await limit({ daily_request_limit: null });
    expect(await shown()).toEqual([null, 0]);
    const log = await shop.api.get(`${shop.path}/audit_entries?filter[kind]=installations.limits_changed`);
    expect(log.body.data.map((entry: { attributes: { detail: object } }) => entry.attributes.detail)).toEqual(
      [
        { installation_id: installation, daily_request_limit: 500, daily_write_limit: 20 },
        { installation_id: installation, daily_request_limit: null, daily_write_limit: 20 },
      ],
    );
  });

  it('keeps the nonce of a suspended app valid, and a new grant keeps the app suspended', async () => {
    const { nonce: older, installation } = await aGrant(shop, app);
    await suspend(installation, true);
    const exchange = (nonce: string) => service.api.get(`/api/oauth_tokens/nonce/${nonce}`);
    expect(codesOf(await exchange(older))).toEqual(['app_suspended']);
    const { nonce } = await aGrant(shop, app);
    expect(codesOf(await exchange(nonce))).toEqual(['app_suspended']);
    await suspend(installation, false);
    expect((await exchange(nonce)).status).toBe(200);
  });

  it("restricts the app to the shop's list of networks, or to the developer's list if the shop has none", async () => {
    const developers = ['203.0.113.0/24'];
    const { nonce, installation } = await aGrant(shop, app, ['meta.get']);
    const { token } = (await exchanged(nonce)).attributes;
    const limit = (allowed_networks: string[] | null) => {
      const data = { type: 'installations', id: installation, attributes: { allowed_networks } };
      return shop.api.patch(`${shop.path}/installations/${installation}`, { data });
    };
    const untilCode = (code: string, of = token) =>
      until(`the code is ${code}`, async () => codesOf(await holder(of))[0] === code);
    await change(app.id, { allowed_networks: developers });
    await untilCode('network_not_allowed');
    const { status, body } = await limit(['127.0.0.1']);
    expect([status, body.data.attributes]).toMatchObject([
      200,
      { allowed_networks: ['127.0.0.1/32'], app_allowed_networks: developers },
    ]);
    await untilCode('insufficient_scope');
    // A token that is created later has the same networks.
    const later = (await exchanged((await aGrant(shop, app, ['meta.get'])).nonce)).attributes.token;
    expect(codesOf(await holder(later))).toEqual(['insufficient_scope']);
    await limit(null);
    await untilCode('network_not_allowed', later);
    await limit(['203.0.113.7']);
    const path = `${shop.path}/audit_entries?sort=id&filter[kind]=installations.networks_changed`;
    const widened = (await shop.api.get(path)).body.data.map(
      ({ attributes }: { attributes: { detail: { widened: boolean } } }) => attributes.detail.widened,
    );
    expect(widened).toEqual([true, true, false]);
    expect(codesOf(await limit([]))).toEqual(['invalid_attribute']);
    await shop.api.delete(`${shop.path}/installations/${installation}`);
    await aGrant(shop, app);
    const again = (await shop.api.get(`${shop.path}/installations/${installation}`)).body.data;
    expect(again.attributes).toMatchObject({ allowed_networks: null, app_allowed_networks: developers });
  });

  it('returns 409 for an uninstalled app, and a new installation ends the suspension', async () => {
    const { installation } = await aGrant(shop, app);
    await suspend(installation, true);
    await shop.api.delete(`${shop.path}/installations/${installation}`);
    const answer = await suspend(installation, false);
    expect([answer.status, codesOf(answer)]).toEqual([409, ['illegal_transition']]);
    await aGrant(shop, app);
    const { data } = (await shop.api.get(`${shop.path}/installations/${installation}`)).body;
    expect(data.attributes).toMatchObject({ status: 'installed', suspended: false });
  });
});

describe('GET /api/shops/{shop_id}/installations', () => {
  const listed = async () =>
    (await shop.api.get(`${shop.path}/installations`)).body.data[0].attributes as Record<
      string,
      string | null
    >;
  const nonces = (change: string) =>
    service.database.query(`UPDATE auth.nonces SET ${change} WHERE shop_id = $1`, [shop.id]);

  it(
    'marks apps that request other scopes than granted, until the owner grants them or uninstalls the ' +
      'app',
    async () => {
      const { installation } = await aGrant(shop, app);
      const changed = async () =>
        (await shop.api.get(`${shop.path}/installations?filter[permissions_changed]=true`)).body.data.map(
          ({ id }: { id: string }) => id,
        ) as string[];
      expect([(await listed())['permissions_changed'], await changed()]).toEqual([false, []]);
      await change(app.id, { scopes: asked.toReversed() });
      expect(await changed()).toEqual([]);
      await change(app.id, { scopes: [...asked, 'meta.post'] });
      expect([(await listed())['permissions_changed'], await changed()]).toEqual([true, [installation]]);
      await aGrant(shop, app);
      expect(await changed()).toEqual([]);
      await change(app.id, { scopes: [] });
      expect(await changed()).toEqual([installation]);
      await shop.api.delete(`${shop.path}/installations/${installation}`);
      expect([(await listed())['permissions_changed'], await changed()]).toEqual([false, []]);
    },
  );

  it('returns receives_webhooks: true while the app has a webhook URL and subscribed events', async () => {
    await aGrant(shop, app);
    const receives = async () => (await listed())['receives_webhooks'];
    await change(app.id, { webhook_url: null, webhook_events: ['meta.created'] });
    expect(await receives()).toBe(false);
    await change(app.id, { webhook_url: 'https://labels.example/webhooks' });
    expect(await receives()).toBe(true);
    await change(app.id, { webhook_events: [] });
    expect(await receives()).toBe(false);
  });

  it('returns whether the app exchanged its nonce after the last grant', async () => {
    const { nonce } = await aGrant(shop, app);
    const waiting = await listed();
    expect(waiting).toMatchObject({ nonce_status: 'waiting', token_status: 'pending' });
    const minutes =
      (Date.parse(waiting['nonce_expires_at']!) - Date.parse(waiting['installed_at']!)) / 60_000;
    expect(minutes).toBeCloseTo(10, 1);
    await exchanged(nonce);
    expect(await listed()).toMatchObject({ nonce_status: 'exchanged', token_status: 'active' });
    await aGrant(shop, app);
    expect(await listed()).toMatchObject({ nonce_status: 'waiting', token_status: 'active' });
    await nonces('expires_at = now()');
    expect(await listed()).toMatchObject({ nonce_status: 'expired', token_status: 'active' });
  });

  it('returns the nonce status of the latest grant, which revoked the previous nonce', async () => {
    const [, last] = [await aGrant(shop, app), await aGrant(shop, app)];
    expect(await listed()).toMatchObject({ nonce_status: 'waiting', token_status: 'pending' });
    await exchanged(last.nonce);
    expect(await listed()).toMatchObject({ nonce_status: 'exchanged', token_status: 'active' });
  });

  it('returns nonce_status: expired if the app was uninstalled before the exchange', async () => {
    const { installation } = await aGrant(shop, app);
    await shop.api.delete(`${shop.path}/installations/${installation}`);
    expect(await listed()).toMatchObject({ nonce_status: 'expired', token_status: 'revoked' });
  });

  it('returns the start of the current installation as installed_at after a reinstallation', async () => {
    const { installation } = await aGrant(shop, app);
    const first = await listed();
    expect(first).toMatchObject({ installed_at: first['created_at'], uninstalled_at: null });
    await aGrant(shop, app, ['meta.get']);
    expect((await listed())['installed_at']).toBe(first['installed_at']);
    await shop.api.delete(`${shop.path}/installations/${installation}`);
    const away = await listed();
    expect(away['uninstalled_at']! > first['installed_at']!).toBe(true);
    await aGrant(shop, app);
    const back = await listed();
    expect(back).toMatchObject({ created_at: first['created_at'], uninstalled_at: null });
    expect(back['installed_at']! > away['uninstalled_at']!).toBe(true);
  });

  it('returns the time of the most recent request with any token of the app', async () => {
    const { id } = (await exchanged((await aGrant(shop, app)).nonce)) as { id: string };
    const used = `UPDATE auth.oauth_tokens SET last_used_at = '2026-01-02T03:04:05.678901Z' WHERE id = $1`;
    await service.database.query(used, [id]);
    await exchanged((await aGrant(shop, app)).nonce);
    expect((await listed())['last_used_at']).toBe('2026-01-02T03:04:05.678901Z');
  });
});

describe('DELETE /api/shops/{shop_id}/installations/{id}', () => {
  it("revokes the app's tokens immediately and still lists the installation", async () => {
    const { nonce, installation } = await aGrant(shop, app);
    const { attributes } = await exchanged(nonce);
    // The token is active but lacks the scope for reading the shop.
    expect((await holder(attributes.token)).status).toBe(403);
    const path = `${shop.path}/installations/${installation}`;
    expect((await shop.api.delete(path)).status).toBe(204);
    await untilRefused(() => holder(attributes.token));
    expect((await shop.api.get(path)).body.data.attributes).toMatchObject({
      status: 'uninstalled',
      token_status: 'revoked',
    });
    expect((await shop.api.delete(path)).status).toBe(204);
    const log = (await shop.api.get(`${shop.path}/audit_entries`)).body.data as {
      attributes: { kind: string };
    }[];
    const kinds = log.map((entry) => entry.attributes.kind);
    expect(kinds).toEqual([
      'installations.granted',
      'oauth_tokens.exchanged',
      'installations.uninstalled',
      'oauth_tokens.revoked',
    ]);
  });

  it('allows a reinstallation of the app, which keeps the installation id', async () => {
    const { installation } = await aGrant(shop, app);
    await shop.api.delete(`${shop.path}/installations/${installation}`);
    const again = await aGrant(shop, app);
    expect(again.installation).toBe(installation);
    expect((await exchanged(again.nonce)).attributes.status).toBe('active');
  });
});

describe('DELETE /api/shops/{shop_id}/oauth_tokens/{id}', () => {
  it('revokes the token immediately, notifies all service instances and still lists the token', async () => {
    const { id, attributes } = await exchanged((await aGrant(shop, app)).nonce);
    await holder(attributes.token);
    const announced = await listening(service);
    expect((await shop.api.delete(`${shop.path}/oauth_tokens/${id}`)).status).toBe(204);
    expect(await announced()).toEqual([{ shop_id: shop.id }]);
    await untilRefused(() => holder(attributes.token));
    const listed = (await shop.api.get(`${shop.path}/oauth_tokens`)).body.data;
    expect(listed).toMatchObject([{ id, attributes: { status: 'revoked' } }]);
    expect(JSON.stringify(listed)).not.toContain(attributes.token);
  });
});

describe('notifications about an app that requests more scopes', () => {
  const notificationsOf = async ({ api }: OwnedShop, query = '') =>
    (await api.get(`${shop.path}/notifications${query}`)).body.data as {
      id: string;
      attributes: object;
      relationships: object;
    }[];
  const mailsOf = async ({ owner }: OwnedShop) =>
    service.database.query<{ shop_domain: string; details: object }>(
      `SELECT shop_domain, details FROM auth.outgoing_mails WHERE kind = 'notification' AND email = $1`,
      [owner.email],
    );
  const prefer = ({ api }: OwnedShop, id: string, attributes: object) =>
    api.patch(`${shop.path}/notification_preferences/${id}`, {
      data: { type: 'notification_preferences', id, attributes },
    });
  const more = [...asked, 'meta.post'];
  let installation: string;
  beforeAll(async () => {
    // The service has no mail transport and would delete due mails.
    await service.database.query(
      `ALTER TABLE auth.outgoing_mails ALTER COLUMN next_attempt_at SET DEFAULT 'infinity'`,
    );
  });
  beforeEach(async () => {
    installation = (await install({ app_id: app.id })).body.data.id as string;
  });

  it('are sent to members who can install apps, in the panel and by email, once while unread', async () => {
    const [staff, reader] = [
      await aMember(service, shop, { role: 'staff', areas: ['orders'] }),
      await aMember(service, shop, { role: 'read_only' }),
    ];
    await change(app.id, { scopes: ['meta.get'] });
    expect(await notificationsOf(shop)).toEqual([]);
    await change(app.id, { scopes: more });
    await change(app.id, { scopes: [...more, 'meta.patch'] });
    const [notification, ...others] = await notificationsOf(shop, '?filter[is_read]=false');
    expect(others).toEqual([]);
    expect(notification).toMatchObject({
      attributes: { kind: 'permissions_requested', app_name: 'An app', is_read: false },
      relationships: { installation: { data: { type: 'installations', id: installation } } },
    });
    expect(await mailsOf(shop)).toEqual([
      {
        shop_domain: shop.domain,
        details: {
          ...{ notification: 'permissions_requested', installation_id: installation },
          ...{ name: 'An app', shop: expect.any(String) },
        },
      },
    ]);
    for (const other of [staff, reader])
      expect([await notificationsOf(other), await mailsOf(other)]).toEqual([[], []]);
    const { id } = notification!;
    const path = `${shop.path}/notifications/${id}`;
    expect((await staff.api.get(path)).status).toBe(404);
    const read = await shop.api.patch(path, {
      data: { type: 'notifications', id, attributes: { is_read: true } },
    });
    expect([read.status, read.body.data.attributes.is_read]).toEqual([200, true]);
    expect(await notificationsOf(shop, '?filter[is_read]=false')).toEqual([]);

    // The next request notifies again in the panel. The mail of the same hour is the last one.
    await change(app.id, { scopes: [...more, 'meta.delete'] });
    expect(await notificationsOf(shop)).toHaveLength(2);
    expect(await mailsOf(shop)).toHaveLength(1);
    await service.database.query(
      `UPDATE auth.notification_preferences SET mailed_at = now() - interval '61 minutes' WHERE shop_id = $1`,
      [shop.id],
    );
    await service.database.query('UPDATE auth.notifications SET read_at = now() WHERE shop_id = $1', [
      shop.id,
    ]);
    await change(app.id, { scopes: [...more, 'meta.delete', 'meta.patch'] });
    expect(await mailsOf(shop)).toHaveLength(2);
  });

  it('follow the preferences of each member, and stop after the membership ends', async () => {
    const boss = await aMember(service, shop, { role: 'administrator' });
    const kinds = (await boss.api.get(`${shop.path}/notification_preferences`)).body.data;
    expect(kinds).toMatchObject([
      { id: 'canary_used', attributes: { in_panel: true, by_mail: false } },
      { id: 'events_lost', attributes: { in_panel: true, by_mail: true } },
      { id: 'order_placed', attributes: { in_panel: false, by_mail: false } },
      { id: 'permissions_requested', attributes: { in_panel: true, by_mail: true } },
      { id: 'proposal_created', attributes: { in_panel: true, by_mail: true } },
      { id: 'token_leaked', attributes: { in_panel: true, by_mail: false } },
      { id: 'variant_out_of_stock', attributes: { in_panel: true, by_mail: false } },
      { id: 'webhooks_failing', attributes: { in_panel: true, by_mail: true } },
      { id: 'webhooks_paused', attributes: { in_panel: true, by_mail: true } },
    ]);
    const refused = await prefer(boss, 'order_placed', { in_panel: true, by_mail: true });
    expect([refused.status, refused.body.errors[0].source]).toEqual([
      422,
      { pointer: '/data/attributes/by_mail' },
    ]);
    expect((await prefer(boss, 'order_placed', { in_panel: true })).body.data.attributes).toEqual({
      ...{ in_panel: true, by_mail: false },
    });
    expect((await prefer(boss, 'permissions_requested', { by_mail: false })).body.data.attributes).toEqual({
      ...{ in_panel: true, by_mail: false },
    });
    expect((await prefer(shop, 'permissions_requested', { in_panel: false })).status).toBe(200);
    expect((await prefer(shop, 'orders_placed', { in_panel: false })).status).toBe(404);
    await change(app.id, { scopes: more });
    expect([await notificationsOf(boss), await mailsOf(boss)]).toEqual([[expect.anything()], []]);
    expect([await notificationsOf(shop), await mailsOf(shop)]).toEqual([[], [expect.anything()]]);
    expect((await shop.api.delete(`${shop.path}/members/${boss.owner.id}`)).status).toBe(204);
    const rows = await service.database.query('SELECT FROM auth.notifications WHERE owner_id = $1', [
      boss.owner.id,
    ]);
    expect(rows).toEqual([]);
  });

  it.each(['en', 'de'] as const)(
    'link to the proposal in the panel if an app proposes a write, in the language %s',
    async (language) => {
      const mail = await service.application.get(MailContents).textOf({
        ...{ id: randomUUID(), kind: 'notification', email: 'bea@example.test', language, attempts: 0 },
        shop_domain: shop.domain,
        details: JSON.stringify({
          ...{ notification: 'proposal_created', subject_id: installation, name: 'Agent', shop: 'Tea' },
        }) as JsonText<NoticeDetails>,
      });
      const link = service.application.get(AdminPanel).address(shop.domain, `/proposals/${installation}`);
      // The link has neither a query nor a fragment, so it contains no token.
      expect(mail!.text).toContain(`\n${link}\n`);
      expect(mail!.text).not.toMatch(/sw[a-z]_/);
    },
  );
});
