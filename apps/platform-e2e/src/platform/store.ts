import { randomUUID } from 'node:crypto';
import { HttpClient, type Response } from '@storewright/testing';
import { owner, type Platform } from './platform';

export interface Store {
  id: string;
  domain: string;
  /** Client of the auth API with the session of the shop owner. */
  owner: HttpClient;
  /** Path of the shop on the auth API: `/api/shops/<id>`. */
  path: string;
  /** URL of the shop on the first shop API instance. */
  baseUrl: string;
  apis(token: string): HttpClient[];
}

export async function aStore(platform: Platform, person = owner): Promise<Store> {
  const domain = `shop-${randomUUID()}`;
  return signedIn(platform, person, { domain, id: await platform.addShop(domain, person.email) });
}

export async function aStoreOfOperator(platform: Platform): Promise<Store> {
  const domain = `shop-${randomUUID()}`;
  const person = { email: `${domain}@example.test`, password: owner.password };
  await platform.operator('create-owner', '--email', person.email, '--name', 'An owner');
  const line = await platform.operator(
    ...['create-shop', '--domain', domain, '--name', 'A shop', '--owner', person.email],
  );
  return signedIn(platform, person, { domain, id: /[0-9a-f-]{36}$/.exec(line)![0] });
}

async function signedIn(
  platform: Platform,
  person: { email: string; password: string },
  { id, domain }: { id: string; domain: string },
): Promise<Store> {
  const { body } = await accepted(platform.auth.post('/api/sessions', newObject('sessions', person)));
  return {
    id,
    domain,
    owner: platform.auth.as(body.data.attributes.token as string),
    path: `/api/shops/${id}`,
    // Computed lazily, because a platform can start without a shop API.
    get baseUrl() {
      return platform.shopUrl.replace('{shop}', domain);
    },
    apis: (token) => platform.shopApis.map(({ port }) => new HttpClient(port, `${domain}.localhost`, token)),
  };
}

export interface App {
  id: string;
  secret: string;
  webhook_secret: string;
}

/** Attributes for registering an app. `anApp` adds a name and an `install_url` if they are missing. */
export interface AppSettings {
  require_secret?: boolean;
  scopes: string[];
  install_url?: string;
  webhook_url?: string;
  webhook_events?: string[];
}

export async function anApp(store: Store, given: AppSettings): Promise<App> {
  const attributes = { name: 'Labels', install_url: 'https://labels.example/install', ...given };
  const { body } = await accepted(store.owner.post('/api/apps', newObject('apps', attributes)));
  const { secret, webhook_secret } = body.meta as Omit<App, 'id'>;
  return { id: body.data.id as string, secret, webhook_secret };
}

export interface Grant {
  installation: string;
  /** URL to which the owner's browser is redirected after the consent. */
  redirect: URL;
  nonce: string;
}

/** Installs an app with all scopes that the app requests, or only with the scopes in `scopes`. */
export async function aGrant(
  store: Store,
  app: App,
  given: { scopes?: string[]; state?: string } = {},
): Promise<Grant> {
  const attributes = { app_id: app.id, ...given };
  const installed = store.owner.post(`${store.path}/installations`, newObject('installations', attributes));
  const { body } = await accepted(installed);
  const redirect = new URL(body.meta.redirect_to as string);
  return { installation: body.data.id as string, redirect, nonce: redirect.searchParams.get('nonce')! };
}

/**
 * Sends the authorization request of an AI agent, grants the agent scopes as the owner, and returns the
 * redirect URL.
 */
export async function anAgreement(
  { auth }: Platform,
  store: Store,
  request: URL,
  scopes: string,
): Promise<URL> {
  const { headers, text } = await auth.get(`${request.pathname}${request.search}`);
  if (!headers.location) throw new Error(text);
  const screen = new URL(headers.location);
  const app_id = screen.pathname.split('/').at(-1)!;
  // Sends the granted scopes again, as the form in the panel does.
  const app = (await accepted(store.owner.get(`${store.path}/apps/${app_id}`))).body.data;
  const granted = app.attributes.granted_scopes as string[] | null;
  const session = await accepted(auth.post('/api/sessions', newObject('sessions', owner)));
  const fields = {
    ...Object.fromEntries(screen.searchParams),
    ...{ csrf_token: session.body.data.attributes.csrf_token as string, shop_id: store.id, app_id, scopes },
    ...(granted && { granted_scopes: granted.join(' ') }),
  };
  const answer = await auth.send('POST', '/oauth/grants', {
    headers: {
      ...{ 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', origin: 'null' },
      ...{ 'sec-fetch-site': 'same-origin', cookie: String(session.headers['set-cookie']).split(';')[0]! },
    },
    body: new URLSearchParams(fields).toString(),
  });
  if (!answer.headers.location) throw new Error(answer.text);
  return new URL(answer.headers.location);
}

export async function exchanged({ auth }: Platform, { nonce }: Grant): Promise<string> {
  const { body } = await accepted(auth.get(`/api/oauth_tokens/nonce/${nonce}`));
  return body.data.attributes.token as string;
}

export async function anInstallation(
  platform: Platform,
  store: Store,
  given: AppSettings,
): Promise<{ app: App; installation: string; token: string }> {
  const app = await anApp(store, given);
  const grant = await aGrant(store, app);
  return { app, installation: grant.installation, token: await exchanged(platform, grant) };
}

export async function anAccessToken(store: Store): Promise<{ path: string; token: string }> {
  const path = `${store.path}/access_tokens`;
  const { body } = await accepted(store.owner.post(path, newObject('access_tokens', { name: 'A script' })));
  return { path: `${path}/${body.data.id}`, token: body.meta.token as string };
}

export function newObject(type: string, attributes: object, id?: string): object {
  return { data: { type, ...(id ? { id } : {}), attributes } };
}

/** Returns the response. Throws the response if its status is 400 or higher. */
export async function accepted(answer: Promise<Response>): Promise<Response> {
  const response = await answer;
  if (response.status >= 400) throw new Error(`answered ${response.status}: ${response.text}`);
  return response;
}
