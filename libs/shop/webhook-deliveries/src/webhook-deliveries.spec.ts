import { randomUUID } from 'node:crypto';
import {
  aDelivery,
  aListener,
  aNumberedEvent,
  aTenant,
  codesOf,
  idsOf,
  type Listener,
  ownScopes,
  pathOf,
  query,
  type Tenant,
  type TestApi,
} from '@storewright/api-testing';
import { startDeliveriesApi } from './testing/deliveries-api';

let api: TestApi;
let tenant: Tenant;
let app: Listener;
let other: Listener;
beforeAll(async () => {
  api = await startDeliveriesApi();
});
beforeEach(async () => {
  tenant = await aTenant(api);
  [app, other] = [await aListener(api.database, tenant.shop), await aListener(api.database, tenant.shop)];
});
afterAll(() => api.close());

const delivery = (given: Record<string, unknown> = {}, attempts: Record<string, unknown>[] = []) =>
  aDelivery(api.database, tenant.shop, { installation_id: app.installation, ...given }, attempts);
const event = (given: Record<string, unknown> = {}) => aNumberedEvent(api.database, tenant.shop, given);
const list = (parameters: Record<string, string | number> = {}, http = tenant.http) =>
  http.get(`/api/webhook_deliveries?${query(parameters)}`);
const show = (id: string, http = tenant.http) => http.get(`/api/webhook_deliveries/${id}`);
const asApp = ({ token }: Listener) => tenant.http.as(token);

describe('GET /api/webhook_deliveries/{id}', () => {
  const failure = { status: 500, duration_ms: 31, answer: 'no <b>', error: null };

  it('returns request and response of every attempt to send the webhook', async () => {
    const resource = '{"type":"meta","id":"r-1","attributes":{"data":{"ü":"\\u2028"}}}';
    const event_id = await event({ resource, changed: ['data'], occurred_at: '2026-11-20T10:00:00.123456Z' });
    const id = await delivery({ event_id, created_at: '2026-11-20T10:00:01.000007Z' }, [failure, {}]);
    const { status, body } = await show(id);
    expect(status).toBe(200);
    const { attributes, relationships } = body.data;
    const { id: shop_id, domain } = tenant.shop;
    expect(attributes.request).toEqual({
      ...{ url: 'https://app.example/hooks', headers: { 'webhook-id': 'x' } },
      body: `{"type":"meta.created","timestamp":"2026-11-20T10:00:00.123456Z","data":${resource},"changed":["data"],"shop":{"id":"${shop_id}","domain":"${domain}"},"sequence":1,"epoch":1}`,
    });
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/) as string;
    const url = 'https://app.example/hooks';
    expect(attributes.attempts).toEqual([
      { attempt: 1, url, ...failure, attempted_at: at },
      { attempt: 2, url, status: 204, duration_ms: 12, answer: '', error: null, attempted_at: at },
    ]);
    expect(attributes).toMatchObject({
      ...{ kind: 'event', event_id, event_type: 'meta.created', resource_type: 'meta', resource_id: 'r-1' },
      ...{ sequence: 1, status: 'delivered', attempt_count: 2, next_attempt_at: null },
      ...{ response_status: 204, duration_ms: 12, error: null, created_at: '2026-11-20T10:00:01.000007Z' },
    });
    expect(relationships).toEqual({
      installation: { data: { type: 'installations', id: app.installation } },
      shop: { data: { type: 'shops', id: shop_id } },
    });
  });

  it('returns the same object as the list, plus the request and the attempts', async () => {
    const id = await delivery({ event_id: await event() }, [failure]);
    const [alone, [listed]] = [(await show(id)).body.data, (await list()).body.data];
    const { request: _, attempts: __, ...rest } = alone.attributes;
    expect(listed).toEqual({ ...alone, attributes: rest });
    expect((await list({ 'fields[webhook_deliveries]': 'request' })).status).toBe(400);
  });

  it('returns the time of the next attempt and the reason of the last failure', async () => {
    const next = '2026-11-21T12:00:00.000000Z';
    const id = await delivery({ status: 'retrying' }, [{ status: null, error: 'no response within 15 s' }]);
    const waiting = await delivery({ status: 'waiting', kind: 'again' });
    await api.database.query(
      'UPDATE shop.webhook_streams SET delivery_id = $2, next_attempt_at = $3 WHERE installation_id = $1',
      [app.installation, id, next],
    );
    expect((await show(id)).body.data.attributes).toMatchObject({
      ...{ status: 'retrying', next_attempt_at: next, response_status: null, duration_ms: 12 },
      error: 'no response within 15 s',
    });
    expect((await show(waiting)).body.data.attributes).toMatchObject({
      ...{ status: 'waiting', attempt_count: 0, next_attempt_at: null, response_status: null },
      ...{ duration_ms: null, error: null, request: null, attempts: [] },
    });
  });

  it('returns a delivery without event data if the event log no longer contains the event', async () => {
    const id = await delivery({ error: 'gone' }, [{}]);
    expect((await show(id)).body.data.attributes).toMatchObject({
      ...{ event_type: 'meta.created', resource_type: null, resource_id: null, error: 'gone' },
      request: { url: 'https://app.example/hooks', body: null },
    });
  });

  it('returns the resource object of a webhook test', async () => {
    const resource = '{"type":"meta","id":"r-7"}';
    const id = await delivery({ kind: 'test', resource, created_at: '2026-11-20T10:00:01.000007Z' }, [{}]);
    const { attributes } = (await show(id)).body.data;
    expect(attributes).toMatchObject({ resource_type: 'meta', resource_id: 'r-7', sequence: null });
    expect(JSON.parse(attributes.request.body)).toEqual({
      ...{ type: 'meta.created', timestamp: '2026-11-20T10:00:01.000007Z', data: JSON.parse(resource) },
      ...{ changed: [], shop: tenant.shop, sequence: null, epoch: null },
    });
  });

  it('does not return the body to a token that cannot read the resource', async () => {
    const id = await delivery({ event_id: await event() }, [{}]);
    const powerless = await aTenant(api, ownScopes);
    const theirs = await aDelivery(
      api.database,
      powerless.shop,
      {
        installation_id: randomUUID(),
        event_id: await aNumberedEvent(api.database, powerless.shop),
      },
      [{}],
    );
    const { request } = (await show(theirs, powerless.http)).body.data.attributes;
    expect(request).toEqual({ url: 'https://app.example/hooks', headers: { 'webhook-id': 'x' }, body: null });
    expect((await show(id, asApp(app))).body.data.attributes.request.body).toContain('"r-1"');
  });

  it('returns 404 for a delivery to a different app or of another shop', async () => {
    const id = await delivery();
    expect((await show(id, asApp(app))).status).toBe(200);
    for (const answer of [
      await show(id, asApp(other)),
      await show(id, (await aTenant(api)).http),
      await show(randomUUID()),
      await show('x'),
    ])
      expect([answer.status, codesOf(answer)]).toEqual([404, ['not_found']]);
  });
});

describe('GET /api/webhook_deliveries', () => {
  it("returns all deliveries to the shop owner, and to an app only the app's own deliveries", async () => {
    const [own, foreign] = [await delivery(), await delivery({ installation_id: other.installation })];
    expect(idsOf(await list())).toEqual([own, foreign]);
    expect(idsOf(await list({ sort: '-id' }))).toEqual([foreign, own]);
    expect(idsOf(await list({}, asApp(app)))).toEqual([own]);
    expect(idsOf(await list({ 'filter[installation]': other.installation }, asApp(app)))).toEqual([]);
  });

  it('filters by installation, status, kind, event type and event, and returns the total', async () => {
    const ids = {
      failed: await delivery({ status: 'failed' }),
      deleted: await delivery({ event_type: 'meta.deleted' }),
      again: await delivery({ kind: 'again', status: 'waiting' }),
      foreign: await delivery({ installation_id: other.installation }),
    };
    const event_id = (await show(ids.deleted)).body.data.attributes.event_id as string;
    for (const [filter, value, found] of [
      ['installation', other.installation, [ids.foreign]],
      ['status', 'failed', [ids.failed]],
      ['status', 'delivered', [ids.deleted, ids.foreign]],
      ['kind', 'again', [ids.again]],
      ['event_type', 'meta.deleted', [ids.deleted]],
      ['event_id', event_id, [ids.deleted]],
      ['event_id', randomUUID(), []],
    ] as const) {
      const answer = await list({ [`filter[${filter}]`]: value, 'page[total]': 'true' });
      expect([filter, value, idsOf(answer), answer.body.meta.page.total]).toEqual([
        filter,
        value,
        found,
        found.length,
      ]);
    }
    const both = { 'filter[installation]': app.installation, 'filter[status]': 'delivered' };
    expect(idsOf(await list(both))).toEqual([ids.deleted]);
  });

  it('returns links to the previous and next page', async () => {
    const ids: string[] = [];
    for (let made = 0; made < 5; made += 1) ids.push(await delivery());
    const first = await list({ sort: '-id', 'page[size]': 2 });
    expect(idsOf(first)).toEqual([ids[4], ids[3]]);
    const second = await tenant.http.get(pathOf(first.body.links.next)!);
    expect(idsOf(second)).toEqual([ids[2], ids[1]]);
    expect(idsOf(await tenant.http.get(pathOf(second.body.links.prev)!))).toEqual([ids[4], ids[3]]);
  });

  it('reports all unknown parameters and lists the valid parameters', async () => {
    const filters = {
      installation: 'x',
      status: 'lost',
      kind: 'e',
      event_type: 'meta.stolen',
      event_id: '1',
    };
    const wrong = Object.entries(filters).map(([name, value]) => [`filter[${name}]`, value]);
    const answer = await list(Object.fromEntries(wrong) as Record<string, string>);
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map(({ source }: { source: object }) => source)).toEqual(
      wrong.map(([parameter]) => ({ parameter })),
    );
    expect(answer.body.errors[1].detail).toContain('waiting, retrying, delivered, failed');
  });
});

describe('GET /api/webhook_streams', () => {
  const streamsOf = (parameters: Record<string, string> = {}, http = tenant.http) =>
    http.get(`/api/webhook_streams?${query(parameters)}`);

  it('returns the number of pending events, their age, and the time of their deletion', async () => {
    for (const day of [1, 2, 3]) await event({ occurred_at: `2026-11-0${day}T00:00:00.000000Z` });
    const [failing_since, next_attempt_at] = ['2026-11-03T01:00:00.000000Z', '2026-11-21T12:00:00.000000Z'];
    await api.database.query(
      `UPDATE shop.webhook_streams SET state = 'paused', failing_since = $2, attempts = 7,
        next_attempt_at = $3, last_sequence = 1
       WHERE installation_id = $1`,
      [app.installation, failing_since, next_attempt_at],
    );
    const { status, body } = await tenant.http.get(`/api/webhook_streams/${app.installation}`);
    expect([status, body.data.id]).toEqual([200, app.installation]);
    expect(body.data.attributes).toEqual({
      ...{ state: 'paused', failing_since, attempts: 7, next_attempt_at, last_sequence: 1, backlog: 2 },
      oldest_waiting_at: '2026-11-02T00:00:00.000000Z',
      kept_until: '2026-12-02T00:00:00.000000Z',
    });
    expect(body.data.relationships).toEqual({
      installation: { data: { type: 'installations', id: app.installation } },
      shop: { data: { type: 'shops', id: tenant.shop.id } },
    });
  });

  it('returns the failing event as the oldest event, even if earlier events for other apps exist', async () => {
    await event({ type: 'meta.updated', occurred_at: '2026-11-01T00:00:00.000000Z' });
    const event_id = await event({ occurred_at: '2026-11-05T00:00:00.000000Z' });
    const id = await delivery({ event_id, status: 'retrying' }, [{}]);
    await api.database.query('UPDATE shop.webhook_streams SET delivery_id = $2 WHERE installation_id = $1', [
      app.installation,
      id,
    ]);
    const { attributes } = (await tenant.http.get(`/api/webhook_streams/${app.installation}`)).body.data;
    expect(attributes).toMatchObject({ backlog: 2, oldest_waiting_at: '2026-11-05T00:00:00.000000Z' });
  });

  it('does not count events that are no longer in the event log', async () => {
    for (let made = 0; made < 3; made += 1) await event();
    await api.database.query('DELETE FROM shop.events WHERE shop_id = $1 AND sequence < 3', [tenant.shop.id]);
    await api.database.query('UPDATE shop.event_streams SET first_sequence = 3 WHERE shop_id = $1', [
      tenant.shop.id,
    ]);
    const { attributes } = (await tenant.http.get(`/api/webhook_streams/${app.installation}`)).body.data;
    expect(attributes).toMatchObject({ last_sequence: 0, backlog: 1 });
  });

  it('returns no pending events for an idle or ended webhook stream', async () => {
    const nothing = { backlog: 0, oldest_waiting_at: null, kept_until: null };
    expect((await streamsOf()).body.data[0].attributes).toMatchObject({ ...nothing, state: 'active' });
    await event();
    await api.database.query(`UPDATE shop.webhook_streams SET state = 'ended' WHERE installation_id = $1`, [
      app.installation,
    ]);
    const { attributes } = (await tenant.http.get(`/api/webhook_streams/${app.installation}`)).body.data;
    expect(attributes).toMatchObject({ ...nothing, state: 'ended' });
  });

  it('returns 404 for a webhook stream of a different app or of another shop', async () => {
    const both = [app.installation, other.installation].sort();
    expect(idsOf(await streamsOf())).toEqual(both);
    expect(idsOf(await streamsOf({}, asApp(app)))).toEqual([app.installation]);
    const path = `/api/webhook_streams/${app.installation}`;
    expect((await asApp(app).get(path)).status).toBe(200);
    for (const http of [asApp(other), (await aTenant(api)).http])
      expect((await http.get(path)).status).toBe(404);
    expect((await tenant.http.get('/api/webhook_streams/x')).status).toBe(404);
  });

  it('filters webhook streams by state', async () => {
    await api.database.query(`UPDATE shop.webhook_streams SET state = 'paused' WHERE installation_id = $1`, [
      other.installation,
    ]);
    expect(idsOf(await streamsOf({ 'filter[state]': 'paused' }))).toEqual([other.installation]);
    const answer = await streamsOf({ 'filter[state]': 'asleep' });
    expect([answer.status, answer.body.errors[0].source]).toEqual([400, { parameter: 'filter[state]' }]);
  });
});
