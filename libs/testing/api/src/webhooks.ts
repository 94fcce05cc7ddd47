import { randomUUID } from 'node:crypto';
import { anApp, anOAuthToken, type TestDatabase, type TestShop } from '@storewright/testing';
import { digestOf } from '@storewright/tokens';
import { v7 as uuidv7 } from 'uuid';

export interface Listener {
  installation: string;
  app: string;
  token: string;
}

/**
 * Installs an app that receives webhooks for the event types in `events`. `stream` sets columns of the app's
 * webhook stream. With null, the app has no webhook stream.
 */
export async function aListener(
  database: TestDatabase,
  shop: TestShop,
  given: { scopes?: string[]; events?: string[]; stream?: Record<string, unknown> | null } = {},
): Promise<Listener> {
  const {
    scopes = ['meta.get', 'shops.get', ...ownScopes],
    events = ['meta.created', 'shops.updated'],
    stream = {},
  } = given;
  const app = await anApp(database);
  const token = await anOAuthToken(database, shop, app, scopes);
  const installation = (await installationOf(database, token))!;
  await register(database, app.id, events);
  if (stream) await aStream(database, shop, { installation_id: installation, app_id: app.id, ...stream });
  return { installation, app: app.id, token };
}

async function register(database: TestDatabase, app: string, events: string[]): Promise<void> {
  await database.query(
    `UPDATE auth.apps SET webhook_url = 'https://app.example/hooks', webhook_events = $2 WHERE id = $1`,
    [app, events],
  );
}

export async function listens(
  database: TestDatabase,
  shop: TestShop,
  installation_id: string,
  events: string[],
): Promise<void> {
  const [row] = await database.query<{ app_id: string }>(
    'SELECT app_id FROM auth.installations WHERE id = $1',
    [installation_id],
  );
  await register(database, row!.app_id, events);
  await aStream(database, shop, { installation_id, app_id: row!.app_id });
}

export const ownScopes = [
  'webhook_deliveries.collection',
  'webhook_deliveries.get',
  'webhook_deliveries.post',
  'webhook_deliveries.patch',
  'webhook_streams.collection',
  'webhook_streams.get',
];

/** Returns the ID of the installation of an OAuth token, or undefined for an access token. */
export async function installationOf(database: TestDatabase, token: string): Promise<string | undefined> {
  const [row] = await database.query<{ installation_id: string }>(
    `SELECT installation_id FROM auth.oauth_tokens WHERE digest = decode($1, 'hex')`,
    [digestOf(token)],
  );
  return row?.installation_id;
}

export async function aStream(
  database: TestDatabase,
  shop: TestShop,
  given: Record<string, unknown>,
): Promise<string> {
  const row = { shop_id: shop.id, app_id: randomUUID(), last_sequence: 0, ...given };
  await insert(database, 'webhook_streams', row);
  return String(given['installation_id']);
}

export async function aNumberedEvent(
  database: TestDatabase,
  shop: TestShop,
  given: Record<string, unknown> = {},
): Promise<string> {
  const id = randomUUID();
  await database.query(
    `INSERT INTO shop.event_streams AS s (shop_id, last_sequence) VALUES ($1, 1)
     ON CONFLICT (shop_id) DO UPDATE SET last_sequence = s.last_sequence + 1`,
    [shop.id],
  );
  const [{ sequence }] = (await database.query<{ sequence: string }>(
    'SELECT last_sequence AS sequence FROM shop.event_streams WHERE shop_id = $1',
    [shop.id],
  )) as [{ sequence: string }];
  const { type = 'meta.created', ...more } = given;
  const [resource_type] = String(type).split('.');
  await insert(database, 'events', {
    ...{ shop_id: shop.id, id, sequence, type, resource_type, resource_id: 'r-1', changed: [] },
    ...{ resource: `{"type":"${resource_type}","id":"r-1"}`, occurred_at: 'now', ...more },
  });
  return id;
}

export async function aDelivery(
  database: TestDatabase,
  shop: TestShop,
  given: Record<string, unknown> & { installation_id: string },
  attempts: Record<string, unknown>[] = [],
): Promise<string> {
  const id = uuidv7();
  const [now, kind] = [new Date(), given['kind'] ?? 'event'];
  await insert(database, 'webhook_deliveries', {
    ...{
      shop_id: shop.id,
      id,
      kind,
      event_id: randomUUID(),
      event_type: 'meta.created',
      status: 'delivered',
    },
    ...{ sequence: kind === 'test' ? null : 1, attempts: attempts.length, created_at: now, updated_at: now },
    ...given,
  });
  for (const [at, attempt] of attempts.entries())
    await insert(database, 'webhook_attempts', {
      ...{ shop_id: shop.id, delivery_id: id, attempt: at + 1, url: 'https://app.example/hooks' },
      ...{ request_headers: '{"webhook-id":"x"}', status: 204, duration_ms: 12, answer: '', error: null },
      ...{ attempted_at: now, ...attempt },
    });
  return id;
}

async function insert(database: TestDatabase, table: string, row: Record<string, unknown>): Promise<void> {
  const names = Object.keys(row);
  await database.query(
    `INSERT INTO shop.${table} (${names.join()}) VALUES (${names.map((_, at) => `$${at + 1}`).join()})`,
    Object.values(row),
  );
}
