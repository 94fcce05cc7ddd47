import { randomUUID } from 'node:crypto';
import { type Route, routeTable } from '@storewright/access';
import { eventTypes } from '@storewright/events';
import type { Resource } from '@storewright/json-api';
import { isAboutEvents } from '@storewright/scopes';
import { HttpClient, type Response } from '@storewright/testing';
import { collections } from './index.controller';
import { changedMeta, newMeta } from './testing/meta-objects';
import { aTenant, type ShopApi, startShopApi, type Tenant } from './testing/shop-api';

/*
 * CONTRACT §6: every write of every resource makes exactly one event, and a write that is not done makes none. The routes and the resources come from the
 * application; a resource that can be written fails here until it is told how.
 */
let api: ShopApi;
let tenant: Tenant;
beforeAll(async () => {
  api = await startShopApi();
});
beforeEach(async () => {
  tenant = await aTenant(api);
});
afterAll(() => api.close());

/** How a resource is written: bodies that are right. */
interface Writing {
  table: string;
  create: () => object;
  /** Different each time. */
  change: (id: string) => object;
  /** Of an object made by `create`: right, and changes nothing. */
  same: (id: string) => object[];
}

let count = 0;
const writings: Record<string, Writing> = {
  meta: {
    table: 'shop.meta',
    create: () => newMeta({ data: { a: 1, b: { c: [1, 'x'] } } }),
    change: (id) => changedMeta(id, { data: { a: (count += 1) + 1 } }),
    same: (id) => [
      changedMeta(id, {}),
      changedMeta(id, { data: {} }),
      changedMeta(id, { data: { a: 1 } }),
      changedMeta(id, { data: { gone: null } }),
      changedMeta(id, { override: true, data: { b: { c: [1, 'x'] }, a: 1.0 } }),
    ],
  },
};

const changes: Record<string, string> = { POST: 'created', PATCH: 'updated', DELETE: 'deleted' };

function writeRoutes(): { label: string; method: string; resource: Resource }[] {
  return routeTable(api.application)
    .filter(({ method }: Route) => method in changes)
    .map(({ method, path }) => {
      const resource = collections.find((each) => path === each.path || path === `${each.path}/:id`);
      if (!resource) throw new Error(`${method} ${path} writes something that is no collection`);
      return { label: `${method} ${path}`, method, resource };
    });
}
/** Those whose resource declares events. */
const recorded = () => writeRoutes().filter(({ resource }) => resource.events.length > 0);

interface Event {
  type: string;
  resource_id: string;
  resource: string;
}
const events = () =>
  api.database.query<Event>('SELECT * FROM shop.events WHERE shop_id = $1 ORDER BY occurred_at, id', [
    tenant.shop.id,
  ]);

async function anObjectOf({
  path,
  type,
}: Resource): Promise<{ id: string; path: string; document: Response }> {
  const document = await tenant.http.post(path, writings[type]!.create());
  expect(document.status).toBe(201);
  const id = document.body.data.id as string;
  return { id, path: `${path}/${id}`, document };
}

/** Sends the write; PATCH and DELETE to this object. */
function send(
  method: string,
  resource: Resource,
  object: { id: string; path: string },
  { http = tenant.http, headers = {} }: { http?: HttpClient; headers?: Record<string, string> } = {},
): Promise<Response> {
  const { create, change } = writings[resource.type]!;
  if (method === 'POST') return http.post(resource.path, create(), { headers });
  if (method === 'PATCH') return http.patch(object.path, change(object.id), { headers });
  return http.delete(object.path, { headers });
}

it('knows every resource that can be written, and every type of event of the shop’s resources', () => {
  const written = new Set(recorded().map(({ resource }) => resource.type));
  expect([...written].sort()).toEqual(Object.keys(writings).sort());
  const silent = writeRoutes().filter(({ resource }) => resource.events.length === 0);
  // What is no resource of the shop's business: nobody is told of it.
  expect(silent.map(({ resource }) => resource.type).filter((type) => !isAboutEvents(type))).toEqual([]);
  const declared = collections.flatMap(({ type, events: each }) => each.map((change) => `${type}.${change}`));
  const ofAuthData = eventTypes.filter((type) => /^(installations|shops)\./.test(type));
  expect([...declared, ...ofAuthData].sort()).toEqual([...eventTypes].sort());
});

it('makes exactly one event for each write, with the object as it was shown', async () => {
  for (const { label, method, resource } of recorded()) {
    const object = await anObjectOf(resource);
    const before = await events();
    const answer = await send(method, resource, object);
    expect([label, Math.floor(answer.status / 100)]).toEqual([label, 2]);
    const [event, ...more] = (await events()).slice(before.length);
    expect([label, event?.type, more]).toEqual([label, `${resource.type}.${changes[method]}`, []]);
    const shown = (method === 'DELETE' ? object.document : answer).body.data as { id: string };
    const ignoringHost = (text: string) => text.replaceAll(/http:\/\/[^/]+/g, '');
    expect(event!.resource_id).toBe(shown.id);
    expect(JSON.parse(ignoringHost(event!.resource))).toEqual(
      JSON.parse(ignoringHost(JSON.stringify(shown))),
    );
  }
});

it('makes one event of a write that is repeated with its Idempotency-Key', async () => {
  for (const { resource } of recorded().filter(({ method }) => method === 'POST')) {
    const headers = { 'idempotency-key': randomUUID() };
    const body = writings[resource.type]!.create();
    for (let times = 0; times < 3; times += 1)
      expect((await tenant.http.post(resource.path, body, { headers })).status).toBe(201);
    expect((await events()).filter(({ type }) => type === `${resource.type}.created`)).toHaveLength(1);
  }
});

it('makes none for a write that is refused', async () => {
  const stranger = await aTenant(api);
  const powerless = await aTenant(api, []);
  for (const { label, method, resource } of recorded()) {
    const object = await anObjectOf(resource);
    const before = await events();
    const missing = { id: randomUUID(), path: `${resource.path}/${randomUUID()}` };
    const refused = [
      ...(method === 'POST'
        ? [
            await tenant.http.post(resource.path, { data: { type: resource.type, attributes: { nope: 1 } } }),
            await tenant.http.post(resource.path, withId(writings[resource.type]!.create(), object.id)),
          ]
        : [
            await send(method, resource, object, { headers: { 'if-match': '"0-0"' } }),
            await send(method, resource, { ...object, path: missing.path, id: missing.id }),
            await stranger.http.send(method, object.path, {
              body: writings[resource.type]!.change(object.id),
            }),
          ]),
      await tenant.http
        .as(powerless.token)
        .send(method, object.path.slice(0, method === 'POST' ? resource.path.length : undefined)),
    ];
    for (const { status } of refused) expect([label, Math.floor(status / 100)]).toEqual([label, 4]);
    expect([label, await events()]).toEqual([label, before]);
  }
});

it('makes none for a write that is undone, and does no write whose event cannot be kept', async () => {
  const { query } = api.database;
  // A 500 is what the other one does not let pass.
  const unchecked = new HttpClient(api.port, `${tenant.shop.domain}.localhost`, tenant.token);
  const rowsOf = (table: string) =>
    query(`SELECT t::text FROM ${table} t WHERE shop_id = $1 ORDER BY 1`, [tenant.shop.id]);
  for (const { label, method, resource } of recorded()) {
    const { table } = writings[resource.type]!;
    const object = await anObjectOf(resource);
    const before = [await events(), await rowsOf(table)];
    // A deletion can't break a check of its own row, so there the event's alone is tried.
    for (const broken of method === 'DELETE' ? ['shop.events'] : ['shop.events', table]) {
      await query(
        `ALTER TABLE ${broken} ADD CONSTRAINT refused CHECK (shop_id <> '${tenant.shop.id}') NOT VALID`,
      );
      const { status } = await send(method, resource, object, { http: unchecked });
      await query(`ALTER TABLE ${broken} DROP CONSTRAINT refused`);
      expect([label, broken, status]).toEqual([label, broken, 500]);
      expect([label, broken, await events(), await rowsOf(table)]).toEqual([label, broken, ...before]);
    }
  }
});

it('makes neither version nor event for a change that changes nothing', async () => {
  for (const { resource } of recorded().filter(({ method }) => method === 'PATCH')) {
    const object = await anObjectOf(resource);
    const before = await events();
    for (const body of writings[resource.type]!.same(object.id)) {
      const { status, headers, body: answer } = await tenant.http.patch(object.path, body);
      expect([status, answer.data]).toEqual([200, object.document.body.data]);
      expect(headers['etag']).toBe(object.document.headers['etag']);
    }
    expect(await events()).toEqual(before);
  }
});

function withId(document: object, id: string): object {
  const { data } = document as { data: object };
  return { data: { ...data, id } };
}
