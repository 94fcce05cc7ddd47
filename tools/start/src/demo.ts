import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Api, type Document } from './api';

/** Values for the README commands, stored in `.storewright/demo.env`. */
export interface Demo {
  AUTH_URL: string;
  BASE_URL: string;
  OTHER_BASE_URL: string;
  ADMIN_URL: string;
  MCP_URL: string;
  ACCESS_TOKEN: string;
  OTHER_ACCESS_TOKEN: string;
  READ_ONLY_TOKEN: string;
  APP_ID: string;
  APP_SECRET: string;
  NONCE: string;
  OWNER_EMAIL: string;
  OWNER_PASSWORD: string;
}

export interface DemoSettings {
  ports: { shop: number; auth: number; admin: number; mcp: number };
  folder: string;
  ownerPassword: string;
  shopDatabaseUrl: string;
  operator: (...words: string[]) => Promise<string>;
}

/** Secrets that the API returns only once, and that are therefore stored for the next start. */
type Kept = Partial<
  Pick<Demo, 'ACCESS_TOKEN' | 'OTHER_ACCESS_TOKEN' | 'READ_ONLY_TOKEN' | 'APP_ID' | 'APP_SECRET'>
>;

const email = 'owner@demo-shop.example';
const readOnly = ['meta.collection', 'meta.get'];
const appScopes = [
  ...['meta.collection', 'meta.get', 'meta.post', 'meta.patch', 'meta.delete'],
  ...['orders.collection', 'customers.get'],
];

/**
 * Creates two demo shops, their owner, an app and its installation with operator commands and the auth API.
 * Fills the first shop with bulk inserts. Reuses the tokens of the previous start while they are valid, but
 * always creates a new nonce.
 */
export async function seedDemo(settings: DemoSettings): Promise<Demo> {
  const { ports, folder, ownerPassword, operator } = settings;
  await operator('create-owner', '--email', email, '--name', 'Demo Owner');
  await operator('create-shop', '--domain', 'demo-shop', '--name', 'Demo Shop', '--owner', email);
  await operator('create-shop', '--domain', 'second-shop', '--name', 'Second Shop', '--owner', email);

  const auth = await signedInOwner(ports.auth, ownerPassword);
  const shops = await shopIds(auth);
  // Imports the module on demand, because it loads all resources of the shop API.
  const { fillDemoShop } = await import('@storewright/demo-store');
  await fillDemoShop(settings.shopDatabaseUrl, shops.get('demo-shop')!, today());
  const shopApi = (domain: string) => new Api(ports.shop, `${domain}.localhost`);
  const file = join(folder, 'demo.json');
  const kept = keptIn(file);
  type Named = [known: string | undefined, domain: string, name: string, scopes?: string[]];
  const token = async (...[known, domain, name, scopes]: Named): Promise<string> => {
    if (known && (await shopApi(domain).with(known).answersWith('GET', '/api/meta', 200))) return known;
    return generateToken(auth, shops.get(domain)!, name, scopes);
  };
  const made = {
    ACCESS_TOKEN: await token(kept.ACCESS_TOKEN, 'demo-shop', 'Demo script'),
    OTHER_ACCESS_TOKEN: await token(kept.OTHER_ACCESS_TOKEN, 'second-shop', 'Demo script'),
    READ_ONLY_TOKEN: await token(kept.READ_ONLY_TOKEN, 'demo-shop', 'Demo reader', readOnly),
    ...(await demoApp(auth, kept)),
  };
  writeFileSync(file, JSON.stringify(made, null, 2), { mode: 0o600 });
  return {
    AUTH_URL: `http://localhost:${ports.auth}`,
    BASE_URL: `http://demo-shop.localhost:${ports.shop}`,
    OTHER_BASE_URL: `http://second-shop.localhost:${ports.shop}`,
    ADMIN_URL: `http://demo-shop.localhost:${ports.admin}`,
    MCP_URL: `http://demo-shop.localhost:${ports.mcp}/mcp`,
    ...made,
    NONCE: await installed(auth, shops.get('demo-shop')!, made.APP_ID),
    OWNER_EMAIL: email,
    OWNER_PASSWORD: ownerPassword,
  };
}

const today = () => new Date().toISOString().slice(0, 10);

/**
 * Returns the stored secrets, or an empty object if their file is missing or damaged. With an empty object,
 * the demo is created again.
 */
function keptIn(file: string): Kept {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as Kept | null) ?? {};
  } catch {
    return {};
  }
}

/** Returns a client of the auth API with the session of the demo owner, who is also a developer. */
export async function signedInOwner(port: number, password: string): Promise<Api> {
  const api = new Api(port, 'localhost');
  const { data } = await api.send('POST', '/api/sessions', {
    type: 'sessions',
    attributes: { email, password },
  });
  return api.with(String(data.attributes['token']));
}

async function shopIds(auth: Api): Promise<Map<string, string>> {
  const { data } = await auth.send<Document['data'][]>('GET', '/api/shops');
  return new Map(data.map(({ id, attributes }) => [String(attributes['domain']), id]));
}

async function generateToken(auth: Api, shop: string, name: string, scopes?: string[]): Promise<string> {
  const attributes = { name, ...(scopes ? { scopes } : {}) };
  const { meta } = await auth.send('POST', `/api/shops/${shop}/access_tokens`, {
    type: 'access_tokens',
    attributes,
  });
  return String(meta?.['token']);
}

async function demoApp(
  auth: Api,
  { APP_ID, APP_SECRET }: Kept,
): Promise<Required<Pick<Kept, 'APP_ID' | 'APP_SECRET'>>> {
  if (APP_ID && APP_SECRET && (await auth.answersWith('GET', `/api/apps/${APP_ID}`, 200))) {
    await askForScopes(auth, APP_ID);
    return { APP_ID, APP_SECRET };
  }
  const { data, meta } = await auth.send('POST', '/api/apps', {
    type: 'apps',
    attributes: { name: 'Demo app', install_url: 'http://localhost:4000/install', scopes: appScopes },
  });
  return { APP_ID: data.id, APP_SECRET: String(meta?.['secret']) };
}

/**
 * Adds scopes that an earlier version of the demo app did not request. Keeps scopes that the developer has
 * added.
 */
async function askForScopes(auth: Api, id: string): Promise<void> {
  const { data } = await auth.send('GET', `/api/apps/${id}`);
  const asked = data.attributes['scopes'] as string[];
  const scopes = [...new Set([...asked, ...appScopes])];
  if (scopes.length > asked.length)
    await auth.send('PATCH', `/api/apps/${id}`, { type: 'apps', id, attributes: { scopes } });
}

/**
 * Installs the app with all requested scopes. Returns the nonce in the URL to which the owner's browser would
 * be redirected.
 */
async function installed(auth: Api, shop: string, app: string): Promise<string> {
  const { meta } = await auth.send('POST', `/api/shops/${shop}/installations`, {
    type: 'installations',
    attributes: { app_id: app },
  });
  return new URL(String(meta?.['redirect_to'])).searchParams.get('nonce')!;
}
