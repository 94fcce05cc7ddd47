import { randomUUID } from 'node:crypto';
import { type Route, routeTable } from '@storewright/access';
import { approveListing, rejectListing, setHidden } from '@storewright/app-listings';
import { AuthDatabase } from '@storewright/database';
import { type NoticeDetails, type NoticeKind, noticeKinds } from '@storewright/mail';
import { resetSecondFactors, upsertOwner } from '@storewright/operator-provisioning';
import { until } from '@storewright/testing';
import { digestBytes, digestOf, mintToken } from '@storewright/tokens';
import { TOTP } from 'otpauth';
import { Agent } from './testing/agent';
import { expectNamedActors } from './testing/named-actors';
import { Authenticator } from './testing/authenticator';
import { submitListing } from './testing/listings';
import {
  aGrant,
  aMember,
  anOwnedShop,
  anOwner,
  aRegisteredApp,
  authApi,
  newObject,
  type OwnedShop,
  queueUnused,
  type RegisteredApp,
  type TestOwner,
  type TestService,
} from './testing/test-service';

const page = 'https://demo-shop.shops.example';
let service: TestService;
/**
 * The person whose actions are tested. Owns the shop together with `partner`, and `colleague` is a staff
 * member.
 */
let owner: TestOwner;
let shop: OwnedShop;
let partner: OwnedShop;
let colleague: OwnedShop;

// The mail server is unreachable, so each mail stays in the queue.
beforeAll(async () => {
  const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'no-reply@shops.example' };
  const from = { ADMIN_URL: 'https://{shop}.shops.example', TRUSTED_PROXIES: '127.0.0.1' };
  service = await authApi({ ...mail, ...from, WEBHOOKS_ALLOW_LOOPBACK: 'true' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  shop = await anOwnedShop(service);
  owner = shop.owner;
  partner = await aMember(service, shop, { role: 'owner' });
  colleague = await aMember(service, shop, { role: 'staff', areas: ['orders'] });
});

interface QueuedMail {
  kind: NoticeKind;
  email: string;
  details: NoticeDetails;
}
const queued = () => service.database.query('SELECT kind, email, details FROM auth.outgoing_mails');
const emptyQueue = () => service.database.query('DELETE FROM auth.outgoing_mails');

/** Returns kind and recipient of each mail that an action queues. */
async function mailsOf(act: () => Promise<{ status: number } | void>): Promise<[NoticeKind, string][]> {
  await emptyQueue();
  const answer = await act();
  if (answer) expect(answer.status).toBeLessThan(300);
  const mails = (await queued()) as unknown as QueuedMail[];
  return mails.map(({ kind, email }): [NoticeKind, string] => [kind, email]).sort();
}

const signIn = (headers: Record<string, string> = {}, more: object = {}) =>
  service.api.post('/api/sessions', newObject('sessions', { ...credentials(), ...more }), { headers });
const credentials = () => ({ email: owner.email, password: owner.password });
const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0' };

async function enrolled(): Promise<{ id: string; codes: string[] }> {
  const { body } = await owner.api.post('/api/totp_devices', '');
  const [id, secret] = [body.data.id as string, (body.meta as { secret: string }).secret];
  const code = new TOTP({ secret }).generate();
  const data = { type: 'totp_devices', id, attributes: { code } };
  const confirmed = await owner.api.patch(`/api/totp_devices/${id}`, { data });
  return { id, codes: confirmed.body.meta.recovery_codes as string[] };
}

async function aPasskey(): Promise<{ device: Authenticator; id: string }> {
  const device = new Authenticator(page);
  const { body } = await owner.api.post('/api/passkey_registrations', '', { headers: { origin: page } });
  const response = device.create(body.data.attributes.options);
  const made = await owner.api.post('/api/passkeys', newObject('passkeys', { name: 'Key', response }));
  return { device, id: made.body.data.id as string };
}

/** Signs in with the passkey from the browser that sends the cookie. */
async function signInByPasskey(device: Authenticator, cookie?: string) {
  const { body } = await service.api.post('/api/passkey_challenges', '', { headers: { origin: page } });
  const response = device.get(body.data.attributes.options);
  const headers = { ...firefox, ...(cookie !== undefined && { cookie }) };
  return service.api.post('/api/passkey_assertions', newObject('passkey_assertions', { response }), {
    headers,
  });
}

/**
 * Follows both links of an email change. A failed attempt to send the mails does not replace their tokens.
 */
async function changeEmail(email: string): Promise<void> {
  await owner.api.post('/api/email_changes', newObject('email_changes', { email, shop_domain: shop.domain }));
  await until('both mails were attempted', async () => {
    const rows = await service.database.query(
      `SELECT FROM auth.outgoing_mails WHERE attempts > 0 AND next_attempt_at < now() + interval '1 minute'`,
    );
    return rows.length === 2;
  });
  await emptyQueue();
  for (const column of ['current_digest', 'new_digest']) {
    const token = mintToken('email_change');
    await service.database.query(`UPDATE auth.email_changes SET ${column} = $1 WHERE owner_id = $2`, [
      digestBytes(token.digest),
      owner.id,
    ]);
    const attributes = { confirmation_token: token.reveal() };
    await service.api.post('/api/email_confirmations', newObject('email_confirmations', attributes));
  }
}

async function joins(): Promise<void> {
  const email = `new-${randomUUID()}@example.test`;
  const invitation = newObject('invitations', { email, role: 'administrator' });
  const { body } = await shop.api.post(`${shop.path}/invitations`, invitation);
  await until('the invitation was attempted', async () => {
    const rows = await service.database.query(
      `SELECT FROM auth.outgoing_mails WHERE attempts > 0 AND next_attempt_at < now() + interval '1 minute'`,
    );
    return rows.length === 1;
  });
  await emptyQueue();
  const token = mintToken('invitation');
  await service.database.query('UPDATE auth.invitations SET digest = $1 WHERE id = $2', [
    digestBytes(token.digest),
    body.data.id,
  ]);
  const password = 'Vier Wörter die niemand rät 🔒';
  const account = { invitation_token: token.reveal(), name: 'Bea', password };
  expect((await service.api.post('/api/owners', newObject('owners', account))).status).toBe(201);
}

/** Sends a form as the command line. */
async function sentByDevice(path: string, fields: Record<string, string>): Promise<Record<string, string>> {
  const { body } = await service.api.send('POST', path, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ client_id: 'storewright-cli', ...fields }).toString(),
  });
  return body as unknown as Record<string, string>;
}

const deviceCodes = () => sentByDevice('/oauth/device_authorization', { device_name: 'Laptop' });
const userCode = async () => (await deviceCodes())['user_code']!;

/** Signs in a device of the owner. */
async function refreshTokenOfDevice(): Promise<string> {
  const { user_code, device_code } = await deviceCodes();
  await owner.api.post('/api/allowed_devices', newObject('allowed_devices', { user_code }));
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
  return (await sentByDevice('/oauth/token', { grant_type, device_code: device_code! }))['refresh_token']!;
}

/** Sends the refresh token of a device and returns the next one. */
async function refreshed(refresh_token: string): Promise<string> {
  const fields = { grant_type: 'refresh_token', refresh_token };
  return (await sentByDevice('/oauth/token', fields))['refresh_token']!;
}

const anApp = async () => {
  const app = await aRegisteredApp(service);
  return { ...app, path: `/api/apps/${app.id}`, api: app.developer.api };
};
/** Runs a review command of the operator. */
const decide = async ({ id }: RegisteredApp, act: (auth: AuthDatabase, id: string) => Promise<unknown>) => {
  await act(service.application.get(AuthDatabase), id);
};
async function aListedApp(): Promise<RegisteredApp> {
  const app = await anApp();
  await submitListing(app);
  await decide(app, approveListing);
  return app;
}
/** An installed app, with the path of its installation. */
async function anInstallation(): Promise<{ path: string; developer: RegisteredApp }> {
  const developer = await anApp();
  const { installation } = await aGrant(shop, developer);
  return { path: `${shop.path}/installations/${installation}`, developer };
}
const suspend = (path: string, suspended: boolean) => {
  const data = { type: 'installations', id: path.split('/').at(-1), attributes: { suspended } };
  return shop.api.patch(path, { data });
};
const suspendApi = (api_suspended: boolean) =>
  shop.api.patch(shop.path, { data: { type: 'shops', id: shop.id, attributes: { api_suspended } } });
const ofDeveloper = (kind: NoticeKind, { developer }: RegisteredApp): [NoticeKind, string][] => [
  [kind, developer.email],
];
const own = (kind: NoticeKind): [NoticeKind, string][] => [[kind, owner.email]];
const ofShop = (kind: NoticeKind, ...more: string[]): [NoticeKind, string][] =>
  [owner.email, partner.owner.email, ...more].map((email): [NoticeKind, string] => [kind, email]).sort();
/** Performs the action and waits for a mail, because the mails about leaked tokens follow the response. */
const laterMailsOf = (act: () => Promise<unknown>) =>
  mailsOf(async () => {
    await act();
    await until('a mail is queued', async () => (await queued()).length > 0);
    await until('all incidents are handled', async () => {
      const rows = await service.database.query('SELECT FROM auth.token_incidents');
      return rows.length === 0;
    });
  });
const mailsOfReport = (token: string) =>
  laterMailsOf(() => service.api.post('/api/token_reports', newObject('token_reports', { tokens: [token] })));
const secretOf = async (type: 'access_tokens' | 'canary_tokens') => {
  const made = await shop.api.post(`${shop.path}/${type}`, newObject(type, { name: 'Till' }));
  return made.body.meta.token as string;
};
/** Installs an app and returns the mails about a report of its token. */
async function leakedAppToken(): Promise<[mails: [NoticeKind, string][], app: RegisteredApp]> {
  const app = await aRegisteredApp(service);
  const { nonce } = await aGrant(shop, app);
  const { body } = await service.api.get(`/api/oauth_tokens/nonce/${nonce}`);
  return [await mailsOfReport(body.data.attributes.token as string), app];
}
const memberPath = () => `${shop.path}/members/${colleague.owner.id}`;

type Told = Promise<[mails: [NoticeKind, string][], expected: [NoticeKind, string][]]>;

/** For each kind of notice, an action that sends it, and its recipients. A missing kind does not compile. */
const stories: Record<NoticeKind, () => Told> = {
  async password_changed() {
    const attributes = { current_password: owner.password, password: 'Vier Wörter die niemand rät 🔒' };
    const data = { type: 'owners', id: 'current', attributes };
    return [await mailsOf(() => owner.api.patch('/api/owners/current', { data })), own('password_changed')];
  },
  async email_changed() {
    const email = `new-${randomUUID()}@example.test`;
    return [await mailsOf(() => changeEmail(email)), own('email_changed')];
  },
  async totp_turned_on() {
    return [await mailsOf(() => enrolled().then(() => undefined)), own('totp_turned_on')];
  },
  async totp_turned_off() {
    const { id } = await enrolled();
    return [await mailsOf(() => owner.api.delete(`/api/totp_devices/${id}`)), own('totp_turned_off')];
  },
  async recovery_codes_made() {
    const path = `/api/totp_devices/${(await enrolled()).id}/recovery_codes`;
    return [await mailsOf(() => owner.api.post(path, '')), own('recovery_codes_made')];
  },
  async recovery_code_used() {
    await signIn({ 'user-agent': 'node' });
    const { codes } = await enrolled();
    const use = () => signIn({ 'user-agent': 'node' }, { code: codes[0] });
    return [await mailsOf(use), own('recovery_code_used')];
  },
  async passkey_added() {
    return [await mailsOf(() => aPasskey().then(() => undefined)), own('passkey_added')];
  },
  async passkey_removed() {
    const { id } = await aPasskey();
    return [await mailsOf(() => owner.api.delete(`/api/passkeys/${id}`)), own('passkey_removed')];
  },
  async second_factors_reset() {
    const reset = () => resetSecondFactors(service.application.get(AuthDatabase), owner.email);
    return [await mailsOf(reset), own('second_factors_reset')];
  },
  async new_device_signed_in() {
    return [await mailsOf(() => signIn(firefox)), own('new_device_signed_in')];
  },
  async device_allowed() {
    const device = newObject('allowed_devices', { user_code: await userCode() });
    return [await mailsOf(() => owner.api.post('/api/allowed_devices', device)), own('device_allowed')];
  },
  async app_registered() {
    const app = { name: 'App', install_url: 'https://app.example/install', scopes: ['meta.get'] };
    return [await mailsOf(() => owner.api.post('/api/apps', newObject('apps', app))), own('app_registered')];
  },
  async app_changed() {
    const { id, path, api, developer } = await anApp();
    const data = { type: 'apps', id, attributes: { webhook_url: 'https://other.example/hooks' } };
    return [await mailsOf(() => api.patch(path, { data })), [['app_changed', developer.email]]];
  },
  async app_secret_made() {
    const { path, api, developer } = await anApp();
    return [await mailsOf(() => api.post(`${path}/secrets`, '')), [['app_secret_made', developer.email]]];
  },
  async webhook_secret_made() {
    const { path, api, developer } = await anApp();
    const made = await mailsOf(() => api.post(`${path}/webhook_secrets`, ''));
    return [made, [['webhook_secret_made', developer.email]]];
  },
  async listing_approved() {
    const app = await anApp();
    await submitListing(app);
    return [await mailsOf(() => decide(app, approveListing)), ofDeveloper('listing_approved', app)];
  },
  async listing_rejected() {
    const app = await anApp();
    await submitListing(app);
    const reject = (auth: AuthDatabase, id: string) => rejectListing(auth, id, 'No privacy policy.');
    return [await mailsOf(() => decide(app, reject)), ofDeveloper('listing_rejected', app)];
  },
  async listing_hidden() {
    const app = await aListedApp();
    const hide = (auth: AuthDatabase, id: string) => setHidden(auth, id, 'Spam');
    return [await mailsOf(() => decide(app, hide)), ofDeveloper('listing_hidden', app)];
  },
  async listing_restored() {
    const app = await aListedApp();
    const show = (auth: AuthDatabase, id: string) => setHidden(auth, id, null);
    return [await mailsOf(() => decide(app, show)), ofDeveloper('listing_restored', app)];
  },
  async app_installed() {
    const app = await anApp();
    return [await mailsOf(() => aGrant(shop, app).then(() => undefined)), ofShop('app_installed')];
  },
  async app_suspended() {
    const { path, developer } = await anInstallation();
    const expected = [...ofShop('app_suspended'), ...ofDeveloper('app_suspended', developer)];
    return [await mailsOf(() => suspend(path, true)), expected.sort()];
  },
  async app_resumed() {
    const { path, developer } = await anInstallation();
    await suspend(path, true);
    const expected = [...ofShop('app_resumed'), ...ofDeveloper('app_resumed', developer)];
    return [await mailsOf(() => suspend(path, false)), expected.sort()];
  },
  async app_networks_widened() {
    const { path } = await anInstallation();
    const limit = (allowed_networks: string[] | null) => () => {
      const data = { type: 'installations', id: path.split('/').at(-1), attributes: { allowed_networks } };
      return shop.api.patch(path, { data });
    };
    expect(await mailsOf(limit(['203.0.113.0/24']))).toEqual([]);
    return [await mailsOf(limit(null)), ofShop('app_networks_widened')];
  },
  async api_suspended() {
    return [await mailsOf(() => suspendApi(true)), ofShop('api_suspended')];
  },
  async api_resumed() {
    await suspendApi(true);
    return [await mailsOf(() => suspendApi(false)), ofShop('api_resumed')];
  },
  async access_token_made() {
    const token = newObject('access_tokens', { name: 'Nightly' });
    const made = await mailsOf(() => shop.api.post(`${shop.path}/access_tokens`, token));
    return [made, ofShop('access_token_made')];
  },
  async access_token_changed() {
    const token = newObject('access_tokens', { name: 'Nightly', scopes: ['meta.get'] });
    const { id } = (await shop.api.post(`${shop.path}/access_tokens`, token)).body.data as { id: string };
    const change = (attributes: object) => () =>
      shop.api.patch(`${shop.path}/access_tokens/${id}`, { data: { type: 'access_tokens', id, attributes } });
    expect(await mailsOf(change({ name: 'Weekly', scopes: [] }))).toEqual([]);
    return [await mailsOf(change({ scopes: ['meta.post'] })), ofShop('access_token_changed')];
  },
  async access_token_networks_widened() {
    const token = newObject('access_tokens', { name: 'Nightly', allowed_networks: ['203.0.113.0/24'] });
    const { id } = (await shop.api.post(`${shop.path}/access_tokens`, token)).body.data as { id: string };
    const limit = (allowed_networks: string[]) => () => {
      const data = { type: 'access_tokens', id, attributes: { allowed_networks } };
      return shop.api.patch(`${shop.path}/access_tokens/${id}`, { data });
    };
    expect(await mailsOf(limit(['203.0.113.7']))).toEqual([]);
    return [await mailsOf(limit(['203.0.113.8'])), ofShop('access_token_networks_widened')];
  },
  async access_token_rotated() {
    const made = await shop.api.post(
      `${shop.path}/access_tokens`,
      newObject('access_tokens', { name: 'Nightly' }),
    );
    const path = `${shop.path}/access_tokens/${made.body.data.id}/rotations`;
    return [await mailsOf(() => shop.api.post(path, '')), ofShop('access_token_rotated')];
  },
  async role_changed() {
    const data = { type: 'members', id: colleague.owner.id, attributes: { role: 'administrator' } };
    const changed = await mailsOf(() => shop.api.patch(memberPath(), { data }));
    return [changed, ofShop('role_changed', colleague.owner.email)];
  },
  async shop_role_changed() {
    const role = newObject('roles', { name: 'Packer', areas: ['orders'] });
    const { id } = (await shop.api.post(`${shop.path}/roles`, role)).body.data as { id: string };
    const data = { type: 'roles', id, attributes: { areas: ['orders', 'codes'] } };
    return [
      await mailsOf(() => shop.api.patch(`${shop.path}/roles/${id}`, { data })),
      ofShop('shop_role_changed'),
    ];
  },
  async second_factor_not_required() {
    await enrolled();
    const rule = (second_factor_required: boolean) =>
      shop.api.patch(shop.path, {
        data: { type: 'shops', id: shop.id, attributes: { second_factor_required } },
      });
    expect((await rule(true)).status).toBe(200);
    return [await mailsOf(() => rule(false)), ofShop('second_factor_not_required')];
  },
  async member_joined() {
    return [await mailsOf(joins), ofShop('member_joined')];
  },
  async member_removed() {
    const removed = await mailsOf(() => shop.api.delete(memberPath()));
    return [removed, ofShop('member_removed', colleague.owner.email)];
  },
  async access_token_leaked() {
    return [await mailsOfReport(await secretOf('access_tokens')), ofShop('access_token_leaked')];
  },
  async app_token_leaked() {
    const [mails] = await leakedAppToken();
    return [mails.filter(([kind]) => kind === 'app_token_leaked'), ofShop('app_token_leaked')];
  },
  async agent_tokens_replayed() {
    const agent = await Agent.start();
    const code = await agent.codeOf(service, shop);
    const { body } = await agent.exchange(service, code);
    const refresh = () => agent.refresh(service, body['refresh_token'] as string);
    await agent.refresh(service, (await refresh()).body['refresh_token'] as string);
    const mails = await mailsOf(async () => void (await refresh()));
    await agent.stop();
    return [mails, ofShop('agent_tokens_replayed')];
  },
  async own_app_token_leaked() {
    const [mails, app] = await leakedAppToken();
    return [
      mails.filter(([kind]) => kind === 'own_app_token_leaked'),
      ofDeveloper('own_app_token_leaked', app),
    ];
  },
  async app_secret_leaked() {
    const app = await aRegisteredApp(service);
    return [await mailsOfReport(app.secret), ofDeveloper('app_secret_leaked', app)];
  },
  async session_leaked() {
    const { token } = (await signIn()).body.data.attributes as { token: string };
    expect(await mailsOfReport(await refreshTokenOfDevice())).toEqual(own('session_leaked'));
    return [await mailsOfReport(token), own('session_leaked')];
  },
  async device_session_replayed() {
    const first = await refreshTokenOfDevice();
    await refreshed(await refreshed(first));
    return [await mailsOf(async () => void (await refreshed(first))), own('device_session_replayed')];
  },
  async canary_token_used() {
    const token = await secretOf('canary_tokens');
    return [await laterMailsOf(() => service.api.as(token).get(shop.path)), ofShop('canary_token_used')];
  },
  async access_token_expiring() {
    const digest = digestOf(await secretOf('access_tokens'));
    await service.database.query(
      `UPDATE auth.access_tokens SET created_at = now() - interval '84 days' WHERE digest = decode($1, 'hex')`,
      [digest],
    );
    return [await laterMailsOf(() => queueUnused(service)), ofShop('access_token_expiring')];
  },
  async canary_token_reported() {
    return [await mailsOfReport(await secretOf('canary_tokens')), ofShop('canary_token_reported')];
  },
};

/** For each state-changing route, the notices that it sends, or the reason for sending none. */
const routeNotices: Record<string, readonly NoticeKind[] | string> = {
  'POST /api/accepted_invitations': ['member_joined'],
  'POST /api/accepted_session_transfers': 'the session is the same, in the same browser',
  'POST /api/allowed_devices': ['device_allowed'],
  'POST /api/apps': ['app_registered'],
  'DELETE /api/apps/:app_id/icon': 'an icon gives no access',
  'PUT /api/apps/:app_id/icon': 'an icon gives no access',
  'DELETE /api/apps/:id': 'access ends',
  'PATCH /api/apps/:id': ['app_changed'],
  'PATCH /api/app_listings/:id': 'a listing gives no access',
  'POST /api/apps/:app_id/listing_images': 'a picture gives no access',
  'POST /api/apps/:app_id/listing_versions': 'the operator reviews each version',
  'DELETE /api/apps/:app_id/listing_versions/:id': 'a listing gives no access',
  'POST /api/developer_domains': 'the directory shows a domain only after its proof',
  'POST /api/developer_domains/:id/checks': 'a domain gives no access',
  'DELETE /api/developer_domains/:id': 'a domain gives no access',
  'PATCH /api/shops/:shop_id/notification_preferences/:id': 'a notification preference gives no access',
  'PATCH /api/shops/:shop_id/notifications/:id': 'a read notification gives no access',
  'POST /api/shops/:shop_id/scope_reductions': 'a credential loses scopes',
  'DELETE /api/shops/:shop_id/scope_reductions/:id': ['app_installed', 'access_token_changed'],
  'POST /api/shops/:shop_id/saved_views': 'a saved view gives no access',
  'PATCH /api/shops/:shop_id/saved_views/:id': 'a saved view gives no access',
  'DELETE /api/shops/:shop_id/saved_views/:id': 'a saved view gives no access',
  'POST /api/apps/:app_id/contracts': 'a contract gives no access',
  'POST /api/apps/:id/secrets': ['app_secret_made'],
  'POST /api/apps/:id/webhook_secrets': ['webhook_secret_made'],
  'POST /api/denied_devices': 'nobody gets access',
  'POST /api/device_lookups': 'nothing changes',
  'POST /api/email_changes': 'both addresses get a mail with a link',
  'DELETE /api/email_changes/:id': 'nothing changes',
  'POST /api/email_confirmations': ['email_changed'],
  'POST /api/owners': ['member_joined'],
  'PATCH /api/owners/:id': ['password_changed'],
  'POST /api/passkey_assertions': ['new_device_signed_in'],
  'POST /api/passkey_challenges': 'nothing changes',
  'POST /api/passkey_registrations': 'nothing changes until the passkey is added',
  'POST /api/passkeys': ['passkey_added'],
  'DELETE /api/passkeys/:id': ['passkey_removed'],
  'PATCH /api/passkeys/:id': 'a name gives no access',
  'POST /api/password_resets': 'the mail with the link is sent',
  'POST /api/passwords': ['password_changed'],
  'POST /api/reauthentications': 'the session is the same',
  'POST /api/session_transfers': 'the session is the same, in the same browser',
  'POST /api/sessions': ['new_device_signed_in', 'recovery_code_used'],
  'DELETE /api/sessions/:id': 'access ends',
  'POST /api/shops': 'the shop is the person’s own',
  'PATCH /api/shops/:shop_id': ['second_factor_not_required', 'api_suspended', 'api_resumed'],
  'DELETE /api/shops/:shop_id/logo': 'a logo gives no access',
  'PUT /api/shops/:shop_id/logo': 'a logo gives no access',
  'POST /api/shops/:shop_id/access_tokens': ['access_token_made'],
  'DELETE /api/shops/:shop_id/access_tokens/:id': 'access ends',
  'PATCH /api/shops/:shop_id/access_tokens/:id': ['access_token_changed', 'access_token_networks_widened'],
  'POST /api/shops/:shop_id/access_tokens/:id/rotations': ['access_token_rotated'],
  'POST /api/shops/:shop_id/canary_tokens': ['canary_token_used'],
  'DELETE /api/shops/:shop_id/canary_tokens/:id': 'a canary token gives no access',
  'POST /api/token_reports/github': 'sends the mails of POST /api/token_reports',
  'POST /api/token_reports/gitlab/v1/revoke_tokens': 'sends the mails of POST /api/token_reports',
  'POST /api/token_reports': [
    ...(['access_token_leaked', 'app_token_leaked', 'own_app_token_leaked', 'app_secret_leaked'] as const),
    ...(['session_leaked', 'canary_token_reported'] as const),
  ],
  'POST /api/shops/:shop_id/installations': ['app_installed'],
  'DELETE /api/shops/:shop_id/installations/:id': 'access ends',
  'PATCH /api/shops/:shop_id/installations/:id': ['app_suspended', 'app_resumed', 'app_networks_widened'],
  'POST /api/shops/:shop_id/invitations':
    'the mail with the link is sent; owners get one when the person joins',
  'DELETE /api/shops/:shop_id/invitations/:id': 'nobody gets access',
  'POST /api/shops/:shop_id/invitations/:id/mails': 'the invited person gets a mail with a link',
  'POST /api/shops/:shop_id/ownership_transfers': ['role_changed'],
  'POST /api/shops/:shop_id/roles': 'no member has the new role',
  'PATCH /api/shops/:shop_id/roles/:id': ['shop_role_changed'],
  'DELETE /api/shops/:shop_id/roles/:id': 'no member had the role',
  'DELETE /api/shops/:shop_id/members/:id': ['member_removed'],
  'PATCH /api/shops/:shop_id/members/:id': ['role_changed'],
  'DELETE /api/shops/:shop_id/oauth_tokens/:id': 'access ends',
  'POST /api/shops/:shop_id/session_tokens': 'the token is the session’s and ends with it',
  'POST /api/test_shops': 'the shop is the person’s own',
  'DELETE /api/test_shops/:id': 'a test shop holds demo data',
  'POST /api/test_shops/:id/resets': 'a test shop holds demo data',
  'POST /api/totp_devices': 'nothing changes until a code confirms it',
  'DELETE /api/totp_devices/:id': ['totp_turned_off'],
  'PATCH /api/totp_devices/:id': ['totp_turned_on'],
  'POST /api/totp_devices/:id/recovery_codes': ['recovery_codes_made'],
  'POST /oauth/device_authorization': 'nobody gets access until a person allows it',
  'POST /oauth/grants': ['app_installed'],
  'POST /api/erasure_receipts': 'a confirmation gives no access',
  'POST /oauth/introspect': 'nothing changes',
  'POST /oauth/revoke': 'access ends',
  // Other tokens were announced by the mail about the installation, or about the allowed device.
  'POST /oauth/token': ['agent_tokens_replayed', 'device_session_replayed'],
};

describe('security notices', () => {
  it.each(noticeKinds)('send the email %s to exactly the affected people', async (kind) => {
    const [mails, expected] = await stories[kind]();
    expect(mails).toEqual(expected);
  });

  it('are declared by every state-changing route of the auth API, or the route declares a reason for no email', () => {
    const changing = ({ method }: Route) => !['GET', 'HEAD', 'OPTIONS'].includes(method);
    const routes = routeTable(service.application).filter(changing);
    const names = routes.map(({ method, path }) => `${method} ${path}`);
    expect(Object.keys(routeNotices).sort()).toEqual([...new Set(names)].sort());
    const sent = new Set(
      Object.values(routeNotices).flatMap((each) => (typeof each === 'string' ? [] : each)),
    );
    // Only commands of the operator decide on listings and reset second factors.
    const byOperator = noticeKinds.filter((kind) => kind.startsWith('listing_'));
    const byWorker = ['access_token_expiring'];
    expect([...sent, ...byOperator, ...byWorker, 'second_factors_reset'].sort()).toEqual(
      [...noticeKinds].sort(),
    );
  });
});

describe('POST /api/sessions', () => {
  const deviceCookie = (answer: { headers: { 'set-cookie'?: string[] } }) =>
    answer.headers['set-cookie']!.find((cookie) => cookie.startsWith('storewright_device'))!.split(';')[0]!;

  it('sends no email for a browser that signed in before, whether by password or passkey', async () => {
    const { device } = await aPasskey();
    const cookie = deviceCookie(await signIn(firefox));
    expect(await mailsOf(() => signIn({ ...firefox, cookie }))).toEqual([]);
    expect(await mailsOf(() => signInByPasskey(device, cookie))).toEqual([]);
  });

  it('sends an email for the first passkey sign-in of a browser, but not for the second', async () => {
    const { device } = await aPasskey();
    let cookie = '';
    const first = await mailsOf(async () => {
      cookie = deviceCookie(await signInByPasskey(device));
    });
    expect(first).toEqual(own('new_device_signed_in'));
    expect(await mailsOf(() => signInByPasskey(device, cookie))).toEqual([]);
  });

  it('sends an email per browser without device cookie, and per IP address for command-line clients', async () => {
    for (const expected of [1, 1]) expect(await mailsOf(() => signIn(firefox))).toHaveLength(expected);
    const curl = { 'user-agent': 'curl/8.16.0', 'x-forwarded-for': '198.51.100.7' };
    expect(await mailsOf(() => signIn(curl))).toHaveLength(1);
    expect(await mailsOf(() => signIn(curl))).toEqual([]);
    expect(await mailsOf(() => signIn({ ...curl, 'x-forwarded-for': '203.0.113.9' }))).toHaveLength(1);
  });
});

describe('a security notice by email', () => {
  it('is not queued if the request fails', async () => {
    const token = newObject('access_tokens', { name: 'Late', expires_at: '2000-01-01T00:00:00Z' });
    await emptyQueue();
    expect((await shop.api.post(`${shop.path}/access_tokens`, token)).status).toBe(422);
    expect(await queued()).toEqual([]);
  });

  it('is sent when the operator sets a new password', async () => {
    const set = async () => {
      const database = service.application.get(AuthDatabase);
      await upsertOwner(database, { email: owner.email, name: 'Ada', password: 'another long password 17' });
    };
    expect(await mailsOf(set)).toEqual(own('password_changed'));
  });

  it('is sent when an app gains a permission, and not when the owner repeats the grant', async () => {
    const app = await aRegisteredApp(service, { scopes: ['meta.get', 'meta.post'] });
    const grant = (scopes: string[]) => mailsOf(() => aGrant(shop, app, scopes).then(() => undefined));
    await grant(['meta.get']);
    expect(await grant(['meta.get'])).toEqual([]);
    expect(await grant(['meta.get', 'meta.post'])).toEqual(ofShop('app_installed'));
  });

  it('is not sent when an app is renamed', async () => {
    const { id, path, api } = await anApp();
    const data = { type: 'apps', id, attributes: { name: 'Another name' } };
    expect(await mailsOf(() => api.patch(path, { data }))).toEqual([]);
  });

  it('contains the names of the shop, the acting person and the token', async () => {
    const token = newObject('access_tokens', { name: 'Nightly' });
    await mailsOf(() => shop.api.post(`${shop.path}/access_tokens`, token));
    const [row] = (await queued()) as unknown as QueuedMail[];
    expect(row!.details).toEqual({ shop: expect.any(String) as string, actor: 'An owner', name: 'Nightly' });
  });
});

describe('a platform without a mail transport', () => {
  it('deletes queued emails and sends none', async () => {
    const silent = await authApi();
    try {
      await anOwner(silent);
      await until('the queue is empty', async () => {
        const rows = await silent.database.query('SELECT FROM auth.outgoing_mails');
        return rows.length === 0;
      });
    } finally {
      await silent.stop();
    }
  });
});

describe('the audit log after all requests of this spec', () => {
  it('contains the session, person or app that caused each entry', () => expectNamedActors(service));
});
