import { randomUUID } from 'node:crypto';
import type { Response } from '@storewright/testing';
import { TOTP } from 'otpauth';
import { aGrant, aMember, aRegisteredApp, newObject, type OwnedShop, type TestService } from './test-service';
import { Authenticator } from './authenticator';
import { ofOurPage, press, signedIn } from './browser';

/** Origin of the admin panel in tests of WebAuthn. */
export const panelOrigin = 'https://demo-shop.shops.example';
const ofPage = { headers: { origin: panelOrigin } };

/**
 * Creates the objects that a request for one route needs, while the step-up authentication of the session is
 * recent. Returns a function that sends the request.
 */
export type Preparation = (shop: OwnedShop, service: TestService) => Promise<() => Promise<Response>>;

const post = (shop: OwnedShop, path: string, type: string, attributes: object) => () =>
  shop.api.post(path, newObject(type, attributes));
const remove = (shop: OwnedShop, path: string) => () => shop.api.delete(path);

async function firstOf(shop: OwnedShop, path: string): Promise<string> {
  return (await shop.api.get(path)).body.data[0].id as string;
}

const anOwnApp = async ({ api }: OwnedShop): Promise<string> => {
  const attributes = { name: 'Labels', install_url: 'https://app.example/install', scopes: ['meta.get'] };
  return (await api.post('/api/apps', newObject('apps', attributes))).body.data.id as string;
};

const registration = async ({ api }: OwnedShop) =>
  new Authenticator(panelOrigin).create(
    (await api.post('/api/passkey_registrations', '', ofPage)).body.data.attributes.options,
  );

const aPasskey = async (shop: OwnedShop): Promise<string> => {
  const attributes = { name: 'Laptop', response: await registration(shop) };
  return (await shop.api.post('/api/passkeys', newObject('passkeys', attributes))).body.data.id as string;
};

const confirmation = (id: string, secret: string) => ({
  data: { type: 'totp_devices', id, attributes: { code: new TOTP({ secret }).generate() } },
});

async function aTotpDevice({ api }: OwnedShop): Promise<string> {
  const { body } = await api.post('/api/totp_devices', '');
  const id = body.data.id as string;
  await api.patch(`/api/totp_devices/${id}`, confirmation(id, body.meta.secret as string));
  return id;
}

const aRole = () => ({ name: `Packer ${randomUUID()}`, areas: ['orders'] });
const transferTo = (id: string) => ({
  data: { type: 'ownership_transfers', relationships: { member: { data: { type: 'members', id } } } },
});

export const preparations: Readonly<Record<string, Preparation>> = {
  'POST /api/apps': async (shop) =>
    post(shop, '/api/apps', 'apps', { name: 'New', install_url: 'https://app.example/', scopes: [] }),
  'DELETE /api/apps/:id': async (shop) => remove(shop, `/api/apps/${await anOwnApp(shop)}`),
  'POST /api/apps/:id/secrets': async (shop) => {
    const path = `/api/apps/${await anOwnApp(shop)}/secrets`;
    return () => shop.api.post(path, '');
  },
  'POST /api/apps/:id/webhook_secrets': async (shop) => {
    const path = `/api/apps/${await anOwnApp(shop)}/webhook_secrets`;
    return () => shop.api.post(path, '');
  },
  'POST /api/allowed_devices': async (shop, { api }) => {
    const begun = await api.send('POST', '/oauth/device_authorization', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'client_id=storewright-cli',
    });
    const { user_code } = begun.body as unknown as { user_code: string };
    return post(shop, '/api/allowed_devices', 'allowed_devices', { user_code });
  },
  'POST /api/email_changes': async (shop) =>
    post(shop, '/api/email_changes', 'email_changes', {
      ...{ email: `New-${randomUUID()}@example.test`, shop_domain: shop.domain },
    }),
  'POST /api/passkey_registrations': async ({ api }) => {
    return () => api.post('/api/passkey_registrations', '', ofPage);
  },
  'POST /api/passkeys': async (shop) =>
    post(shop, '/api/passkeys', 'passkeys', { name: 'Laptop', response: await registration(shop) }),
  'DELETE /api/passkeys/:id': async (shop) => remove(shop, `/api/passkeys/${await aPasskey(shop)}`),
  'POST /api/totp_devices': async ({ api }) => {
    return () => api.post('/api/totp_devices', '');
  },
  'PATCH /api/totp_devices/:id': async ({ api }) => {
    const { body } = await api.post('/api/totp_devices', '');
    const id = body.data.id as string;
    const document = confirmation(id, body.meta.secret as string);
    return () => api.patch(`/api/totp_devices/${id}`, document);
  },
  'DELETE /api/totp_devices/:id': async (shop) =>
    remove(shop, `/api/totp_devices/${await aTotpDevice(shop)}`),
  'POST /api/totp_devices/:id/recovery_codes': async (shop) => {
    const path = `/api/totp_devices/${await aTotpDevice(shop)}/recovery_codes`;
    return () => shop.api.post(path, '');
  },
  'DELETE /api/sessions/:id': async (shop, service) => {
    await signedIn(service, shop.owner);
    return remove(shop, '/api/sessions/others');
  },
  'POST /api/session_transfers': async (shop) =>
    post(shop, '/api/session_transfers', 'session_transfers', { shop_domain: shop.domain }),
  'POST /api/shops/:shop_id/access_tokens': async (shop) =>
    post(shop, `${shop.path}/access_tokens`, 'access_tokens', { name: 'Script' }),
  'DELETE /api/shops/:shop_id/access_tokens/:id': async (shop) => {
    const made = await post(shop, `${shop.path}/access_tokens`, 'access_tokens', { name: 'Script' })();
    return remove(shop, `${shop.path}/access_tokens/${made.body.data.id}`);
  },
  'DELETE /api/shops/:shop_id/canary_tokens/:id': async (shop) => {
    const made = await post(shop, `${shop.path}/canary_tokens`, 'canary_tokens', { name: 'Backup' })();
    return remove(shop, `${shop.path}/canary_tokens/${made.body.data.id}`);
  },
  'POST /api/shops/:shop_id/access_tokens/:id/rotations': async (shop) => {
    const made = await post(shop, `${shop.path}/access_tokens`, 'access_tokens', { name: 'Script' })();
    return () => shop.api.post(`${shop.path}/access_tokens/${made.body.data.id}/rotations`, '');
  },
  'PATCH /api/shops/:shop_id/access_tokens/:id': async (shop) => {
    const made = await post(shop, `${shop.path}/access_tokens`, 'access_tokens', { name: 'Script' })();
    const { id } = made.body.data as { id: string };
    const data = { type: 'access_tokens', id, attributes: { name: 'Renamed' } };
    return () => shop.api.patch(`${shop.path}/access_tokens/${id}`, { data });
  },
  'POST /api/shops/:shop_id/installations': async (shop, service) =>
    post(shop, `${shop.path}/installations`, 'installations', {
      app_id: (await aRegisteredApp(service)).id,
    }),
  'DELETE /api/shops/:shop_id/installations/:id': async (shop, service) => {
    const { installation } = await aGrant(shop, await aRegisteredApp(service));
    return remove(shop, `${shop.path}/installations/${installation}`);
  },
  'PATCH /api/shops/:shop_id/installations/:id': async (shop, service) => {
    const { installation: id } = await aGrant(shop, await aRegisteredApp(service));
    const data = { type: 'installations', id, attributes: { suspended: true } };
    return () => shop.api.patch(`${shop.path}/installations/${id}`, { data });
  },
  'DELETE /api/shops/:shop_id/oauth_tokens/:id': async (shop, service) => {
    await aGrant(shop, await aRegisteredApp(service));
    return remove(shop, `${shop.path}/oauth_tokens/${await firstOf(shop, `${shop.path}/oauth_tokens`)}`);
  },
  'DELETE /api/shops/:shop_id/scope_reductions/:id': async (shop, service) => {
    const { installation } = await aGrant(shop, await aRegisteredApp(service));
    const attributes = { installation_id: installation, scopes: ['meta.get'] };
    const { body } = await shop.api.post(
      `${shop.path}/scope_reductions`,
      newObject('scope_reductions', attributes),
    );
    return remove(shop, `${shop.path}/scope_reductions/${body.data.id}`);
  },
  'POST /api/shops/:shop_id/invitations': async (shop) =>
    post(shop, `${shop.path}/invitations`, 'invitations', {
      ...{ email: `New-${randomUUID()}@example.test`, role: 'administrator' },
    }),
  'PATCH /api/shops/:shop_id/roles/:id': async (shop) => {
    const { body } = await shop.api.post(`${shop.path}/roles`, newObject('roles', aRole()));
    const { id } = body.data as { id: string };
    return () =>
      shop.api.patch(`${shop.path}/roles/${id}`, { data: { type: 'roles', id, attributes: aRole() } });
  },
  'POST /api/shops/:shop_id/ownership_transfers': async (shop, service) => {
    const { id } = (await aMember(service, shop, { role: 'administrator' })).owner;
    return () => shop.api.post(`${shop.path}/ownership_transfers`, transferTo(id));
  },
  'PATCH /api/shops/:shop_id/members/:id': async (shop, service) => {
    const { id } = (await aMember(service, shop, { role: 'administrator' })).owner;
    const data = { type: 'members', id, attributes: { role: 'owner' } };
    return () => shop.api.patch(`${shop.path}/members/${id}`, { data });
  },
  'DELETE /api/shops/:shop_id/members/:id': async (shop, service) =>
    remove(
      shop,
      `${shop.path}/members/${(await aMember(service, shop, { role: 'administrator' })).owner.id}`,
    ),
  'POST /oauth/grants': async (shop, service) => {
    const app = await aRegisteredApp(service);
    const { cookie, csrf_token } = await signedIn(service, shop.owner);
    const fields = { csrf_token, shop_id: shop.id, app_id: app.id, scopes: 'meta.get' };
    return () => press(service, fields, { cookie, headers: ofOurPage });
  },
};

export interface Patched {
  prepare: (shop: OwnedShop) => Promise<{ type: string; path: string; id: string }>;
  changes: Readonly<Record<string, object>>;
}

export const patched: Readonly<Record<string, Patched>> = {
  'PATCH /api/apps/:id': {
    prepare: async (shop) => {
      const id = await anOwnApp(shop);
      return { type: 'apps', id, path: `/api/apps/${id}` };
    },
    changes: {
      name: { name: 'Another' },
      install_url: { install_url: 'https://evil.example/install' },
      scopes: { scopes: ['meta.post'] },
      optional_scopes: { optional_scopes: ['codes.get'] },
      webhook_url: { webhook_url: 'https://evil.example/webhooks' },
      webhook_events: { webhook_events: ['meta.updated'] },
      description: { description: 'Another' },
      privacy_url: { privacy_url: 'https://app.example/privacy' },
      support_url: { support_url: 'https://app.example/support' },
      require_proof: { require_proof: false },
      require_secret: { require_secret: false },
      allowed_networks: { allowed_networks: ['203.0.113.0/24'] },
    },
  },
  'PATCH /api/owners/:id': {
    prepare: async ({ owner: { id } }) => ({ type: 'owners', id, path: `/api/owners/${id}` }),
    changes: {
      name: { name: 'Zoë' },
      language: { language: 'de' },
      current_password: { current_password: 'a password', password: 'Vier Wörter die niemand rät' },
      password: { current_password: 'a password', password: 'Vier Wörter die niemand rät' },
    },
  },
  'PATCH /api/shops/:shop_id': {
    prepare: async ({ id, path }) => ({ type: 'shops', id, path }),
    changes: {
      name: { name: 'Another' },
      title: { title: 'Another' },
      description: { description: 'Another' },
      time_zone: { time_zone: 'Europe/Berlin' },
      currency_code: { currency_code: 'CHF' },
      support_email: { support_email: 'help@shop.example' },
      support_phone: { support_phone: '+49 30 123456' },
      address: { address: 'Hauptstraße 1' },
      second_factor_required: { second_factor_required: false },
      api_suspended: { api_suspended: true },
    },
  },
};
