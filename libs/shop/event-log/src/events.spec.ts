import { randomUUID } from 'node:crypto';
import {
  anApi,
  aProduct,
  aTenant,
  changed,
  codesOf,
  idsOf,
  newProduct,
  pathOf,
  query,
  type Tenant,
  type TestApi,
  workerDatabases,
} from '@storewright/api-testing';
import { CustomerReads } from '@storewright/access';
import { CatalogModule } from '@storewright/catalog';
import { canReceive, deleteOldEvents, eventTypes, resourceOf, RETENTION_MS } from '@storewright/events';
import { declaredScopes, isScope } from '@storewright/scopes';
import { startEpoch } from '@storewright/schema';
import { anApp, anOAuthToken } from '@storewright/testing';
import { EventLogModule } from './event-log.module';

let api: TestApi;
let tenant: Tenant;
beforeAll(async () => {
  api = await anApi([CatalogModule, EventLogModule], {
    environment: { SHOP_URL: 'https://{shop}.stores.example' },
  });
});
beforeEach(async () => {
  tenant = await aTenant(api);
});
afterAll(() => api.close());

interface Event {
  id: string;
  attributes: {
    sequence: number;
    epoch: number;
    event_type: string;
    resource_type: string;
    resource_id: string;
    occurred_at: string;
    changed: string[];
    data: { id: string; attributes: object; links: { self: string }; meta: { version: number } };
  };
  relationships: { shop: { data: { type: string; id: string } } };
}

async function events(
  parameters: Record<string, string | number> = {},
  http = tenant.http,
): Promise<Event[]> {
  const { status, body } = await http.get(`/api/events?${query(parameters)}`);
  expect(status).toBe(200);
  return body.data as Event[];
}
const sequences = (list: Event[]) => list.map(({ attributes }) => attributes.sequence);
const types = (list: Event[]) => list.map(({ attributes }) => attributes.event_type);

/** Replaces the origin of every link by the public URL. */
function asClientsKnowIt<T>(object: T): T {
  const origin = `https://${tenant.shop.domain}.stores.example`;
  return JSON.parse(JSON.stringify(object).replaceAll(/http:\/\/[^/"]+/g, origin)) as T;
}

/** Creates an event of a type other than products, as the auth API does. */
async function carriedOver(type: string, resource_id: string): Promise<void> {
  await api.database.query(
    `INSERT INTO shop.events (shop_id, id, type, resource_type, resource_id, resource, changed, occurred_at)
     VALUES ($1, gen_random_uuid(), $2, split_part($2, '.', 1), $3, '{}', '{}', clock_timestamp())`,
    [tenant.shop.id, type, resource_id],
  );
}

describe('GET /api/events', () => {
  it('lists events in order, with the author and the object as a GET returned it at that time', async () => {
    const author = { actor_type: 'access_token', actor_id: expect.any(String), actor_name: 'test' };
    const { id, path, response } = await aProduct(tenant.http);
    const patched = await tenant.http.patch(path, changed('products', id, { title: 'Cup' }));
    await tenant.http.delete(path);
    const list = await events();
    expect(sequences(list)).toEqual([1, 2, 3]);
    expect(types(list)).toEqual(['products.created', 'products.updated', 'products.deleted']);
    expect(list.map(({ attributes }) => attributes.changed)).toEqual([[], ['title'], []]);
    const shown = [response, patched, patched].map(({ body }) =>
      asClientsKnowIt(body.data as Event['attributes']['data']),
    );
    expect(list.map(({ attributes }) => attributes.data)).toEqual(shown);
    for (const { attributes, relationships } of list) {
      expect(attributes).toMatchObject({ resource_type: 'products', resource_id: id, ...author });
      expect(relationships.shop.data).toEqual({ type: 'shops', id: tenant.shop.id });
    }
  });

  it('counts the customers whose data is in the returned events', async () => {
    const customer = randomUUID();
    const resource = JSON.stringify({ type: 'customers', id: customer });
    await api.database.query(
      `INSERT INTO shop.events (shop_id, id, type, resource_type, resource_id, resource, changed, occurred_at)
       VALUES ($1, gen_random_uuid(), 'customers.updated', 'customers', $2, $3, '{}', clock_timestamp())`,
      [tenant.shop.id, customer, resource],
    );
    const [event] = await events();
    await tenant.http.get(`/api/events/${event!.id}`);
    await api.application.get(CustomerReads).flush();
    const counted = await api.database.query(
      `SELECT type, customer_ids AS ids FROM auth.customer_days WHERE shop_id = $1`,
      [tenant.shop.id],
    );
    expect(counted).toEqual([{ type: 'events', ids: [customer] }]);
  });

  it("returns an event immediately after the write, and no events after the event's sequence number", async () => {
    for (let written = 0; written < 5; written += 1) {
      await aProduct(tenant.http);
      expect(sequences(await events({ 'filter[since]': written }))).toEqual([written + 1]);
    }
    expect(await events({ 'filter[since]': 5 })).toEqual([]);
    expect(await events({ 'filter[since]': 999_999_999_999 })).toEqual([]);
  });

  it('returns an event immediately after the write, even if many older events have no sequence number', async () => {
    await api.database.query(
      `INSERT INTO shop.events (shop_id, id, type, resource_type, resource_id, resource, changed, occurred_at)
       SELECT $1, gen_random_uuid(), 'products.updated', 'products', 'p', '{}', '{}', now() - interval '1 hour'
         FROM generate_series(1, 2500)`,
      [tenant.shop.id],
    );
    const { id } = await aProduct(tenant.http);
    const [last] = await events({ sort: '-sequence', 'page[size]': 1 });
    expect(last!.attributes).toMatchObject({ event_type: 'products.created', resource_id: id });
  });

  it('starts a new epoch after a server change or on command, and continues the sequence numbers', async () => {
    const epochs = async () =>
      (await events()).map(({ attributes }) => [attributes.sequence, attributes.epoch]);
    await aProduct(tenant.http);
    expect(await epochs()).toEqual([[1, 1]]);
    await aProduct(tenant.http);
    expect(await epochs()).toEqual([1, 2].map((sequence) => [sequence, 1]));
    // Simulates a restore: the last numbered events are missing, and the log was created on another server.
    await api.database.query(
      `UPDATE shop.event_streams SET last_sequence = 1, server = 'another/1' WHERE shop_id = $1`,
      [tenant.shop.id],
    );
    await api.database.query('DELETE FROM shop.events WHERE shop_id = $1 AND sequence = 2', [tenant.shop.id]);
    await aProduct(tenant.http);
    const [, [sequence, restored]] = (await epochs()) as [unknown, [number, number]];
    expect(sequence).toBe(2);
    expect(restored).toBeGreaterThan(1);
    await startEpoch(api.database.administratorUrl, { owner: 'owner' });
    await aProduct(tenant.http);
    const [, second, third] = (await epochs()) as [unknown, [number, number], [number, number]];
    expect(second).toEqual([2, restored]);
    expect(third[0]).toBe(3);
    expect(third[1]).toBeGreaterThan(restored);
  });

  it('rejects the page cursor of an event that a restore from a backup removed', async () => {
    for (let made = 0; made < 2; made += 1) await aProduct(tenant.http);
    const page = await tenant.http.get(`/api/events?${query({ 'page[size]': 1, sort: '-sequence' })}`);
    const next = pathOf(page.body.links.next)!;
    expect((await tenant.http.get(next)).status).toBe(200);
    await api.database.query('UPDATE shop.events SET id = $2 WHERE shop_id = $1 AND sequence = 2', [
      tenant.shop.id,
      randomUUID(),
    ]);
    const gone = await tenant.http.get(next);
    expect([gone.status, codesOf(gone)]).toEqual([410, ['events_expired']]);
  });

  it('returns every event exactly once over all pages while new events are created', async () => {
    for (let written = 0; written < 7; written += 1) await aProduct(tenant.http);
    const seen: number[] = [];
    let next: string | undefined = '/api/events?page[size]=2&filter[since]=1';
    while (next) {
      const { body } = await tenant.http.get(next);
      seen.push(...sequences(body.data));
      if (seen.length === 2) await aProduct(tenant.http);
      next = pathOf(body.links.next);
    }
    expect(seen).toEqual([2, 3, 4, 5, 6, 7, 8]);
  });

  it('returns pages of events in descending order and by page number, with the total', async () => {
    for (let written = 0; written < 5; written += 1) await aProduct(tenant.http);
    expect(sequences(await events({ sort: '-sequence', 'page[size]': 2 }))).toEqual([5, 4]);
    expect(sequences(await events({ 'page[number]': 2, 'page[size]': 2 }))).toEqual([3, 4]);
    const last = await tenant.http.get(
      '/api/events?page[size]=2&page[number]=3&page[total]=true&filter[since]=1',
    );
    expect([sequences(last.body.data), last.body.meta]).toEqual([[], { page: { total: 4 }, epoch: 1 }]);
    const middle = await tenant.http.get('/api/events?page[size]=2&sort=-sequence');
    const further = await tenant.http.get(pathOf(middle.body.links.next)!);
    expect(sequences(further.body.data)).toEqual([3, 2]);
    const back = await tenant.http.get(pathOf(further.body.links.prev)!);
    expect(sequences(back.body.data)).toEqual([5, 4]);
  });

  it('filters by event type, resource type and resource', async () => {
    const one = await aProduct(tenant.http);
    await tenant.http.patch(one.path, changed('products', one.id, { title: 'Cup' }));
    const other = await aProduct(tenant.http);
    await carriedOver('shops.updated', tenant.shop.id);
    expect(sequences(await events({ 'filter[type]': 'products.created' }))).toEqual([1, 3]);
    expect(sequences(await events({ 'filter[resource_id]': one.id }))).toEqual([1, 2]);
    expect(sequences(await events({ 'filter[resource_type]': 'products' }))).toEqual([1, 2, 3]);
    expect(sequences(await events({ 'filter[resource_type]': 'shops' }))).toEqual([4]);
    const all = { 'filter[type]': 'products.created', 'filter[resource_id]': other.id, 'filter[since]': 1 };
    expect(sequences(await events(all))).toEqual([3]);
    expect(await events({ 'filter[type]': 'products.created', 'filter[resource_type]': 'shops' })).toEqual(
      [],
    );
  });

  it('rejects unknown filters and lists the valid filters', async () => {
    for (const [parameter, value, hint] of [
      ['filter[since]', '-1', 'sequence number of an event'],
      ['filter[since]', '1e3', 'sequence number of an event'],
      ['filter[since]', '99999999999999999999', 'sequence number of an event'],
      ['filter[type]', 'meta.stolen', 'meta.created, meta.updated'],
      ['filter[resource_type]', 'nothings', [...new Set(eventTypes.map(resourceOf))].join(', ')],
      ['filter[occurred_at]', '1', 'filter[since]'],
      ['sort', 'id', 'sequence'],
      [
        'page[after]',
        Buffer.from(JSON.stringify(['sequence,id', 'x', randomUUID()])).toString('base64url'),
        'cursor',
      ],
    ] as const) {
      const answer = await tenant.http.get(`/api/events?${query({ [parameter]: value })}`);
      expect([parameter, value, answer.status, codesOf(answer)]).toEqual([
        parameter,
        value,
        400,
        ['invalid_query_parameter'],
      ]);
      expect(answer.body.errors[0].source).toEqual({ parameter });
      expect(answer.body.errors[0].detail).toContain(hint);
    }
  });

  it('returns 410 only if the client has missed a deleted event', async () => {
    for (let written = 0; written < 4; written += 1) await aProduct(tenant.http);
    await events();
    await api.database.query(
      `UPDATE shop.events SET occurred_at = now() - interval '31 days' WHERE shop_id = $1 AND sequence <= 3`,
      [tenant.shop.id],
    );
    const worker = await workerDatabases(api.database);
    expect(await deleteOldEvents(worker.shop, tenant.shop.id, new Date(Date.now() - RETENTION_MS))).toBe(3);
    expect(await deleteOldEvents(worker.shop, tenant.shop.id, new Date(Date.now() - RETENTION_MS))).toBe(0);
    await worker.close();
    const missed = await tenant.http.get('/api/events?filter[since]=2');
    expect([missed.status, codesOf(missed)]).toEqual([410, ['events_expired']]);
    expect(missed.body.errors[0].detail).toContain('continue from 3');
    expect(sequences(await events({ 'filter[since]': 3 }))).toEqual([4]);
    expect(sequences(await events())).toEqual([4]);
  });
});

describe('GET /api/events/{id}', () => {
  it('returns an event of the token’s shop, and returns 404 for an event of another shop', async () => {
    await tenant.http.post('/api/products', newProduct());
    const [event] = await events();
    const answer = await tenant.http.get(`/api/events/${event!.id}`);
    expect([answer.status, answer.body.data]).toEqual([200, event]);
    const stranger = await aTenant(api);
    for (const id of [event!.id, 'no-uuid'])
      expect((await stranger.http.get(`/api/events/${id}`)).status).toBe(404);
  });
});

describe('events visible to a token', () => {
  async function anInstalledApp(scopes: string[]) {
    const token = await anOAuthToken(api.database, tenant.shop, await anApp(api.database), scopes);
    const [row] = await api.database.query<{ id: string }>(
      `SELECT installation_id AS id FROM auth.oauth_tokens WHERE digest = sha256($1::bytea)`,
      [Buffer.from(token)],
    );
    return { http: tenant.http.as(token) as Tenant['http'], installation: row!.id };
  }

  it('are the events of the resources that the token may read', async () => {
    await aProduct(tenant.http);
    await carriedOver('shops.updated', tenant.shop.id);
    const blind = await anInstalledApp([
      'events.collection',
      'events.get',
      'products.collection',
      'shops.get',
    ]);
    expect(types(await events({}, blind.http))).toEqual(['shops.updated']);
    expect(await events({ 'filter[type]': 'products.created' }, blind.http)).toEqual([]);
    const [hidden] = await events({ 'filter[type]': 'products.created' });
    expect((await blind.http.get(`/api/events/${hidden!.id}`)).status).toBe(404);
    const seeing = await anInstalledApp(['events.collection', 'events.get', 'products.get', 'shops.get']);
    expect(types(await events({}, seeing.http))).toEqual(['products.created', 'shops.updated']);
    expect((await seeing.http.get(`/api/events/${hidden!.id}`)).status).toBe(200);
  });

  it('include all installation events for an owner’s token, and only the app’s events for an app’s token', async () => {
    const app = await anInstalledApp(['events.collection', 'events.get', 'products.get']);
    await carriedOver('installations.created', app.installation);
    await carriedOver('installations.created', randomUUID());
    await aProduct(tenant.http);
    expect(sequences(await events({}, app.http))).toEqual([1, 3]);
    expect(sequences(await events({ 'filter[resource_type]': 'installations' }, app.http))).toEqual([1]);
    const all = await events();
    expect(sequences(all)).toEqual([1, 2, 3]);
    const answers = await Promise.all(all.map(({ id }) => app.http.get(`/api/events/${id}`)));
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 200]);
    const other = all[1]!.attributes.resource_id;
    expect(await events({ 'filter[resource_id]': other }, app.http)).toEqual([]);
  });

  it('require the permission scope <resource>.get for every resource with this scope', () => {
    const of = (...scopes: string[]) =>
      eventTypes.filter((type) => canReceive(type, { scopes: new Set(scopes) }));
    const free = eventTypes.filter((type) => !isScope(`${resourceOf(type)}.get`));
    expect(new Set(free.map(resourceOf))).toEqual(new Set(['installations']));
    const others = declaredScopes.filter(({ action }) => action !== 'get').map(({ scope }) => scope);
    expect(of(...others)).toEqual(free);
    for (const resource of new Set(eventTypes.map(resourceOf)))
      expect(of(`${resource}.get`)).toEqual(
        eventTypes.filter((type) => free.includes(type) || resourceOf(type) === resource),
      );
    expect(eventTypes.filter((type) => canReceive(type, {}))).toEqual(eventTypes);
  });

  it('never include events of another shop', async () => {
    await aProduct(tenant.http);
    const other = await aTenant(api);
    await aProduct(other.http);
    const [mine, theirs] = [await tenant.http.get('/api/events'), await other.http.get('/api/events')];
    expect([idsOf(mine).length, idsOf(theirs).length]).toEqual([1, 1]);
    expect(idsOf(mine)).not.toEqual(idsOf(theirs));
  });
});
