import { randomUUID } from 'node:crypto';
import {
  aListener,
  aProduct,
  aNumberedEvent,
  aTenant,
  codesOf,
  idsOf,
  type Listener,
  ownScopes,
  pathOf,
  type Tenant,
  type TestApi,
} from '@storewright/api-testing';
import { eventTypes } from '@storewright/events';
import { anAccessToken, type Response } from '@storewright/testing';
import { Client } from 'pg';
import { startDeliveriesApi } from './testing/deliveries-api';

let api: TestApi;
let tenant: Tenant;
let app: Listener;
beforeAll(async () => {
  api = await startDeliveriesApi({ SHOP_URL: 'https://{shop}.stores.example' });
});
beforeEach(async () => {
  tenant = await aTenant(api);
  app = await aListener(api.database, tenant.shop);
});
afterAll(() => api.close());

const event = (given: Record<string, unknown> = {}) => aNumberedEvent(api.database, tenant.shop, given);
const asApp = ({ token }: Listener = app) => tenant.http.as(token);
const document = (attributes: object, installation: string | null = app.installation) => ({
  data: {
    type: 'webhook_deliveries',
    attributes,
    ...(installation && {
      relationships: { installation: { data: { type: 'installations', id: installation } } },
    }),
  },
});
const ask = (attributes: object, installation?: string | null, http = tenant.http) =>
  http.post('/api/webhook_deliveries', document(attributes, installation));
const pointers = ({ body }: Response) =>
  (body.errors as { source: { pointer: string } }[]).map(({ source }) => source.pointer);
/** Waiting deliveries in the order of sending. */
const waiting = () =>
  api.database.query(
    `SELECT event_id, event_type, sequence::int, kind FROM shop.webhook_deliveries
      WHERE shop_id = $1 AND status = 'waiting' ORDER BY id`,
    [tenant.shop.id],
  );

describe('POST /api/webhook_deliveries with an event', () => {
  it('creates a pending webhook delivery', async () => {
    const event_id = await event();
    const answer = await ask({ kind: 'again', event_id });
    expect(answer.status).toBe(201);
    const { data } = answer.body;
    expect(pathOf(answer.headers['location']!)).toBe(`/api/webhook_deliveries/${data.id}`);
    expect(data.attributes).toMatchObject({
      ...{ kind: 'again', event_id, event_type: 'meta.created', resource_type: 'meta', resource_id: 'r-1' },
      ...{ sequence: 1, status: 'waiting', attempt_count: 0, request: null, attempts: [], error: null },
    });
    expect(data.relationships.installation.data.id).toBe(app.installation);
    expect((await tenant.http.get(`/api/webhook_deliveries/${data.id}`)).body.data).toEqual(data);
    expect(await waiting()).toEqual([{ event_id, event_type: 'meta.created', sequence: 1, kind: 'again' }]);
  });

  it("lets an app request only the app's own deliveries, with or without an installation id", async () => {
    const event_id = await event();
    const attributes = { kind: 'again', event_id };
    expect((await ask(attributes, null, asApp())).status).toBe(201);
    expect((await ask(attributes, app.installation.toUpperCase(), asApp())).status).toBe(201);
    const other = await aListener(api.database, tenant.shop);
    const refused = await ask(attributes, other.installation, asApp());
    expect([refused.status, codesOf(refused), pointers(refused)]).toEqual([
      404,
      ['not_found'],
      ['/data/relationships/installation/data/id'],
    ]);
    expect(await waiting()).toHaveLength(2);
  });

  it('requires an installation if the token belongs to an owner', async () => {
    const attributes = { kind: 'again', event_id: await event() };
    const missing = await ask(attributes, null);
    expect([missing.status, codesOf(missing), pointers(missing)]).toEqual([
      422,
      ['invalid_relationship'],
      ['/data'],
    ]);
    const nothing = {
      data: { ...document(attributes).data, relationships: { installation: { data: null } } },
    };
    for (const http of [tenant.http, asApp()]) {
      const answer = await http.post('/api/webhook_deliveries', nothing);
      expect([answer.status, pointers(answer)]).toEqual([422, ['/data/relationships/installation/data']]);
    }
  });

  it('returns an error with the received event types for an event that the installation does not receive', async () => {
    const installed = new Date();
    await api.database.query('UPDATE auth.installations SET installed_at = $2 WHERE id = $1', [
      app.installation,
      installed,
    ]);
    const notReceived = {
      'an event that is not there': randomUUID(),
      'another shop’s': await aNumberedEvent(api.database, (await aTenant(api)).shop),
      'of a type it did not register': await event({ type: 'meta.deleted' }),
      'of another installation': await event({ type: 'installations.created' }),
      'from before it was installed': await event({ occurred_at: new Date(installed.getTime() - 1_000) }),
    };
    for (const [what, event_id] of Object.entries(notReceived)) {
      const answer = await ask({ kind: 'again', event_id });
      expect([what, answer.status, pointers(answer)]).toEqual([what, 422, ['/data/attributes/event_id']]);
      expect(answer.body.errors[0].detail).toContain(
        'The installation receives events of the types meta.created, shops.updated that occurred at or after 20',
      );
    }
    expect(await waiting()).toEqual([]);
  });

  it('returns the received event types only to a token that can read the subscription', async () => {
    const asked = { kind: 'again', event_id: randomUUID() };
    const { http } = await aTenant(api, ['webhook_deliveries.post'], tenant.shop);
    const blind = await ask(asked, app.installation, http);
    expect([blind.status, pointers(blind)]).toEqual([422, ['/data/attributes/event_id']]);
    expect(blind.body.errors[0].detail).not.toMatch(/meta\.created|since/);
    expect(blind.body.errors[0].detail).toContain('"webhook_deliveries.get"');
  });

  it('returns an error with the reason for an installation without a webhook subscription', async () => {
    const { database } = api;
    const event_id = await event();
    const uninstalled = await aListener(database, tenant.shop);
    await database.query(`UPDATE auth.installations SET status = 'uninstalled' WHERE id = $1`, [
      uninstalled.installation,
    ]);
    for (const installation of [
      randomUUID(),
      (await aListener(database, (await aTenant(api)).shop)).installation,
      (await aListener(database, tenant.shop, { stream: null })).installation,
      (await aListener(database, tenant.shop, { stream: { state: 'ended' } })).installation,
      (await aListener(database, tenant.shop, { events: [] })).installation,
      (await aListener(database, tenant.shop, { events: ['meta.created'], scopes: ['meta.post'] }))
        .installation,
      uninstalled.installation,
    ]) {
      const answer = await ask({ kind: 'again', event_id }, installation);
      expect([answer.status, codesOf(answer), pointers(answer)]).toEqual([
        422,
        ['invalid_relationship'],
        ['/data/relationships/installation/data/id'],
      ]);
      expect(answer.body.errors[0].detail).toContain('receives no events');
    }
  });

  it('runs only once for repeated requests with the same Idempotency-Key, and notifies the worker', async () => {
    const listener = new Client({ connectionString: api.database.administratorUrl });
    await listener.connect();
    await listener.query('LISTEN storewright_events');
    const announced = new Promise((resolve) =>
      listener.once('notification', ({ payload }) => resolve(payload)),
    );
    const body = document({ kind: 'again', event_id: await event() });
    const options = { headers: { 'idempotency-key': randomUUID() } };
    const [first, second] = [
      await tenant.http.post('/api/webhook_deliveries', body, options),
      await tenant.http.post('/api/webhook_deliveries', body, options),
    ];
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect(await waiting()).toHaveLength(1);
    expect(await announced).toBe(tenant.shop.id);
    await listener.end();
  });

  it('returns an error for an id from the client', async () => {
    const { data } = document({ kind: 'again', event_id: await event() });
    const answer = await tenant.http.post('/api/webhook_deliveries', { data: { ...data, id: randomUUID() } });
    expect([answer.status, codesOf(answer)]).toEqual([403, ['client_id_not_allowed']]);
  });
});

describe('POST /api/webhook_deliveries with a range of events', () => {
  it('replays, in order, the events that the installation receives, and returns a link to the deliveries', async () => {
    const ids: string[] = [];
    for (const type of ['meta.created', 'meta.deleted', 'shops.updated', 'meta.created', 'meta.created'])
      ids.push(await event({ type }));
    const answer = await ask({ kind: 'again', first_sequence: 1, last_sequence: 4 });
    expect([answer.status, answer.body.meta, answer.body.data]).toEqual([202, { deliveries: 3 }, undefined]);
    expect((await waiting()).map(({ event_id, sequence }) => [event_id, sequence])).toEqual([
      [ids[0], 1],
      [ids[2], 3],
      [ids[3], 4],
    ]);
    const list = await tenant.http.get(pathOf(answer.body.links.related)!);
    expect(idsOf(list)).toHaveLength(3);
    expect(list.body.data[0].attributes).toMatchObject({ sequence: 4, kind: 'again' });
    const one = await ask({
      kind: 'again',
      first_sequence: 1,
      last_sequence: 9,
      event_type: 'shops.updated',
    });
    expect(one.body.meta).toEqual({ deliveries: 1 });
  });

  it('returns an error for a range without an event that the installation receives', async () => {
    await event({ type: 'meta.deleted' });
    for (const range of [
      { first_sequence: 1, last_sequence: 1 },
      { first_sequence: 100, last_sequence: Number.MAX_SAFE_INTEGER },
    ]) {
      const answer = await ask({ kind: 'again', ...range });
      expect([answer.status, pointers(answer)]).toEqual([422, ['/data/attributes/last_sequence']]);
      expect(answer.body.errors[0].detail).toContain(
        'The installation receives events of the types meta.created, shops.updated',
      );
    }
    const notReceived = await ask({
      ...{ kind: 'again', first_sequence: 1, last_sequence: 1 },
      event_type: 'meta.deleted',
    });
    expect([notReceived.status, pointers(notReceived)]).toEqual([422, ['/data/attributes/event_type']]);
  });

  it('returns an error for more than a thousand events, with the last event of the first thousand', async () => {
    await api.database.query(
      `INSERT INTO shop.events (shop_id, id, sequence, type, resource_type, resource_id, resource, changed, occurred_at)
       SELECT $1, gen_random_uuid(), n, 'meta.created', 'meta', 'x', '{}', '{}', now() FROM generate_series(1, 1003) n`,
      [tenant.shop.id],
    );
    const range = (last_sequence: number) => ask({ kind: 'again', first_sequence: 2, last_sequence });
    const refused = await range(1_002);
    expect([refused.status, pointers(refused)]).toEqual([422, ['/data/attributes/last_sequence']]);
    expect(refused.body.errors[0].detail).toContain(
      'the first 1000 events end with the sequence number 1001',
    );
    expect((await range(1_001)).body.meta).toEqual({ deliveries: 1_000 });
    const sequences = (await waiting()).map(({ sequence }) => sequence as number);
    expect(sequences).toEqual(Array.from({ length: 1_000 }, (_, at) => at + 2));
  });
});

interface Json {
  id: string;
  type: string;
  links: { self: string };
  attributes: Record<string, unknown>;
}

/** Requests a test with an example object and returns that object. */
async function example(event_type: string, installation?: string): Promise<Json> {
  const answer = await ask({ kind: 'test', event_type }, installation);
  expect([answer.status, codesOf(answer)]).toEqual([201, []]);
  const [row] = await api.database.query<{ resource: string }>(
    'SELECT resource FROM shop.webhook_deliveries WHERE shop_id = $1 AND id = $2',
    [tenant.shop.id, answer.body.data.id],
  );
  const object = JSON.parse(row!.resource) as Json;
  expect(answer.body.data.attributes).toMatchObject({ resource_type: object.type, resource_id: object.id });
  return object;
}

/** Names of all members of an object, at any depth, without the elements of arrays. */
const shapeOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).map(([name, each]) => [name, shapeOf(each)])
    : null;

describe('POST /api/webhook_deliveries with a webhook test', () => {
  beforeEach(async () => {
    app = await aListener(api.database, tenant.shop, {
      scopes: ['products.get', 'shops.get', ...ownScopes],
      events: ['products.created', 'shops.updated'],
    });
  });

  it('sends the current state of a resource with public links', async () => {
    const made = await aProduct(tenant.http, { title: 'ü "1" \\' });
    const answer = await ask({ kind: 'test', event_type: 'products.created', resource_id: made.id });
    expect([answer.status, codesOf(answer)]).toEqual([201, []]);
    const { attributes } = answer.body.data;
    expect(attributes).toMatchObject({
      ...{ kind: 'test', event_type: 'products.created', resource_type: 'products', resource_id: made.id },
      ...{ sequence: null, status: 'waiting' },
    });
    const [row] = await api.database.query<{ resource: string; event_id: string }>(
      'SELECT resource, event_id FROM shop.webhook_deliveries WHERE shop_id = $1',
      [tenant.shop.id],
    );
    const shown = JSON.stringify(made.response.body.data);
    const origin = `https://${tenant.shop.domain}.stores.example`;
    expect(JSON.parse(row!.resource)).toEqual(JSON.parse(shown.replaceAll(/http:\/\/[^/"]+/g, origin)));
    expect(row!.event_id).toBe(attributes.event_id);
  });

  it('sends an example object in the format of a GET response if resource_id is absent', async () => {
    const made = await aProduct(tenant.http);
    const asGet = made.response.body.data as Json;
    const product = await example('products.created');
    expect([product.id === made.id, product.type]).toEqual([false, 'products']);
    expect([shapeOf(product), product.links.self]).toEqual([
      shapeOf(asGet),
      `https://${tenant.shop.domain}.stores.example/api/products/${product.id}`,
    ]);
    const shop = await example('shops.updated');
    expect([shop.id, shop.attributes['domain']]).toEqual([tenant.shop.id, tenant.shop.domain]);
    expect(Object.keys(shop.attributes)).toEqual(['domain', 'name', 'title', 'description']);
    const own = await aListener(api.database, tenant.shop, { events: ['installations.uninstalled'] });
    const installation = await example('installations.uninstalled', own.installation);
    expect([installation.id, installation.attributes['status']]).toEqual([own.installation, 'installed']);
  });

  it('limits the number of webhook tests per installation', async () => {
    const { id: resource_id } = await aProduct(tenant.http);
    const test = { kind: 'test', event_type: 'products.created', resource_id };
    const answers = await Promise.all(Array.from({ length: 61 }, () => ask(test)));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map((answer) => [answer.status, codesOf(answer)])).toEqual([[429, ['rate_limited']]]);
    expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(0);
    const other = await aListener(api.database, tenant.shop, {
      scopes: ['products.get', ...ownScopes],
      events: ['products.created'],
    });
    expect((await ask(test, other.installation)).status).toBe(201);
  });

  it('returns an error for a missing resource, and for an event type that webhook tests do not support', async () => {
    const foreign = await aProduct((await aTenant(api)).http);
    for (const resource_id of [randomUUID(), 'x', foreign.id]) {
      const answer = await ask({ kind: 'test', event_type: 'products.created', resource_id });
      expect([answer.status, pointers(answer)]).toEqual([422, ['/data/attributes/resource_id']]);
    }
    const { id: resource_id } = tenant.shop;
    const shop = await ask({ kind: 'test', event_type: 'shops.updated', resource_id });
    expect([shop.status, pointers(shop)]).toEqual([422, ['/data/attributes/resource_id']]);
    expect(shop.body.errors[0].detail).toContain('products.created, products.updated, products.deleted');
    const notReceived = await ask({ kind: 'test', event_type: 'products.deleted', resource_id });
    expect(notReceived.body.errors[0].detail).toContain(
      'The installation receives events of the types products.created, shops.updated',
    );
    expect(await waiting()).toEqual([]);
  });

  it('requires the permission scope to read the resource', async () => {
    const made = await aProduct(tenant.http);
    const powerless = tenant.http.as(
      (await aListener(api.database, tenant.shop, { scopes: ['shops.get', ...ownScopes] })).token,
    );
    const answer = await ask(
      { kind: 'test', event_type: 'products.created', resource_id: made.id },
      app.installation,
      tenant.http.as(await anAccessToken(api.database, tenant.shop, ownScopes)),
    );
    expect([answer.status, codesOf(answer)]).toEqual([403, ['insufficient_scope']]);
    expect(answer.body.errors[0].meta).toEqual({ required_scopes: ['products.get'] });
    // An app cannot receive events that it cannot read.
    const own = await ask(
      { kind: 'test', event_type: 'products.created', resource_id: made.id },
      null,
      powerless,
    );
    expect([own.status, pointers(own)]).toEqual([422, ['/data/attributes/event_type']]);
  });
});

describe('POST /api/webhook_deliveries with an invalid request', () => {
  it.each([
    ['no attributes', {}, ['/data/attributes']],
    ['an unknown kind', { kind: 'event' }, ['/data/attributes/kind']],
    ['a resend without an event or a range', { kind: 'again' }, ['/data/attributes', '/data/attributes']],
    ['a range without an end', { kind: 'again', first_sequence: 1 }, ['/data/attributes']],
    [
      'a range whose end precedes its start',
      { kind: 'again', first_sequence: 5, last_sequence: 4 },
      ['…/last_sequence'],
    ],
    [
      'both an event and a range',
      { kind: 'again', event_id: randomUUID(), first_sequence: 1 },
      ['…/first_sequence'],
    ],
    ['an event id that is not a UUID', { kind: 'again', event_id: 'x' }, ['…/event_id']],
    ['the event id null', { kind: 'again', event_id: null }, ['…/event_id']],
    [
      'invalid sequence numbers',
      { kind: 'again', first_sequence: 0, last_sequence: '2' },
      ['…/first_sequence', '…/last_sequence'],
    ],
    [
      'a sequence number out of range',
      { kind: 'again', first_sequence: 1, last_sequence: 1e300 },
      ['…/last_sequence'],
    ],
    ['a test without an event type', { kind: 'test' }, ['/data/attributes']],
    [
      'a test of an event, and of an unknown type',
      { kind: 'test', event_type: 'meta.stolen', resource_id: '1', event_id: randomUUID() },
      ['…/event_type', '…/event_id'],
    ],
    ['a status', { kind: 'again', event_id: randomUUID(), status: 'delivered' }, ['…/status']],
    ['an unknown attribute', { kind: 'again', event_id: randomUUID(), nope: 1 }, ['…/nope']],
  ])('reports every error with its location in the request: %s', async (_, attributes, expected) => {
    const answer = await ask(attributes);
    expect(answer.status).toBe(422);
    expect(pointers(answer).sort()).toEqual(
      expected.map((pointer) => pointer.replace('…', '/data/attributes')).sort(),
    );
    expect(await waiting()).toEqual([]);
  });

  it('lists every event type in the error for an unknown event type', async () => {
    const { body } = await ask({ kind: 'test', event_type: 'x', resource_id: '1' });
    for (const type of eventTypes) expect(body.errors[0].detail).toContain(type);
  });
});
