import { randomUUID } from 'node:crypto';
import { ApiError, etagOf, install, isApiError, type LogEvent, Shop, webhooks } from '@storewright/sdk';
import { Receiver, testDatabase, type TestDatabase, until } from '@storewright/testing';
import { Platform } from './platform/platform';
import { aGrant, anAccessToken, anApp, aStore, type Store } from './platform/store';

let database: TestDatabase;
let platform: Platform;
let store: Store;
/** A client of the shop's host with all scopes. */
let shop: Shop;

beforeAll(async () => {
  database = await testDatabase();
  platform = await Platform.start(database, { addressed: true });
  await platform.startWorker();
});
beforeEach(async () => {
  store = await aStore(platform);
  shop = new Shop({ baseUrl: store.baseUrl, token: (await anAccessToken(store)).token });
});
afterAll(async () => {
  await platform.stop();
  await database.drop();
});

const line = { title: 'Engraving', price_amount: 2_000, quantity: 1 };
const anOrder = (given: object = {}) =>
  shop.orders.create({ line_items: [line], currency_code: 'EUR' }, given as object);

it('install.exchange returns token and shop for a nonce, also when repeated after a lost response', async () => {
  const app = await anApp(store, { scopes: ['orders.collection'] });
  const { nonce } = await aGrant(store, app);
  const first = await install.exchange(nonce, { authUrl: platform.authUrl });
  expect(await install.exchange(nonce, { authUrl: platform.authUrl })).toEqual(first);
  expect(first).toMatchObject({
    appId: app.id,
    scopes: ['orders.collection'],
    baseUrl: store.baseUrl,
    shop: { id: store.id, domain: store.domain, name: 'A shop' },
  });
  const installed = new Shop(first);
  expect(await installed.orders.list().toArray()).toEqual([]);
  const again = (await install
    .exchange(nonce, { authUrl: platform.authUrl })
    .catch((error: unknown) => error)) as ApiError;
  expect(isApiError(again, 'nonce_used')).toBe(true);
  expect(again.message).not.toContain(nonce);
  const revoked = () => installed.orders.list().toArray();
  await until('the token is refused', async () =>
    revoked().then(
      () => false,
      (error) => isApiError(error, 'invalid_token'),
    ),
  );
});

it('install.exchange requires the secret of an app with require_secret', async () => {
  const app = await anApp(store, { scopes: ['meta.get'], ...{ require_secret: true } });
  const { nonce } = await aGrant(store, app);
  const bare = install.exchange(nonce, { authUrl: platform.authUrl });
  await expect(bare).rejects.toMatchObject({ status: 401, code: 'invalid_client' });
  const other = { id: app.id, secret: (await anApp(store, { scopes: [] })).secret };
  await expect(install.exchange(nonce, { authUrl: platform.authUrl, app: other })).rejects.toThrow(
    /invalid_client/,
  );
  expect(await install.exchange(nonce, { authUrl: platform.authUrl, app })).toMatchObject({ appId: app.id });
});

it('Shop sends the Secret-Proof of an app with require_proof with each request', async () => {
  const app = await anApp(store, { scopes: ['shops.collection'], ...{ require_proof: true } });
  const { token } = await install.exchange((await aGrant(store, app)).nonce, { authUrl: platform.authUrl });
  const proved = new Shop({ baseUrl: store.baseUrl, token, appSecret: app.secret });
  expect((await proved.shops.list().toArray())[0]!.domain).toBe(store.domain);
  const bare = new Shop({ baseUrl: store.baseUrl, token });
  await expect(bare.shops.list().toArray()).rejects.toMatchObject({ code: 'invalid_token' });
});

it('shop.orders.list reads all pages of a filtered and sorted list with included objects', async () => {
  const customer = await shop.customers.create({ email: 'anna@example.test' });
  for (let at = 0; at < 5; at += 1) await anOrder(at % 2 ? {} : { relationships: { customer } });
  const seen: [number, string | undefined][] = [];
  const list = shop.orders.list({
    filter: { status: ['open', 'completed'], total_amount: { gte: 1_000 } },
    include: ['customer'],
    fields: { customers: ['email'], orders: ['number'] },
    sort: '-number',
    page: { size: 2, total: true },
  });
  for await (const { number, customer: buyer } of list) seen.push([number, buyer?.email ?? undefined]);
  const email = 'anna@example.test';
  expect(seen).toEqual([
    [1005, email],
    [1004, undefined],
    [1003, email],
    [1002, undefined],
    [1001, email],
  ]);
  const pages = [];
  for await (const { data, total, more } of list.pages()) pages.push([data.length, total, more]);
  expect(pages).toEqual([
    [2, 5, true],
    [2, 5, true],
    [1, 5, false],
  ]);
  expect(await shop.customers.related(customer.id, 'orders', { page: { size: 2 } }).toArray()).toHaveLength(
    3,
  );
  expect(await list.toArray({ max: 3 })).toHaveLength(3);
});

it('the SDK exports a complete list and continues after an interrupted response', async () => {
  const titles = Array.from({ length: 101 }, (_, at) => `Mug ${at}`);
  for (let from = 0; from < titles.length; from += 100) {
    const batch = shop.atomic();
    for (const title of titles.slice(from, from + 100)) batch.create('products', { title });
    await batch.send();
  }
  let cut = true;
  const careless = new Shop({
    ...{ baseUrl: `http://localhost:${platform.shopApis[0]!.port}`, shopId: store.id },
    token: (await anAccessToken(store)).token,
    fetch: async (url, init) => {
      const answer = await fetch(url, init);
      if (!cut) return answer;
      cut = false;
      const lines = (await answer.text()).split('\n');
      return new Response(lines.slice(0, 101).join('\n') + '\n{"type":"pro', answer);
    },
  });
  const seen: string[] = [];
  const list = careless.exports.of('products', { filter: { q: 'mug' }, fields: ['title'] });
  for await (const { title } of list) seen.push(title);
  expect(seen).toEqual(titles);
});

it('the SDK updates an object only if no concurrent request has changed the object', async () => {
  const product = await shop.products.create({ title: 'Mug' });
  expect(etagOf(product)).toMatch(/^"1-/);
  const read = await shop.products.get(product.id, { include: ['variants'] });
  expect(read.variants).toEqual([]);
  const changed = await shop.products.update(product.id, { title: 'Cup' }, { ifMatch: read });
  expect([changed.title, changed.version]).toEqual(['Cup', 2]);
  const late = shop.products.update(product.id, { title: 'Jug' }, { ifMatch: product });
  await expect(late).rejects.toMatchObject({ code: 'precondition_failed', status: 412 });
  await expect(shop.products.delete(product.id, { ifMatch: product })).rejects.toThrow(ApiError);
  await shop.products.delete(product.id, { ifMatch: changed });
  await expect(shop.products.get(product.id)).rejects.toMatchObject({ code: 'not_found' });
  const { id } = await shop.products.create({ title: 'Jar' });
  const [listed] = await shop.products.list({ sort: '-id' }).toArray({ max: 1 });
  const copy = { ...listed! };
  await shop.products.update(id, { description: 'From a list' }, { ifMatch: copy });
  await expect(shop.products.update(id, { title: 'Late' }, { ifMatch: copy })).rejects.toThrow(ApiError);
  const code = await shop.codes.create({
    code: 'LISTED',
    kind: 'discount',
    value_type: 'percentage',
    value: 1000,
  });
  const [listedCode] = await shop.codes.list({ filter: { code: 'listed' } }).toArray();
  await shop.codes.update(code.id, { enabled: false }, { ifMatch: listedCode! });
  await expect(shop.codes.update(code.id, { enabled: true }, { ifMatch: code })).rejects.toThrow(ApiError);
});

it('the SDK creates one order even if the request is repeated', async () => {
  let lost = 2;
  const careless = new Shop({
    // Uses the central host, at which the access token identifies the shop.
    ...{ baseUrl: `http://localhost:${platform.shopApis[0]!.port}`, shopId: store.id },
    token: (await anAccessToken(store)).token,
    fetch: async (url, init) => {
      const answer = await fetch(url, init);
      if (lost-- > 0) throw new TypeError('the answer was lost');
      return answer;
    },
  });
  const order = await careless.orders.create({ line_items: [line], currency_code: 'EUR' });
  expect(order.number).toBe(1001);
  expect(await shop.orders.list().toArray()).toHaveLength(1);
  lost = 1;
  await expect(careless.orders.update(order.id, { note: 'x' })).rejects.toThrow('the answer was lost');
  expect((await shop.orders.get(order.id)).note).toBe('x');
});

it('errors of the SDK contain the error code and the required scopes', async () => {
  const order = await anOrder();
  await shop.orders.update(order.id, { payment_status: 'paid' });
  const error: unknown = await shop.orders
    .update(order.id, { payment_status: 'voided' })
    .catch((thrown: unknown) => thrown);
  expect(isApiError(error, 'illegal_transition') && error.meta.allowed).toEqual([
    'partially_refunded',
    'refunded',
  ]);
  expect((error as ApiError).requestId).toBe((error as ApiError).errors[0]!.id);
});

it('the SDK sends an atomic request with local ids', async () => {
  const batch = shop.atomic();
  const mug = batch.create('products', { title: 'Mug', status: 'active' });
  const blue = batch.create(
    'variants',
    { title: 'Blue', price_amount: 1495, currency_code: 'EUR' },
    { relationships: { product: mug } },
  );
  batch.update(mug, { tags: ['new'] });
  const results = await batch.send();
  expect(results.of(mug)).toMatchObject({ type: 'products', handle: 'mug' });
  expect(results.all).toHaveLength(3);
  const variant = await shop.variants.get(results.of(blue).id, { include: ['product'] });
  expect(variant.product).toMatchObject({ title: 'Mug', tags: ['new'] });
  const failing = shop.atomic();
  failing.create('products', { title: 'Cup' });
  failing.delete({ type: 'products', id: randomUUID() });
  await expect(failing.send()).rejects.toMatchObject({ code: 'not_found' });
  expect(await shop.products.list().toArray()).toHaveLength(1);
});

it('shop.metaOf stores metadata of a resource, even in concurrent requests, and search finds it by key', async () => {
  const order = await anOrder();
  const meta = shop.metaOf(order);
  expect(await meta.get()).toBeUndefined();
  await Promise.all(['a', 'b', 'c', 'd'].map((key) => shop.metaOf(order).set({ [key]: 1, none: null })));
  expect(await meta.get()).toEqual({ a: 1, b: 1, c: 1, d: 1 });
  expect(await shop.meta.list().toArray()).toHaveLength(1);
  await meta.set({ a: null, priority: 7 });
  const found = await shop.meta.search({ key: 'priority', operator: '>', value: 5 }).toArray();
  expect(found.map(({ resource_id, data }) => [resource_id, data])).toEqual([
    [order.id, { b: 1, c: 1, d: 1, priority: 7 }],
  ]);
  const none = shop.meta.search([{ key: 'b' }, { key: 'a' }], { resource_type: 'orders' });
  expect(await none.toArray()).toEqual([]);
  expect(await meta.replace({ only: true })).toEqual({ only: true });
  await meta.delete();
  expect(await meta.get()).toBeUndefined();
});

it('the SDK exports every event type of the platform', async () => {
  const { body } = await platform.auth.get('/api/event_types?page[size]=100');
  const ids = (body.data as { id: string }[]).map(({ id }) => id);
  expect([...webhooks.webhookEventTypes].sort()).toEqual(ids.sort());
});

it('the SDK follows the event log and verifies webhook signatures', async () => {
  const receiver = await Receiver.start();
  const app = await anApp(store, {
    scopes: ['meta.get'],
    webhook_url: receiver.url,
    webhook_events: ['meta.created'],
  });
  await install.exchange((await aGrant(store, app)).nonce, { authUrl: platform.authUrl });
  const enough = new AbortController();
  const events: LogEvent[] = [];
  const tail = (async () => {
    for await (const event of shop.events.tail({ since: 0, pollEveryMs: 20, signal: enough.signal })) {
      events.push(event);
      if (event.event_type === 'meta.created') enough.abort();
    }
  })();
  const { id } = await shop.meta.create({ resource_type: 'orders', resource_id: '1', data: { ü: 1 } });
  await tail;
  expect(events.at(-1)).toMatchObject({ type: 'events', event_type: 'meta.created', resource_id: id });
  await receiver.has(1);
  const { text, headers } = receiver.received[0]!;
  const event = await webhooks.verify(text, headers as Record<string, string>, app.webhook_secret);
  expect(event).toMatchObject({ type: 'meta.created', data: { id }, shop: { domain: store.domain } });
  expect(event.id).toBe(events.at(-1)!.id);
  await receiver.stop();
});

it('the SDK can send requests for which it has no method', async () => {
  const { document } = await shop.transport.send({ method: 'GET', path: '/api' });
  expect(Object.keys((document as { links: object }).links)).toContain('orders');
});

describe('an SDK that is newer than the platform', () => {
  /** Returns the error of a call that this platform does not support yet. */
  const refusal = async (asked: Promise<unknown>) => {
    const error = await asked.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (!isApiError(error)) throw new Error('the platform takes what it does not know', { cause: error });
    const { status, code, errors } = error;
    return { status, code, source: errors[0]!.source };
  };
  /** Simulates the types of a newer SDK, which accept more attributes. */
  const newer = (given: object) => given as never;

  it('throws an error with code and pointer for an unknown attribute, and writes nothing', async () => {
    const asked = {
      type: shop.transport.send({ method: 'GET', path: '/api/gift_cards' }),
      filter: shop.orders.list({ filter: newer({ gift_wrapped: true }) }).toArray(),
      sort: shop.orders.list({ sort: newer(['gift_wrapped']) }).toArray(),
      include: shop.orders.list({ include: newer(['gift_cards']) }).toArray(),
      attribute: anOrder({}).then(({ id }) => shop.orders.update(id, newer({ gift_wrapped: true }))),
    };
    const told = Object.fromEntries(
      await Promise.all(
        Object.entries(asked).map(async ([what, call]) => [what, await refusal(call)] as const),
      ),
    );
    const parameter = (name: string) => ({
      status: 400,
      code: 'invalid_query_parameter',
      source: { parameter: name },
    });
    expect(told).toEqual({
      type: { status: 404, code: 'not_found', source: undefined },
      filter: parameter('filter[gift_wrapped]'),
      sort: parameter('sort'),
      include: parameter('include'),
      attribute: {
        status: 422,
        code: 'unknown_attribute',
        source: { pointer: '/data/attributes/gift_wrapped' },
      },
    });
    const kept = await shop.orders.list().toArray();
    expect(kept.map(({ version }) => version)).toEqual([1]);
  });
});
