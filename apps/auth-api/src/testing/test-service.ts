import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentedAnswers, DocumentedClient } from '@storewright/api-testing';
import { authApiSettings } from '@storewright/config';
import { emailKey } from '@storewright/people';
import { type Area, rightsOfAreas, type Role } from '@storewright/scopes';
import { createApplication } from '@storewright/server';
import {
  aShop,
  HttpClient,
  type Response,
  testDatabase,
  type TestDatabase,
  testKey,
  testPassword,
  type TestShop,
  testSecretsKey,
  until,
} from '@storewright/testing';
import { mintToken } from '@storewright/tokens';
import { Client } from 'pg';
import { apiDescription } from '../api-description';
import { AppModule } from '../app.module';

/** The auth API under test, served over HTTP with a database of its own. */
export interface TestService {
  application: NestFastifyApplication;
  database: TestDatabase;
  api: HttpClient;
  stop(): Promise<void>;
}

/**
 * Number of database connections of the auth API under test. A shop or person can use half of the connections
 * while others are active (docs/adr/locks.md).
 */
const POOL_SIZE = 40;

/**
 * Starts the auth API on a new test database, or on the database `given`. `stop` always drops the database.
 * `log` receives every log line. Without `log`, the service logs nothing.
 */
export async function authApi(
  environment: Record<string, string> = {},
  log?: (line: string) => void,
  given?: TestDatabase,
): Promise<TestService> {
  const database = given ?? (await testDatabase());
  await waitForLocksPatiently(database);
  const settings = authApiSettings({
    AUTH_DATABASE_URL: database.url('auth'),
    TOKEN_KEY: testKey,
    SECRETS_KEY: testSecretsKey,
    DATABASE_POOL_SIZE: String(POOL_SIZE),
    LOG_LEVEL: log ? 'trace' : 'silent',
    ...environment,
  });
  const options = { ...settings, name: 'auth-api', ...(log ? { log: { write: log } } : {}) };
  const application = await createApplication(AppModule.with(settings), options);
  await application.listen(Number(environment['PORT'] ?? 0), '127.0.0.1');
  const { port } = application.getHttpServer().address() as AddressInfo;
  const documented = DocumentedAnswers.of(application, apiDescription);
  return {
    application,
    database,
    api: new DocumentedClient({ port, host: 'localhost', documented }),
    async stop() {
      await application.close();
      await database.drop();
    },
  };
}

export interface TestOwner {
  id: string;
  email: string;
  password: string;
  api: HttpClient;
}

export async function anOwner({ api, database }: TestService): Promise<TestOwner> {
  const id = randomUUID();
  const email = `Owner-${id}@Example.test`;
  const password = testPassword.text;
  await database.query(
    `INSERT INTO auth.owners (id, email, email_key, name, password_hash) VALUES ($1, $2, $3, 'An owner', $4)`,
    [id, email, emailKey(email), testPassword.hash],
  );
  // Retries after a 503 response: on a busy machine the first database connections of a new process can be
  // late.
  const token = await until('the person is signed in', async () => {
    const { status, body } = await api.post('/api/sessions', newObject('sessions', { email, password }));
    if (status !== 201 && status !== 503) throw new Error(`${status}: ${JSON.stringify(body)}`);
    return status === 201 && (body.data.attributes.token as string);
  });
  return { id, email, password, api: api.as(token) };
}

export interface OwnedShop extends TestShop {
  owner: TestOwner;
  api: HttpClient;
  path: string;
}

export async function anOwnedShop(service: TestService, owner?: TestOwner): Promise<OwnedShop> {
  const person = owner ?? (await anOwner(service));
  const shop = await aShop(service.database);
  await service.database.query('INSERT INTO auth.shop_owners (shop_id, owner_id) VALUES ($1, $2)', [
    shop.id,
    person.id,
  ]);
  return { ...shop, owner: person, api: person.api, path: `/api/shops/${shop.id}` };
}

/** Creates a shop member with a session and a client that uses the session. */
export async function aMember(
  service: TestService,
  shop: OwnedShop,
  { role, areas = [] }: { role: Role; areas?: Area[] },
): Promise<OwnedShop> {
  const owner = await anOwner(service);
  await service.database.query(
    'INSERT INTO auth.members (shop_id, owner_id, role, scopes) VALUES ($1, $2, $3, $4)',
    [shop.id, owner.id, role, role === 'staff' ? rightsOfAreas(areas) : null],
  );
  return { ...shop, owner, api: owner.api };
}

interface RegisteredAttributes {
  scopes: string[];
  optional_scopes: string[];
  install_url: string;
  require_proof: boolean;
  require_secret: boolean;
  webhook_events: string[];
}

export interface RegisteredApp {
  id: string;
  secret: string;
  developer: TestOwner;
}

export async function aRegisteredApp(
  service: TestService,
  given: Partial<RegisteredAttributes> = {},
): Promise<RegisteredApp> {
  const developer = await anOwner(service);
  const attributes = {
    name: 'An app',
    install_url: 'https://app.example/install',
    scopes: ['meta.get'],
    ...given,
  };
  const { body } = await developer.api.post('/api/apps', newObject('apps', attributes));
  return { id: body.data.id, secret: body.meta.secret, developer };
}

/** Installs an app with its scopes in a shop. Returns the nonce and the installation id. */
export async function aGrant(
  shop: OwnedShop,
  app: { id: string },
  scopes?: string[],
): Promise<{ nonce: string; installation: string }> {
  const { body } = await shop.api.post(
    `${shop.path}/installations`,
    newObject('installations', { app_id: app.id, ...(scopes ? { scopes } : {}) }),
  );
  const nonce = new URL(body.meta.redirect_to as string).searchParams.get('nonce')!;
  return { nonce, installation: body.data.id };
}

export function newObject(type: string, attributes: object, id?: string): object {
  return { data: { type, ...(id ? { id } : {}), attributes } };
}

export const signInNotice = /^Subject: (New sign-in|Neue Anmeldung) /m;

export function codesOf(answer: { body: { errors: { code: string }[] } }): string[] {
  return answer.body.errors.map(({ code }) => code);
}

/**
 * Repeats a request until the response is 401. Throws after one second, the maximum time for a revocation to
 * reach every instance (docs/contract.md §3).
 */
export async function untilRefused(ask: () => Promise<Response>): Promise<void> {
  await until('the token is refused', async () => (await ask()).status === 401);
}

/**
 * Listens for database notifications about changed credentials. Returns a function that waits for at least
 * one notification and returns all notifications.
 */
export async function listening({ database }: TestService): Promise<() => Promise<object[]>> {
  const client = new Client({ connectionString: database.administratorUrl });
  await client.connect();
  const changes: object[] = [];
  const first = new Promise<void>((resolve) => {
    client.on('notification', ({ payload }) => {
      changes.push(JSON.parse(payload ?? '') as object);
      resolve();
    });
  });
  await client.query('LISTEN storewright_credentials');
  return async () => {
    await first;
    await client.end();
    return changes;
  };
}

/**
 * Queues unused access tokens as the worker does, with the default of 90 days. Then sends a token report,
 * which makes the auth API process its queue immediately.
 */
export async function queueUnused({ api, database }: TestService): Promise<void> {
  await database.query(
    `SELECT auth.queue_unused_tokens(now() - interval '83 days', now() - interval '90 days', 1000)`,
  );
  const tokens = [mintToken('device_code').reveal()];
  await api.post('/api/token_reports', newObject('token_reports', { tokens }));
}

/**
 * Raises the lock timeout of the test database. On a busy machine concurrent requests can arrive seconds
 * apart, so the default timeout would cause `rows_locked` errors.
 */
async function waitForLocksPatiently(database: TestDatabase): Promise<void> {
  const [row] = await database.query<{ name: string }>('SELECT current_database() AS name');
  for (const setting of ['lock_timeout', 'statement_timeout'])
    await database.query(`ALTER ROLE storewright_auth IN DATABASE "${row!.name}" SET ${setting} = '2min'`);
}

/**
 * Sends `times` concurrent copies of a request while a lock blocks all of them, so that they race even on a
 * slow machine. `times` must be at most half of POOL_SIZE.
 */
export async function racing<T>(
  { database }: TestService,
  lock: { text: string; values: unknown[] },
  times: number,
  send: () => Promise<T>,
): Promise<T[]> {
  const blocker = new Client({ connectionString: database.administratorUrl });
  await blocker.connect();
  await blocker.query('BEGIN');
  await blocker.query(lock);
  let isEarly = false;
  const sent = Array.from({ length: times }, () => send().finally(() => (isEarly = true)));
  const answers = Promise.all(sent);
  answers.catch(() => undefined);
  while (!isEarly && (await waitingForLock(database)) < times);
  const endedEarly = isEarly;
  await blocker.query('ROLLBACK');
  await blocker.end();
  const all = await answers;
  if (endedEarly)
    throw new Error(`One of ${times} requests ended before every request was waiting for the lock.`);
  return all;
}

async function waitingForLock(database: TestDatabase): Promise<number> {
  const waiting = await database.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return waiting.length;
}
