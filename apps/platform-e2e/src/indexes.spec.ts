import { randomUUID } from 'node:crypto';
import { type HttpClient, Receiver, testDatabase, type TestDatabase, until } from '@storewright/testing';
import { Platform } from './platform/platform';
import { accepted, anAccessToken, anInstallation, aStore, newObject, type Store } from './platform/store';

/**
 * Every write pays for each index of the log and of deliveries. This spec fills a database with many rows,
 * runs every query of the services on these tables, and expects that the server has read each index
 * (pg_stat_user_indexes).
 */
const uses: Readonly<Record<string, string>> = {
  'shop.event_streams (shop_id)': 'where a log ends; the lock of who gives numbers',
  'shop.event_streams (shop_id) to_serve': 'in which shops somebody may be behind, each second',
  'shop.events (shop_id, id)': 'one event; giving numbers',
  'shop.events (shop_id, occurred_at, id) sequence':
    'what waits for its number, in which order, in which shops',
  'shop.events (shop_id, resource_id, sequence) sequence': 'filter[resource_id]; an app’s own installation',
  'shop.events (shop_id, sequence) sequence': 'the log from a place on',
  'shop.events (shop_id, type, sequence) sequence': 'filter[type]; what an app receives of a long log',
  'shop.redactions (shop_id) finished_at': 'what is to be redacted, each second',
  'shop.redactions (shop_id, id)': 'one redaction',
  'shop.webhook_attempts (shop_id, delivery_id, attempt)': 'the attempts of a delivery',
  'shop.webhook_deliveries (shop_id, event_id, id)': 'filter[event_id]; redaction',
  'shop.webhook_deliveries (shop_id, event_type, id)': 'filter[event_type]',
  'shop.webhook_deliveries (shop_id, id)': 'one delivery; the list',
  'shop.webhook_deliveries (shop_id, installation_id, id)': 'filter[installation]; what an app sees',
  'shop.webhook_deliveries (shop_id, installation_id, status, id) status':
    'what somebody asked to be sent to it',
  'shop.webhook_deliveries (shop_id, kind, id) kind': 'filter[kind]',
  'shop.webhook_deliveries (shop_id, status, id) status': 'filter[status]; in which shops something waits',
  'shop.webhook_streams (shop_id, installation_id)': 'one stream; who is behind',
  'shop.webhook_streams (shop_id, next_attempt_at) next_attempt_at':
    'in which shops a retry is due, each second',
  'auth.event_outbox (shop_id, id)': 'what was carried over is removed',
  'auth.event_outbox (shop_id, occurred_at, id) refused_at':
    'what is to be carried over, in its order; of which shops',
};
const tables = [...new Set(Object.keys(uses).map((index) => index.split(' ')[0]!))];
const rows = 20_000;

let database: TestDatabase;
let platform: Platform;
let store: Store;
let owner: HttpClient;
const receivers: Receiver[] = [];
beforeAll(async () => {
  database = await testDatabase();
  platform = await Platform.start(database);
  store = await aStore(platform);
  owner = store.apis((await anAccessToken(store)).token)[0]!;
});
afterAll(async () => {
  await platform.stop();
  await Promise.all(receivers.map((receiver) => receiver.stop()));
  await database.drop();
});

it('every index on events and webhook deliveries is used by a query of the services', async () => {
  await fill();
  await database.query('SELECT pg_stat_reset()');
  await platform.startWorker();
  await deliver();
  await list();
  // A server process reports its statistics when it exits.
  await platform.stop();
  const found = await until('the counts are there', async () => {
    const read = await indexes();
    return read.length > 0 && read.some(({ scans }) => scans > 0) && read;
  });
  expect(found.map(({ name }) => name).sort()).toEqual(Object.keys(uses).sort());
  expect(found.filter(({ scans }) => scans === 0).map(({ name }) => name)).toEqual([]);
});

interface Index {
  name: string;
  scans: number;
}

/** Names, columns and conditions of the indexes. */
function indexes(): Promise<Index[]> {
  return database.query<Index>(
    `SELECT format('%I.%I (%s)%s', s.schemaname, s.relname, string_agg(a.attname, ', ' ORDER BY k.place),
       ' ' || substring(pg_get_expr(i.indpred, i.indrelid) FROM '[a-z_]+')) AS name, s.idx_scan::integer AS scans
     FROM pg_stat_user_indexes s JOIN pg_index i USING (indexrelid),
       unnest(i.indkey) WITH ORDINALITY AS k (column_number, place)
     JOIN pg_attribute a ON a.attnum = k.column_number
     WHERE a.attrelid = s.relid AND s.schemaname || '.' || s.relname = ANY ($1)
     GROUP BY s.schemaname, s.relname, s.indexrelname, s.idx_scan, i.indpred, i.indrelid`,
    [tables],
  );
}

/** Inserts events and deliveries, of which only a few are due, pending or failing. */
async function fill(): Promise<void> {
  const id = `('018cc3fe-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
  const insert = (table: string, columns: string, values: string, shop = '$1::uuid') =>
    database.query(
      `INSERT INTO ${table} (shop_id, ${columns})
       SELECT ${shop}, ${values} FROM generate_series(1, $2::integer) n WHERE $1::uuid IS NOT NULL`,
      [store.id, rows],
    );
  const event = `resource_type, resource_id, resource, changed, occurred_at`;
  const rare = `CASE WHEN n % 500 = 0 THEN 'meta.deleted' ELSE 'customers.updated' END`;
  await insert(
    'shop.events',
    `id, sequence, type, ${event}`,
    `${id}, n, ${rare}, 'meta', n, '{}', '{}', now()`,
  );
  await insert(
    'shop.webhook_deliveries',
    'id, installation_id, kind, event_id, event_type, sequence, status, attempts, created_at, updated_at',
    `${id}, gen_random_uuid(), 'event', ${id}, ${rare}, n, 'delivered', 1, now(), now()`,
  );
  await insert(
    'shop.webhook_attempts',
    'delivery_id, attempt, url, request_headers, duration_ms, answer, attempted_at',
    `${id}, 1, 'https://app.example', '{}', 1, 'OK', now()`,
  );
  await insert('shop.webhook_streams', 'installation_id, app_id, last_sequence', `${id}, ${id}, 0`, id);
  await insert('shop.event_streams', 'last_sequence', '0', id);
  await insert(
    'shop.redactions',
    'id, resource_type, resource_id, rules, requested_at, finished_at',
    `${id}, 'customers', ${id}, '{}', now(), now()`,
    id,
  );
  await insert(
    'auth.event_outbox',
    `id, type, ${event}, refused_at`,
    `${id}, ${rare}, 'meta', n, '{}', '{}', now(), now()`,
  );
  await database.query(
    `INSERT INTO shop.event_streams (shop_id, last_sequence, to_serve) VALUES ($1, $2, true)`,
    [store.id, rows],
  );
  await database.query(`VACUUM ANALYZE ${tables.join()}`);
}

/** Delivers to a working and a failing receiver, repeats a delivery, redacts one and uninstalls an app. */
async function deliver(): Promise<void> {
  const [well, sick] = [await Receiver.start(), await Receiver.start(() => 500)];
  receivers.push(well, sick);
  const scopes = ['meta.get', 'meta.post', 'webhook_deliveries.collection', 'events.collection'];
  const events = ['meta.created', 'installations.uninstalled'];
  const install = (webhook_url: string) =>
    anInstallation(platform, store, { scopes, webhook_url, webhook_events: events });
  const [app] = [await install(well.url), await install(sick.url)];
  const attributes = { resource_type: 'orders', resource_id: '1', data: {} };
  await accepted(owner.post('/api/meta', newObject('meta', attributes)));
  await Promise.all([well.has(1), sick.has(1)]);
  const [api] = store.apis(app.token) as [HttpClient];
  for (const path of ['/api/webhook_deliveries', '/api/events']) await accepted(api.get(path));
  const asked = newObject('webhook_deliveries', { kind: 'again', event_id: [...well.ids][0] });
  const installation = { data: { type: 'installations', id: app.installation } };
  Object.assign((asked as { data: object }).data, { relationships: { installation } });
  await accepted(owner.post('/api/webhook_deliveries', asked));
  await well.has(2);
  const customer = randomUUID();
  await database.query(
    `INSERT INTO shop.redactions (shop_id, id, resource_type, resource_id, rules, requested_at)
     VALUES ($1, $2, 'customers', $3, $4, now())`,
    [store.id, randomUUID(), customer, { customers: { ids: [customer], clear: {} } }],
  );
  await until('it is redacted', async () => {
    const waiting = await database.query(
      'SELECT FROM shop.redactions WHERE swept_at IS NULL AND shop_id = $1',
      [store.id],
    );
    return waiting.length === 0;
  });
  await accepted(store.owner.delete(`${store.path}/installations/${app.installation}`));
  await well.has(3);
}

async function list(): Promise<void> {
  const filters = [
    ...['installation', 'event_id'].map((name) => `webhook_deliveries?filter[${name}]=${randomUUID()}`),
    ...['event_type]=meta.deleted', 'status]=failed', 'kind]=again'].map(
      (filter) => `webhook_deliveries?filter[${filter}`,
    ),
    ...['type]=meta.deleted', 'resource_id]=7', 'since]=100'].map((filter) => `events?filter[${filter}`),
    ...['webhook_deliveries', 'webhook_streams', 'events', 'events?sort=-sequence'],
  ];
  for (const path of filters) await accepted(owner.get(`/api/${path}`));
}
