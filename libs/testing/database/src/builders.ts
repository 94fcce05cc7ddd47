import { randomBytes, randomUUID } from 'node:crypto';
import { mintToken, type SealingKeys, seal } from '@storewright/tokens';
import type { TestDatabase } from './test-database';

export const testKey = Buffer.alloc(32, 7).toString('base64');
export const testSecretsKey = `test:${testKey}`;
const sealingKeys: SealingKeys = new Map([['test', Buffer.from(testKey, 'base64')]]);

/** Password of every owner in specs. Uses cheap argon2 parameters, because many specs sign users in. */
export const testPassword = {
  text: 'correct horse battery staple',
  hash: '$argon2id$v=19$m=8,t=1,p=1$1wvTYwMJvhe75TZ+c5PN7w$3xbcEII5w/BvjK/YYSPPYnPtbK+s7nbzZzmyOnXYRGQ',
};

export interface TestShop {
  id: string;
  domain: string;
}

export async function aShop(
  database: TestDatabase,
  given: { id?: string; domain?: string; status?: 'active' | 'suspended' } = {},
): Promise<TestShop> {
  const { domain = `shop-${randomBytes(4).toString('hex')}`, status = 'active', id = randomUUID() } = given;
  await database.query(
    `INSERT INTO auth.shops (id, domain, name, title, description, status) VALUES ($1, $2, $2, 'A shop', 'For a test', $3)`,
    [id, domain, status],
  );
  return { id, domain };
}

/**
 * Creates an access token and returns the token as text. If `scopes` is omitted, the token has all scopes.
 */
export async function anAccessToken(
  database: TestDatabase,
  shop: TestShop,
  scopes?: string[],
): Promise<string> {
  const token = mintToken('access_token');
  await database.query(
    `INSERT INTO auth.access_tokens (shop_id, id, name, scopes, digest, last_four) VALUES ($1, $2, 'test', $3, decode($4, 'hex'), $5)`,
    [shop.id, randomUUID(), scopes ?? null, token.digest, token.lastFour],
  );
  return token.reveal();
}

export interface TestApp {
  id: string;
  owner_id: string;
  secret: string;
}

export async function anApp(
  database: TestDatabase,
  given: { scopes?: string[]; requireProof?: boolean } = {},
): Promise<TestApp> {
  const [id, owner_id] = [randomUUID(), randomUUID()];
  const email = `${owner_id}@example.test`;
  const secret = mintToken('app_secret').reveal();
  await database.query(
    `INSERT INTO auth.owners (id, email, email_key, name, password_hash) VALUES ($1, $2, $2, 'A developer', 'none')`,
    [owner_id, email],
  );
  await database.query(
    `INSERT INTO auth.apps (id, owner_id, name, install_url, scopes, require_proof) VALUES ($1, $2, 'An app', 'http://localhost/install', $3, $4)`,
    [id, owner_id, given.scopes ?? [], given.requireProof ?? false],
  );
  await database.query(`INSERT INTO auth.app_secrets (app_id, generation, sealed) VALUES ($1, 1, $2)`, [
    id,
    seal(sealingKeys, secret),
  ]);
  return { id, owner_id, secret };
}

/** Installs an app in a shop, exchanges the nonce of the installation, and returns the OAuth token. */
export async function anOAuthToken(
  database: TestDatabase,
  shop: TestShop,
  app: TestApp,
  scopes: string[],
): Promise<string> {
  const token = mintToken('oauth_token');
  const installation = randomUUID();
  await database.query(
    `INSERT INTO auth.installations (shop_id, id, app_id, scopes, status) VALUES ($1, $2, $3, $4, 'installed')`,
    [shop.id, installation, app.id, scopes],
  );
  await database.query(
    `INSERT INTO auth.oauth_tokens (shop_id, id, installation_id, app_id, status, scopes, digest) VALUES ($1, $2, $3, $4, 'active', $5, decode($6, 'hex'))`,
    [shop.id, randomUUID(), installation, app.id, scopes, token.digest],
  );
  return token.reveal();
}
