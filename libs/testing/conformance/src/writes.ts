import { randomUUID } from 'node:crypto';
import { aTenant, eventsOf, type Made, type Tenant, type WrittenEvent } from '@storewright/api-testing';
import { HttpClient, type Response } from '@storewright/testing';
import { type RightRequest, type ScopedRoute, send } from './routes';
import type { SampleAction } from './sample';
import { shopTables } from './shop-tables';
import type { Subject } from './subject';

/**
 * Tests the events of every write route of the application (docs/contract.md §6). A successful write must
 * create one event about its object, and the additional events that its sample lists. A failed write must
 * create no event.
 */
export function testWrites(subject: Subject): void {
  if (subject.served.length === 0) return;
  const writes = new Writes(subject);
  describe('every write', () => {
    beforeEach(() => writes.begin());

    it('creates exactly one event of its object, with the object as the API returns it', () =>
      writes.makeOneEvent());
    it('creates its events only once if it is repeated with the same Idempotency-Key', () =>
      writes.makeEventsOnce());
    it('creates no event if it is rejected', () => writes.makeNoneWhereRefused());
    it('creates no event if it is rolled back, and is rolled back if its event cannot be stored', () =>
      writes.areUndoneWithTheirEvent());
    it('creates neither a version nor an event if it changes nothing', () =>
      writes.makeNoneWhereNothingChanges());
    if (subject.links.some(({ relationship }) => relationship.writable?.includes('update')))
      it('creates neither a version nor an event if the linkage already is as requested', () =>
        writes.makeNoneForTheSameLinkage());
  });
}

/** A write request with the object that it changes. The object is undefined for a POST. */
interface Writing extends RightRequest {
  object?: Made;
}

const changes: Record<string, string> = { POST: 'created', PATCH: 'updated', DELETE: 'deleted' };
const ignoringHost = (text: string) => JSON.parse(text.replaceAll(/http:\/\/[^/]+/g, '')) as unknown;
const isAboutLinkage = ({ linkage }: ScopedRoute) => linkage !== undefined;
const isDeletion = ({ method, linkage }: ScopedRoute) => method === 'DELETE' && linkage === undefined;

class Writes {
  private tenant!: Tenant;

  constructor(private readonly subject: Subject) {}

  async begin(): Promise<void> {
    this.tenant = await aTenant(this.subject.api);
  }

  async makeOneEvent(): Promise<void> {
    for (const route of this.subject.writes) {
      const { label, linkage } = route;
      const writing = await this.aWriting(route);
      const path = writing.object?.path;
      const before = await this.events();
      const shownBefore = path && (await this.tenant.http.get(path)).body.data;
      const answer = await send(this.tenant.http, writing);
      expect([label, Math.floor(answer.status / 100), answer.text]).toEqual([label, 2, answer.text]);
      const made = (await this.events()).slice(before.length);
      const { own, all } = this.promisedEvents(route);
      expect([label, made.map(({ type }) => type).sort()]).toEqual([label, all]);
      const [event] = made.filter(({ type }) => type === own);
      const shown = isDeletion(route)
        ? shownBefore
        : (answer.body?.data ?? (await this.tenant.http.get(path!)).body.data);
      expect(event!.resource_id).toBe(shown.id);
      expect([label, ignoringHost(event!.resource)]).toEqual([label, ignoringHost(JSON.stringify(shown))]);
      if (linkage !== undefined) expect([label, event!.changed]).toEqual([label, [linkage]]);
    }
  }

  async makeEventsOnce(): Promise<void> {
    for (const route of this.subject.writes) {
      if (route.method !== 'POST') continue;
      const headers = { 'idempotency-key': randomUUID() };
      const writing = await this.aWriting(route);
      const before = await this.events();
      for (const replayed of [undefined, 'true', 'true']) {
        const answer = await send(this.tenant.http, writing, { headers });
        expect([route.label, answer.status, answer.headers['idempotency-replayed']]).toEqual([
          ...[route.label, this.actionOf(route)?.status ?? (isAboutLinkage(route) ? 204 : 201)],
          replayed,
        ]);
      }
      const made = (await this.events()).slice(before.length);
      expect(made.map(({ type }) => type).sort()).toEqual(this.promisedEvents(route).all);
    }
  }

  async makeNoneWhereRefused(): Promise<void> {
    const powerless = await aTenant(this.subject.api, [], this.tenant.shop);
    for (const route of this.subject.writes) {
      const attempts = await this.refusals(route, await this.aWriting(route), powerless.http);
      const before = await this.events();
      for (const attempt of attempts)
        expect([route.label, Math.floor((await attempt()).status / 100)]).toEqual([route.label, 4]);
      expect([route.label, await this.events()]).toEqual([route.label, before]);
    }
  }

  async areUndoneWithTheirEvent(): Promise<void> {
    const { api, writes } = this.subject;
    const { shop, token } = this.tenant;
    // Uses HttpClient, because CheckedClient would reject the expected status 500.
    const unchecked = new HttpClient(api.port, `${shop.domain}.localhost`, token);
    const tables = await shopTables(api.database);
    for (const route of writes) {
      const writing = await this.aWriting(route);
      const before = await this.rows(tables);
      // Breaks only the event table for a DELETE, because a DELETE cannot violate a check constraint of its
      // own table.
      for (const broken of isDeletion(route) ? ['shop.events'] : ['shop.events', `shop.${route.type}`]) {
        await api.database.query(
          `ALTER TABLE ${broken} ADD CONSTRAINT refused CHECK (shop_id <> '${shop.id}') NOT VALID`,
        );
        const { status } = await send(unchecked, writing);
        await api.database.query(`ALTER TABLE ${broken} DROP CONSTRAINT refused`);
        expect([route.label, broken, status]).toEqual([route.label, broken, 500]);
        expect([route.label, broken, await this.rows(tables)]).toEqual([route.label, broken, before]);
      }
    }
  }

  async makeNoneWhereNothingChanges(): Promise<void> {
    const { http } = this.tenant;
    for (const route of this.subject.writes) {
      const { type, method } = route;
      if (method !== 'PATCH' || isAboutLinkage(route)) continue;
      const object = await this.subject.anObject(http, type);
      const before = await this.events();
      const bodies = this.subject.sampleOf(type).same(object);
      expect(bodies.length).toBeGreaterThan(0);
      for (const body of bodies) {
        const { status, headers, body: answer } = await http.patch(object.path, body);
        expect([type, status, answer.data]).toEqual([type, 200, object.response.body.data]);
        expect(headers['etag']).toBe(object.etag);
      }
      expect(await this.events()).toEqual(before);
    }
  }

  async makeNoneForTheSameLinkage(): Promise<void> {
    const { http } = this.tenant;
    for (const route of this.subject.writes.filter(isAboutLinkage)) {
      const { method, path, object, body } = await this.aWriting(route);
      const write = () => send(http, { method, path, body: body! });
      expect([route.label, (await write()).status]).toEqual([route.label, 204]);
      const [before, { headers }] = [await this.events(), await http.get(object!.path)];
      expect([route.label, (await write()).status]).toEqual([route.label, 204]);
      expect([route.label, await this.events()]).toEqual([route.label, before]);
      expect((await http.get(object!.path)).headers['etag']).toBe(headers['etag']);
    }
  }

  private aWriting(route: ScopedRoute): Promise<Writing> {
    return this.subject.aRightRequest(route, { tenant: this.tenant });
  }

  private events(): Promise<WrittenEvent[]> {
    return eventsOf(this.subject.api.database, this.tenant.shop);
  }

  private async rows(tables: readonly string[]): Promise<Record<string, unknown[]>> {
    const rows: Record<string, unknown[]> = {};
    for (const table of tables)
      rows[table] = await this.subject.api.database.query(
        `SELECT t::text FROM ${table} t WHERE shop_id = $1 ORDER BY 1`,
        [this.tenant.shop.id],
      );
    return rows;
  }

  /**
   * Returns the types of the events that a write must create. `own` is the event about the written object.
   */
  private promisedEvents(route: ScopedRoute): { own: string; all: string[] } {
    const events = this.actionOf(route)?.events;
    if (events) return { own: events[0], all: [...events].sort() };
    const { method, type, linkage } = route;
    const own = `${type}.${linkage === undefined ? changes[method] : 'updated'}`;
    const end = linkage === undefined ? method : `${method} relationships/${linkage}`;
    return { own, all: [own, ...(this.subject.sampleOf(type).alongside?.[end] ?? [])].sort() };
  }

  private actionOf({ type, label }: ScopedRoute): SampleAction | undefined {
    return this.subject.sampleOf(type).actions?.[label];
  }

  /**
   * Sends invalid variants of a write request, which the API must reject. All objects that the write requires
   * exist.
   */
  private async refusals(
    route: ScopedRoute,
    writing: Writing,
    powerless: HttpClient,
  ): Promise<(() => Promise<Response>)[]> {
    const { method, path, object, body } = writing;
    const again =
      (change: Partial<RightRequest>, http: HttpClient = this.tenant.http) =>
      () =>
        send(http, { ...writing, ...change });
    const data = (body as { data?: object } | undefined)?.data;
    if (!object) {
      const { id } = await this.subject.anObject(this.tenant.http, route.type);
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
      () => send(this.tenant.http, writing, { headers: { 'if-match': '"0-0"' } }),
      () => send(this.tenant.http, writing, { headers: { 'if-none-match': '*' } }),
      again({ path: path.replace(object.id, nobody), ...(isAboutObject && lost && { body: lost }) }),
      // Skips DELETE, because removing an absent member from a relationship succeeds.
      ...(isAboutObject || method === 'DELETE' ? [] : [again({ body: lost! })]),
      again({}, this.subject.stranger.http),
      again({}, powerless),
    ];
  }
}
