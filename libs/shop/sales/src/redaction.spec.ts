import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  aCustomer,
  anOrder,
  aTenant,
  changed,
  identifier,
  newCustomer,
  newOrder,
  type Tenant,
  type WorkerDatabases,
  workerDatabases,
} from '@storewright/api-testing';
import { CatalogModule, Inventory } from '@storewright/catalog';
import { shopApiSettings } from '@storewright/config';
import { sequenceEvents } from '@storewright/events';
import { PlatformModule } from '@storewright/resources';
import { exportShop } from '@storewright/schema';
import { declaredScopes } from '@storewright/scopes';
import { createApplication } from '@storewright/server';
import {
  anApp,
  anOAuthToken,
  directUrl,
  HttpClient,
  placesOf,
  testDatabase,
  type TestDatabase,
  testSecretsKey,
} from '@storewright/testing';
import {
  RedactionJob,
  type RedactionReceipt,
  type SkippedItem,
  type WebhookSettings,
} from '@storewright/webhooks';
import { SalesModule } from './sales.module';

/** Personal data that no copy may contain after redaction. */
const secrets = {
  email: 'anna.kaltwasser@example.com',
  phone: '+49 30 8675309',
  first_name: 'Annamirl',
  last_name: 'Kaltwasser',
  note: 'Rings at the blue gate',
  tags: ['left-handed-anna'],
  default_address: {
    line1: 'Zollamtsgasse 17',
    city: 'Wirtshausen',
    postal_code: '1036X',
    country_code: 'AT',
  },
};
const ofCustomer = ['kaltwasser', '8675309', 'Annamirl', 'blue gate', 'left-handed', 'Zollamtsgasse'];
const values = [...ofCustomer, 'Wirtshausen', '1036X', 'Leave it with Bertl'];

let database: TestDatabase;
let databases: WorkerDatabases;
let stop: () => Promise<void>;
let owner: Tenant;
let job: RedactionJob;
const receipts: RedactionReceipt[] = [];
const skipped: SkippedItem[] = [];
const lines: string[] = [];
const clock = { ms: Date.now(), now: () => clock.ms };

class ApiModule {}

beforeAll(async () => {
  database = await testDatabase();
  const url = database.url('shop');
  const urls = {
    AUTH_DATABASE_URL: url,
    SHOP_DATABASE_URL: url,
    AUTH_DATABASE_LISTEN_URL: directUrl(database, 'shop'),
  };
  const settings = shopApiSettings({ ...urls, SECRETS_KEY: testSecretsKey, LOG_LEVEL: 'trace' });
  const imports = [
    PlatformModule.forRoot({ ...settings, applicationName: 'spec' }),
    SalesModule.forRoot({ imports: [CatalogModule], inventory: Inventory }),
  ];
  const log = { write: (line: string) => void lines.push(line) };
  const api = await createApplication({ module: ApiModule, imports }, { ...settings, name: 'spec', log });
  await api.listen(0, '127.0.0.1');
  stop = () => api.close();
  const { port } = api.getHttpServer().address() as AddressInfo;
  owner = await aTenant({ database, port, seen: new Set() });
  databases = await workerDatabases(database);
  const observer = {
    redacted: (receipt: RedactionReceipt) => Promise.resolve(void receipts.push(receipt)),
    redactionAnnounced: () => Promise.resolve(),
    skipped: (each: SkippedItem) => void skipped.push(each),
  };
  job = new RedactionJob(databases.shop, observer as never, { clock } as unknown as WebhookSettings);
});
afterAll(async () => {
  await stop();
  await databases.close();
  await database.drop();
});

const keyed = () => ({ headers: { 'idempotency-key': randomUUID() } });

/** Returns the columns of all tables that contain one of the secrets. */
const found = () => placesOf(database, values);

/**
 * Writes what the worker would write: a delivery of each event with a response that repeats the payload, and
 * a test delivery.
 */
const deliverAll = () =>
  database.query(`
    WITH d AS (
      INSERT INTO shop.webhook_deliveries (shop_id, id, installation_id, kind, event_id, event_type, sequence,
        resource, status, attempts, created_at, updated_at)
      SELECT shop_id, gen_random_uuid(), gen_random_uuid(), 'event', id, type, 1, NULL::text, 'delivered', 1,
        now(), now() FROM shop.events
      UNION ALL
      SELECT shop_id, gen_random_uuid(), gen_random_uuid(), 'test', gen_random_uuid(), type, NULL, resource,
        'delivered', 1, now(), now() FROM shop.events
      RETURNING shop_id, id, event_id, resource
    )
    INSERT INTO shop.webhook_attempts (shop_id, delivery_id, attempt, url, request_headers, status,
      duration_ms, answer, attempted_at)
    SELECT d.shop_id, d.id, 1, 'https://app.example', '{}', 200, 1, coalesce(d.resource, e.resource), now()
    FROM d LEFT JOIN shop.events e ON e.shop_id = d.shop_id AND e.id = d.event_id`);

/** Writes what an app would propose: an atomic request that changes two customers. */
async function propose(customer: string, other: string): Promise<void> {
  const { shop } = owner;
  const update = (id: string, last_name: string) => ({
    op: 'update',
    data: { type: 'customers', id, attributes: { last_name } },
  });
  const operations = [update(customer, secrets.last_name), update(other, 'Untouched')];
  await database.query(
    `WITH p AS (
      INSERT INTO shop.proposals (shop_id, id, installation_id, status, method, path, required_scopes, document,
        base_url, versions, expires_at, created_at, updated_at)
      VALUES ($1, gen_random_uuid(), gen_random_uuid(), 'pending', 'POST', '/api/operations', '{customers.patch}', $2,
        '', '[1, 1]', now(), now(), now())
      RETURNING shop_id, id)
    INSERT INTO shop.proposal_changes (shop_id, id, proposal_id, number, action, resource_type, resource_id, attribute,
      before)
    SELECT shop_id, gen_random_uuid(), p.id, n.number, 'update', 'customers', n.customer, 'last_name',
      to_jsonb(n.last_name)
    FROM p, (VALUES (1, $3::uuid, $4), (2, $5::uuid, 'Untouched')) AS n (number, customer, last_name)`,
    [shop.id, JSON.stringify({ 'atomic:operations': operations }), customer, secrets.last_name, other],
  );
}

/**
 * Creates every kind of copy: deleted orders, orders that got their customer later, sparse responses, and
 * operations.
 */
async function story() {
  const { http, shop } = owner;
  const customer = (await http.post('/api/customers', newCustomer(secrets), keyed())).body.data as {
    id: string;
  };
  const linked = { customer: identifier('customers', customer.id) };
  const { email, default_address: address } = secrets;
  const personal = {
    email,
    billing_address: address,
    shipping_address: address,
    note: 'Leave it with Bertl',
  };
  const writer = await aTenant({ database, port: http.port, seen: new Set() }, ['orders.post'], shop);
  await writer.http.post('/api/orders', newOrder(personal, linked), keyed());
  const later = await anOrder(http, personal);
  await http.patch(later.path, changed('orders', later.id, {}, { relationships: linked }));
  const gone = await anOrder(http, personal, linked);
  await http.patch(gone.path, changed('orders', gone.id, { status: 'cancelled' }));
  await http.delete(gone.path);
  const media = 'application/vnd.api+json; ext="https://jsonapi.org/ext/atomic"';
  const headers = { ...keyed().headers, 'content-type': media, accept: media };
  const operations = [
    { op: 'add', ...newOrder(personal, linked) },
    { op: 'update', ...changed('customers', customer.id, { note: secrets.note }) },
  ];
  const done = await http.post('/api/operations', { 'atomic:operations': operations }, { headers });
  expect(done.status).toBe(200);
  await http.get(`/api/customers?filter[email]=${encodeURIComponent(email)}`);
  // Numbers the events so far. Later events have no number yet.
  await sequenceEvents(databases.shop, shop.id);
  const other = await aCustomer(http, { email: 'bert@example.com', last_name: 'Untouched' });
  await anOrder(http, { email: 'bert@example.com' }, { customer: identifier('customers', other.id) });
  await deliverAll();
  await propose(customer.id, other.id);
  return { customer, other, gone };
}

interface ArchiveLine {
  type?: string;
  id?: string;
  attributes?: { data?: { id?: string }; operations?: object[]; changes?: object[] };
  meta?: object;
}

/** Downloads the archive of a customer with a client that accepts responses other than JSON:API documents. */
async function archiveOf({ id }: { id: string }, { shop, token }: Omit<Tenant, 'http'> = owner) {
  const client = new HttpClient(owner.http.port, `${shop.domain}.localhost`, token);
  const headers = { accept: 'application/x-ndjson' };
  const { status, text } = await client.get(`/api/customers/${id}/archive`, { headers });
  const lines = text.trimEnd().split('\n');
  return { status, text: text.toLowerCase(), lines: lines.map((line) => JSON.parse(line) as ArchiveLine) };
}

/** Returns the text of lists, exports and the shop file, and the results of a search, by name. */
async function outputs(customer: { id: string }): Promise<[name: string, text: string][]> {
  const { http, shop, token } = owner;
  const client = new HttpClient(http.port, `${shop.domain}.localhost`, token);
  const ndjson = { headers: { accept: 'application/x-ndjson' } };
  const exported = async (resource_type: string) => {
    const body = { data: { type: 'exports', attributes: { resource_type } } };
    return (await client.post('/api/exports', body, ndjson)).text;
  };
  const results = (await http.get('/api/search?filter[q]=kaltwasser')).body.data as object[];
  return [
    ['archive', (await archiveOf(customer)).text],
    ['customers', (await http.get('/api/customers')).text],
    ['orders', (await http.get('/api/orders')).text],
    ['export of customers', await exported('customers')],
    ['export of orders', await exported('orders')],
    ['search', JSON.stringify(results)],
    ['shop file', await shopFile()],
  ].map(([name, text]) => [name!, text!.toLowerCase()]);
}

/** Returns the content of the shop file that an operator exports. */
async function shopFile(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'storewright-redaction-'));
  const url = database.administratorUrl;
  const path = join(folder, 'shop.ndjson');
  await exportShop({ auth: url, shop: url }, { owner: 'owner' }, { id: owner.shop.id }, path);
  const text = readFileSync(path, 'utf8');
  rmSync(folder, { recursive: true });
  return text;
}

const redact = async ({ id }: { id: string }) => {
  const path = `/api/customers/${id}`;
  expect((await owner.http.patch(path, changed('customers', id, { status: 'redacted' }))).status).toBe(200);
};
const state = async ({ id }: { id: string }) => {
  const [row] = await database.query<{ swept: boolean; finished: boolean }>(
    'SELECT swept_at IS NOT NULL AS swept, finished_at IS NOT NULL AS finished FROM shop.redactions ' +
      'WHERE resource_id = $1',
    [id],
  );
  return row;
};
const minutesLater = () =>
  database.query(`UPDATE shop.redactions SET requested_at = now() - interval '6 minutes'`);

it('redaction of a customer leaves no personal data in tables, responses or logs, and keeps other data', async () => {
  const { customer, other } = await story();
  for (const [name, text] of await outputs(customer))
    expect([name, text]).toEqual([name, expect.stringContaining('kaltwasser')]);
  const places = [
    'customers',
    'orders',
    'events',
    'webhook_deliveries',
    'webhook_attempts',
    'idempotency_keys',
    'proposals',
    'proposal_changes',
  ];
  const before = await found();
  for (const place of places) expect(before.some((hit) => hit.startsWith(`shop.${place}.`))).toBe(true);
  const count = (text: string) => database.query(`SELECT count(*)::int FROM shop.${text}`);
  const ofOthers = `events WHERE strpos(resource, 'bert@example.com') > 0`;
  const [kept, untouched] = [await count('idempotency_keys'), await count(ofOthers)];

  await redact(customer);
  await job.poll();
  expect([await found(), await state(customer)]).toEqual([[], { swept: true, finished: false }]);
  expect(await count('idempotency_keys')).toEqual(kept);
  expect(await count(ofOthers)).toEqual(untouched);
  expect(untouched).not.toEqual([{ count: 0 }]);
  const { body } = await owner.http.get(`/api/customers/${other.id}`);
  expect(body.data.attributes.last_name).toBe('Untouched');
  const contained = (await outputs(customer)).flatMap(([name, text]) =>
    values.filter((value) => text.includes(value.toLowerCase())).map((value) => `${name}: ${value}`),
  );
  expect(contained).toEqual([]);
  const [event] = await database.query<{ resource: string }>(
    `SELECT resource FROM shop.events WHERE type = 'customers.redacted' AND resource_id = $1`,
    [customer.id],
  );
  expect(JSON.parse(event!.resource)).toMatchObject({
    attributes: { status: 'redacted', email: null, tags: [] },
  });
  expect(lines.length).toBeGreaterThan(10);
  for (const value of values) expect(lines.join('').toLowerCase()).not.toContain(value.toLowerCase());
});

describe('GET /api/customers/{id}/archive', () => {
  let first: Tenant;
  beforeAll(async () => {
    first = owner;
    owner = await aTenant({ database, port: first.http.port, seen: new Set() });
  });
  afterAll(() => {
    owner = first;
  });

  it('contains all objects, events, deliveries and proposals of the customer, but of no other customer', async () => {
    const { customer, gone } = await story();
    const guest = await anOrder(owner.http, { email: secrets.email.toUpperCase() });
    const { status, text, lines: archived } = await archiveOf(customer);
    expect(status).toBe(200);
    for (const value of values) expect(text).toContain(value.toLowerCase());
    for (const value of ['bert@example.com', 'untouched']) expect(text).not.toContain(value);
    const last = archived.pop();
    expect(last).toEqual({ meta: { complete: true, count: archived.length } });
    expect(new Set(archived.map(({ type, id }) => `${type} ${id}`)).size).toBe(archived.length);
    expect(archived[0]).toMatchObject({ type: 'customers', id: customer.id });
    const ids = (type: string) => archived.filter((each) => each.type === type).map(({ id }) => id);
    expect(ids('orders')).toContain(guest.id);
    expect(ids('orders')).toHaveLength(4);
    const events = archived.filter(({ type }) => type === 'events');
    const changed = events.map(({ attributes }) => attributes!.data!.id);
    for (const id of [customer.id, gone.id, guest.id]) expect(changed).toContain(id);
    // Every event before the order of the guest has a delivery and a test.
    const delivered = changed.filter((id) => id !== guest.id);
    expect(ids('webhook_deliveries')).toHaveLength(2 * delivered.length);
    const [proposal] = archived.filter(({ type }) => type === 'proposals');
    expect(proposal!.attributes).toMatchObject({
      operations: [{ data: { id: customer.id } }],
      changes: [{ resource_id: customer.id, attribute: 'last_name' }],
    });
    await redact(customer);
    await job.poll();
  });

  it('writes an audit log entry with the customer and the token', async () => {
    const customer = await aCustomer(owner.http);
    await archiveOf(customer);
    const entries = await database.query(
      `SELECT app_id, detail FROM auth.audit_entries WHERE kind = 'customers.archived'
        AND detail ->> 'customer_id' = $1`,
      [customer.id],
    );
    expect(entries).toMatchObject([{ app_id: null, detail: { by: 'access_token' } }]);
  });

  it('omits webhook deliveries to other apps if an app downloads the archive', async () => {
    const customer = await aCustomer(owner.http);
    await deliverAll();
    const scopes = declaredScopes.map(({ scope }) => scope);
    const token = await anOAuthToken(database, owner.shop, await anApp(database), scopes);
    const typesFor = async (reader: Omit<Tenant, 'http'>) =>
      new Set((await archiveOf(customer, reader)).lines.flatMap(({ type }) => type ?? []));
    expect(await typesFor({ shop: owner.shop, token })).toEqual(new Set(['customers', 'events']));
    expect(await typesFor(owner)).toContain('webhook_deliveries');
  });

  it('returns 401 without a token, 403 with the names of missing scopes, and 404 in another shop', async () => {
    const customer = await aCustomer(owner.http);
    expect((await owner.http.as().get(`${customer.path}/archive`)).status).toBe(401);
    const of = { database, port: owner.http.port, seen: new Set<string>() };
    const reader = await aTenant(of, ['customers.get', 'customers.collection'], owner.shop);
    const refused = await archiveOf(customer, reader);
    expect(refused.status).toBe(403);
    for (const scope of ['orders.collection', 'proposals.collection', 'webhook_deliveries.collection'])
      expect(refused.text).toContain(scope);
    expect((await archiveOf(customer, await aTenant(of))).status).toBe(404);
  });
});

it('an Idempotency-Key with personal data is stored as a digest and still returns the stored response', async () => {
  const headers = { 'idempotency-key': 'kaltwasser-anna-1' };
  const body = newCustomer({ email: `anna.${randomUUID()}@kaltwasser.example` });
  const first = await owner.http.post('/api/customers', body, { headers });
  await redact(first.body.data as { id: string });
  for (const _ of ['first pass', 'second pass']) {
    await job.poll();
    expect(await found()).toEqual([]);
    const again = await owner.http.post('/api/customers', body, { headers });
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true']);
    expect(again.body.data).toMatchObject({ id: first.body.data.id, attributes: { email: null } });
    await minutesLater();
  }
});

describe("redaction of orders that belonged to the customer or contain the customer's email", () => {
  const bert = { email: 'bert@example.com', note: 'For Bert', shipping_address: { city: 'Bertingen' } };
  const annas = {
    email: secrets.email,
    note: 'Leave it with Bertl',
    billing_address: secrets.default_address,
    shipping_address: secrets.default_address,
  };
  const nothing = { email: null, note: null, billing_address: null, shipping_address: null };
  let anna: { id: string };
  let other: { id: string };

  beforeEach(async () => {
    anna = await aCustomer(owner.http, { ...secrets, email: 'anna.kaltwasser@example.com' });
    other = await aCustomer(owner.http, { email: `bert.${randomUUID()}@example.com` });
  });

  const of = (customer: { id: string } | null) => ({
    customer: customer ? identifier('customers', customer.id) : { data: null },
  });
  const orderOf = (customer: { id: string } | null, attributes: object) =>
    customer ? anOrder(owner.http, attributes, of(customer)) : anOrder(owner.http, attributes);
  const give = async (order: { path: string; id: string }, customer: { id: string } | null, with_ = {}) => {
    const body = changed('orders', order.id, with_, { relationships: of(customer) });
    expect((await owner.http.patch(order.path, body)).status).toBe(200);
  };

  /** Returns the object from the API and the state that a reader of the event log reconstructs. */
  async function both({ path, id }: { path: string; id: string }) {
    const { body } = await owner.http.get(path);
    const [event] = await database.query<{ resource: string }>(
      `SELECT resource FROM shop.events WHERE resource_id = $1 ORDER BY sequence DESC NULLS FIRST,
        occurred_at DESC, id DESC LIMIT 1`,
      [id],
    );
    const { attributes, meta } = JSON.parse(event!.resource) as { attributes: object; meta: object };
    expect([attributes, meta]).toEqual([body.data.attributes, expect.objectContaining(meta)]);
    return { ...body.data.attributes, version: body.data.meta.version as number };
  }

  async function redactAnna() {
    await deliverAll();
    await redact(anna);
    await job.poll();
    expect([await found(), await state(anna)]).toEqual([[], { swept: true, finished: false }]);
  }

  it('clears the data of the customer and creates an event per order', async () => {
    const [unlinked, moved, partly] = [
      await orderOf(anna, annas),
      await orderOf(anna, annas),
      await orderOf(anna, annas),
    ];
    await give(unlinked, null);
    await owner.http.patch(`${moved.path}/relationships/customer`, of(other).customer);
    await give(partly, other, { email: bert.email, shipping_address: bert.shipping_address });
    const versions = [(await both(unlinked)).version, (await both(moved)).version];
    await redactAnna();
    const rows = [await both(unlinked), await both(moved)];
    for (const [at, row] of rows.entries())
      expect(row).toMatchObject({ ...nothing, version: versions[at]! + 1 });
    const { email, shipping_address } = bert;
    expect(await both(partly)).toMatchObject({ ...nothing, email, shipping_address });
  });

  it('keeps data that does not come from the customer', async () => {
    const [replaced, borrowed, guest] = [
      await orderOf(anna, annas),
      await orderOf(other, bert),
      await orderOf(anna, annas),
    ];
    await give(replaced, other, { ...bert, billing_address: null });
    await give(borrowed, anna);
    await give(borrowed, other);
    await give(guest, null);
    await owner.http.patch(guest.path, changed('orders', guest.id, { ...bert, billing_address: null }));
    const before = [await both(replaced), await both(borrowed), await both(guest)];
    await redactAnna();
    expect([await both(replaced), await both(borrowed), await both(guest)]).toEqual(before);
    expect(before[1]).toMatchObject(bert);
  });

  it("clears guest orders with the customer's email, and only the email in orders of other customers", async () => {
    const guest = await orderOf(null, { ...annas, email: 'Anna.Kaltwasser@Example.com' });
    const shared = await orderOf(other, { ...bert, email: secrets.email });
    const stranger = await orderOf(null, bert);
    await redactAnna();
    expect(await both(guest)).toMatchObject(nothing);
    expect(await both(shared)).toMatchObject({ ...bert, email: null });
    expect(await both(stranger)).toMatchObject({ ...bert, version: 1 });
  });

  it('writes no event for a deleted order', async () => {
    const gone = await orderOf(anna, annas);
    await give(gone, other);
    await owner.http.patch(gone.path, changed('orders', gone.id, { status: 'cancelled' }));
    expect((await owner.http.delete(gone.path)).status).toBe(204);
    await redactAnna();
  });

  it('clears the data of a redacted customer even if a second customer had the same data', async () => {
    const order = await orderOf(anna, annas);
    const { email, note } = bert;
    await give(order, other, { email, note });
    await give(order, null);
    await redactAnna();
    const [row] = await database.query<{ former: { customer: string }[] }>(
      'SELECT former_customers AS former FROM shop.orders WHERE id = $1',
      [order.id],
    );
    expect(row!.former.map(({ customer }) => customer)).toEqual([other.id]);
    expect(await both(order)).toMatchObject({ ...nothing, email, note });
    await redact(other);
    expect(await both(order)).toMatchObject(nothing);
  });
});

it('redaction clears data that a webhook delivery stored during the redaction, and is reported only once', async () => {
  const customer = await aCustomer(owner.http, { last_name: 'Kaltwasser' });
  await redact(customer);
  await job.poll();
  await deliverAll();
  await database.query(
    `UPDATE shop.webhook_attempts SET answer = 'Kaltwasser' FROM shop.webhook_deliveries d
      JOIN shop.events e ON e.shop_id = d.shop_id AND e.id = d.event_id
     WHERE webhook_attempts.shop_id = d.shop_id AND delivery_id = d.id AND e.resource_id = $1`,
    [customer.id],
  );
  await job.poll();
  expect((await found()).length).toBeGreaterThan(0);
  await minutesLater();
  await job.poll();
  await job.poll();
  expect([await found(), await state(customer)]).toEqual([[], { swept: true, finished: true }]);
  const told = receipts.filter(({ resource_id }) => resource_id === customer.id);
  expect(told).toMatchObject([{ shop_id: owner.shop.id, resource_type: 'customers' }]);
  expect(told[0]!.cleared).toBeGreaterThan(1);
});

it('a failed redaction is retried without delaying other redactions, and logged without personal data', async () => {
  const [broken, whole] = [
    await aCustomer(owner.http),
    await aCustomer(owner.http, { last_name: 'Wirtshausen' }),
  ];
  await redact(broken);
  await redact(whole);
  const spoil = (text: string) =>
    database.query(
      `UPDATE shop.events SET resource = $2 WHERE resource_id = $1 AND type = 'customers.created'`,
      [broken.id, text],
    );
  await spoil('Kaltwasser is no JSON');
  await job.poll();
  expect([await state(broken), await state(whole)]).toMatchObject([{ swept: false }, { swept: true }]);
  expect(skipped).toMatchObject([
    { kind: 'waiting_redaction', error: { message: 'a text that is kept is no JSON' } },
  ]);
  await spoil('{}');
  await job.poll();
  expect((await state(broken))!.swept).toBe(false);
  clock.ms += 30_000;
  await job.poll();
  expect((await state(broken))!.swept).toBe(true);
});
