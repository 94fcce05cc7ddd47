import { randomUUID } from 'node:crypto';
import { aTenant, type Made, type Tenant, type TestApi } from '@storewright/api-testing';
import { eventTypes } from '@storewright/events';
import { isAboutEvents } from '@storewright/scopes';
import { HttpClient, type Response } from '@storewright/testing';
import { resources } from './testing/resources';
import { type RightRequest, send } from './testing/right-requests';
import { type ScopedRoute, scopedRoutes } from './testing/routes';
import { aLinkage, anObject, sampleOf, samples, served } from './testing/samples';
import { startShopApi } from './testing/shop-api';

/*
 * docs/contract.md §6: every write of every resource makes exactly one event of it, and those of other resources that its sample names; a write that is not done makes
 * none. The routes come from the application; a resource that can be written fails here until it has a sample.
 */
let api: TestApi;
let tenant: Tenant;
/** Tables of the schema `shop`, from the catalog. */
let tables: string[];
beforeAll(async () => {
  api = await startShopApi();
  const found = await api.database.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_attribute s ON s.attrelid = c.oid AND s.attname = 'shop_id'
     WHERE c.relnamespace = 'shop'::regnamespace AND c.relkind IN ('r', 'p') ORDER BY 1`,
  );
  tables = found.map(({ name }) => name);
});
beforeEach(async () => {
  tenant = await aTenant(api);
});
afterAll(() => api.close());

const writeRoutes = () => scopedRoutes(api).filter(({ method }) => method !== 'GET');
/** Those of resources that are served alike, all of which declare events. */
const recorded = () => writeRoutes().filter(({ type }) => served.some((each) => each.type === type));

/** A write, and the object that it is about; none yet for a POST of a new one. */
interface Writing extends RightRequest {
  object?: Made;
}

let count = 0;
async function aWriting(route: ScopedRoute, { http } = tenant): Promise<Writing> {
  const { method, path, type, linkage } = route;
  const [sample, resource] = [sampleOf(type), served.find((each) => each.type === type)!];
  if (!path.includes(':id')) return { method, path, body: await sample.document(http) };
  const object = await anObject(http, type);
  const about = { method, path: path.replace(':id', object.id), object };
  if (linkage !== undefined) {
    const body = await aLinkage(http, resource, linkage);
    // What is removed has to be there.
    if (method === 'DELETE') await http.post(about.path, body);
    return { ...about, body };
  }
  if (method === 'PATCH') return { ...about, body: sample.change(object.id, (count += 1)) };
  await sample.release?.(http, object);
  return about;
}

const changes: Record<string, string> = { POST: 'created', PATCH: 'updated', DELETE: 'deleted' };

/** The types of the events that the write makes: its own, and those of others. */
function promisedEvents({ method, type, linkage }: ScopedRoute): { own: string; all: string[] } {
  const own = `${type}.${linkage === undefined ? changes[method] : 'updated'}`;
  const end = linkage === undefined ? method : `${method} relationships/${linkage}`;
  return { own, all: [own, ...(sampleOf(type).alongside?.[end] ?? [])].sort() };
}

interface Event {
  type: string;
  resource_id: string;
  resource: string;
  changed: string[];
}
const events = () =>
  api.database.query<Event>('SELECT * FROM shop.events WHERE shop_id = $1 ORDER BY occurred_at, id', [
    tenant.shop.id,
  ]);
const ignoringHost = (text: string) => text.replaceAll(/http:\/\/[^/]+/g, '');

it('knows every resource that can be written, and every type of event of the shop’s resources', () => {
  expect(Object.keys(samples).sort()).toEqual(served.map(({ type }) => type).sort());
  expect(resources.filter(({ events }) => events.length === 0)).toEqual([]);
  const others = writeRoutes().filter((route) => !recorded().some(({ label }) => label === route.label));
  // What is no resource of the shop's business: nobody is told of it.
  expect(others.map(({ type }) => type).filter((type) => !isAboutEvents(type))).toEqual([]);
  const declared = served.flatMap(({ type, events: each }) => each.map((change) => `${type}.${change}`));
  const ofAuthData = eventTypes.filter((type) => /^(installations|shops)\./.test(type));
  expect([...declared, ...ofAuthData].sort()).toEqual([...eventTypes].sort());
});

it('makes exactly one event of the object for each write, with the object as it was shown', async () => {
  for (const route of recorded()) {
    const { label, method, linkage } = route;
    const writing = await aWriting(route);
    const path = writing.object?.path;
    const before = await events();
    const shownBefore = path && (await tenant.http.get(path)).body.data;
    const answer = await send(tenant.http, writing);
    expect([label, Math.floor(answer.status / 100), answer.text]).toEqual([label, 2, answer.text]);
    const made = (await events()).slice(before.length);
    const { own, all } = promisedEvents(route);
    expect([label, made.map(({ type }) => type).sort()]).toEqual([label, all]);
    const [event] = made.filter(({ type }) => type === own);
    const isDeleted = method === 'DELETE' && linkage === undefined;
    const shown = isDeleted ? shownBefore : (answer.body?.data ?? (await tenant.http.get(path!)).body.data);
    expect(event!.resource_id).toBe(shown.id);
    expect([label, JSON.parse(ignoringHost(event!.resource))]).toEqual([
      label,
      JSON.parse(ignoringHost(JSON.stringify(shown))),
    ]);
    if (linkage !== undefined) expect([label, event!.changed]).toEqual([label, [linkage]]);
  }
});

it('makes the events of a write that is repeated with its Idempotency-Key once', async () => {
  for (const route of recorded().filter(({ method, linkage }) => method === 'POST' && !linkage)) {
    const headers = { 'idempotency-key': randomUUID() };
    const writing = await aWriting(route);
    const before = await events();
    for (let times = 0; times < 3; times += 1)
      expect((await send(tenant.http, writing, { headers })).status).toBe(201);
    const made = (await events()).slice(before.length);
    expect(made.map(({ type }) => type).sort()).toEqual(promisedEvents(route).all);
  }
});

type Attempt = () => Promise<Response>;

/** The write in all the ways in which it is refused; whatever they need is there. */
async function refusals(route: ScopedRoute, writing: Writing, powerless: HttpClient): Promise<Attempt[]> {
  const { method, path, object, body } = writing;
  const again =
    (change: Partial<RightRequest>, http: HttpClient = tenant.http): Attempt =>
    () =>
      send(http, { ...writing, ...change });
  const data = (body as { data?: object } | undefined)?.data;
  if (!object) {
    const { id } = await anObject(tenant.http, route.type);
    return [
      again({ body: { data: { type: route.type, attributes: { nope: 1 } } } }),
      again({ body: { data: { ...data, id } } }),
      again({}, powerless),
    ];
  }
  const nobody = randomUUID();
  const toNobody = (each: object) => ({ ...each, id: nobody });
  const lost = data && { data: Array.isArray(data) ? data.map(toNobody) : toNobody(data) };
  const isAboutObject = route.linkage === undefined;
  return [
    () => send(tenant.http, writing, { headers: { 'if-match': '"0-0"' } }),
    again({ path: path.replace(object.id, nobody), ...(isAboutObject && lost && { body: lost }) }),
    // Who removes a member that is not there has what was wanted.
    ...(isAboutObject || method === 'DELETE' ? [] : [again({ body: lost! })]),
    again({}, (await aTenant(api)).http),
    again({}, powerless),
  ];
}

it('makes none for a write that is refused', async () => {
  const powerless = await aTenant(api, [], tenant.shop);
  for (const route of recorded()) {
    const attempts = await refusals(route, await aWriting(route), powerless.http);
    const before = await events();
    for (const attempt of attempts)
      expect([route.label, Math.floor((await attempt()).status / 100)]).toEqual([route.label, 4]);
    expect([route.label, await events()]).toEqual([route.label, before]);
  }
});

it('makes none for a write that is undone, and does no write whose event cannot be kept', async () => {
  const { query } = api.database;
  // A 500 is what the other one does not let pass.
  const unchecked = new HttpClient(api.port, `${tenant.shop.domain}.localhost`, tenant.token);
  const everything = async () => {
    const rows: Record<string, unknown[]> = {};
    for (const table of tables)
      rows[table] = await query(`SELECT t::text FROM ${table} t WHERE shop_id = $1 ORDER BY 1`, [
        tenant.shop.id,
      ]);
    return rows;
  };
  for (const route of recorded()) {
    const writing = await aWriting(route);
    const before = await everything();
    const isDeletion = route.method === 'DELETE' && route.linkage === undefined;
    // A deletion can't break a check of its own row, so there the event's alone is tried.
    for (const broken of isDeletion ? ['shop.events'] : ['shop.events', `shop.${route.type}`]) {
      await query(
        `ALTER TABLE ${broken} ADD CONSTRAINT refused CHECK (shop_id <> '${tenant.shop.id}') NOT VALID`,
      );
      const { status } = await send(unchecked, writing);
      await query(`ALTER TABLE ${broken} DROP CONSTRAINT refused`);
      expect([route.label, broken, status]).toEqual([route.label, broken, 500]);
      expect([route.label, broken, await everything()]).toEqual([route.label, broken, before]);
    }
  }
});

it('makes neither version nor event for a change that changes nothing', async () => {
  for (const { type, linkage } of recorded().filter(({ method }) => method === 'PATCH')) {
    if (linkage !== undefined) continue;
    const object = await anObject(tenant.http, type);
    const before = await events();
    const bodies = sampleOf(type).same(object);
    expect(bodies.length).toBeGreaterThan(0);
    for (const body of bodies) {
      const { status, headers, body: answer } = await tenant.http.patch(object.path, body);
      expect([type, status, answer.data]).toEqual([type, 200, object.response.body.data]);
      expect(headers['etag']).toBe(object.etag);
    }
    expect(await events()).toEqual(before);
  }
});

it('makes neither version nor event for linkage that is as it was', async () => {
  const routes = recorded().filter(({ linkage }) => linkage !== undefined);
  expect(routes).not.toEqual([]);
  for (const route of routes) {
    const { method, path, object, body } = await aWriting(route);
    const write = () => send(tenant.http, { method, path, body: body! });
    expect([route.label, (await write()).status]).toEqual([route.label, 204]);
    const [before, { headers }] = [await events(), await tenant.http.get(object!.path)];
    expect([route.label, (await write()).status]).toEqual([route.label, 204]);
    expect([route.label, await events()]).toEqual([route.label, before]);
    expect((await tenant.http.get(object!.path)).headers['etag']).toBe(headers['etag']);
  }
});
