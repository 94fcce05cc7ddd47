import { randomUUID } from 'node:crypto';
import {
  aDelivery,
  aListener,
  aTenant,
  codesOf,
  type Listener,
  query,
  type Tenant,
  type TestApi,
} from '@storewright/api-testing';
import { v7 as uuidv7 } from 'uuid';
import { startDeliveriesApi } from '../testing/deliveries-api';

let api: TestApi;
let tenant: Tenant;
let app: Listener;
beforeAll(async () => {
  api = await startDeliveriesApi();
});
beforeEach(async () => {
  tenant = await aTenant(api);
  app = await aListener(api.database, tenant.shop);
});
afterAll(() => api.close());

const path = '/api/webhook_statistics';
const list = (parameters: Record<string, string> = {}, http = tenant.http) =>
  http.get(`${path}?${query(parameters)}`);

const [hourMs, dayMs] = [3_600_000, 86_400_000];
/** Midnight UTC two days ago, so that no test depends on the current hour. */
const midnight = Math.floor(Date.now() / dayMs) * dayMs - 2 * dayMs;
const at = (ms: number) => new Date(midnight + ms);
const dayOf = (time: Date) => time.toISOString().slice(0, 10);
const since = { 'filter[since]': at(0).toISOString() };

interface Tried {
  /** Time of the first attempt in milliseconds after that midnight, and delay after the event. */
  tried: number;
  after?: number;
  /** Time between the first and the last attempt of a webhook delivery. */
  until?: number;
  status?: string;
  kind?: string;
  installation_id?: string;
}

function tried({ tried, after = 0, until = tried, ...given }: Tried): Promise<string> {
  return aDelivery(api.database, tenant.shop, {
    installation_id: app.installation,
    // The delivery is written some time after the attempt.
    id: uuidv7({ msecs: midnight + tried + 15_000 }),
    event_id: uuidv7({ msecs: midnight + tried - after }),
    ...{ created_at: at(tried), updated_at: at(until), ...given },
  });
}

type Shown = { id: string; attributes: Record<string, string | number | null> };
const shown = ({ body }: { body: { data: Shown[] } }): unknown[] =>
  body.data.map(({ id, attributes: { delivered, waiting, failed, delay_p95_ms } }) => [
    ...[id, delivered, waiting, failed, delay_p95_ms],
  ]);

describe('GET /api/webhook_statistics', () => {
  it('counts deliveries by status and omits empty hours and days', async () => {
    await tried({ tried: 0 });
    await tried({ tried: hourMs - 1, status: 'retrying' });
    await tried({ tried: hourMs, status: 'waiting' });
    await tried({ tried: 23 * hourMs, status: 'failed' });
    await tried({ tried: dayMs + 1 });
    const [first, second] = [dayOf(at(0)), dayOf(at(dayMs))];
    const days = await list(since);
    expect(shown(days)).toEqual([
      [first, 1, 2, 1, 0],
      [second, 1, 0, 0, 0],
    ]);
    expect(days.body.data[0].attributes.start).toBe(at(0).toISOString().replace('Z', '000Z'));
    const hours = await list({ ...since, 'filter[interval]': 'hour' });
    expect(shown(hours)).toEqual([
      [`${first}T00`, 1, 1, 0, 0],
      [`${first}T01`, 0, 1, 0, null],
      [`${first}T23`, 0, 0, 1, null],
      [`${second}T00`, 1, 0, 0, 0],
    ]);
    expect(hours.body.data[1].attributes.start).toBe(at(hourMs).toISOString().replace('Z', '000Z'));
  });

  it('counts days in the time zone of the shop and hours in UTC', async () => {
    const zone = 'Asia/Kathmandu';
    await api.database.query('UPDATE auth.shops SET time_zone = $2 WHERE id = $1', [tenant.shop.id, zone]);
    // A time zone of UTC+05:45: its day starts at 18:15 UTC.
    const begins = 18.25 * hourMs;
    await tried({ tried: begins - 1 });
    await tried({ tried: begins });
    const days = await list(since);
    const [first, second] = [dayOf(at(0)), dayOf(at(dayMs))];
    expect(shown(days)).toEqual([
      [first, 1, 0, 0, 0],
      [second, 1, 0, 0, 0],
    ]);
    expect(days.body.data[1].attributes.start).toBe(at(begins).toISOString().replace('Z', '000Z'));
    expect((await tenant.http.get(`${path}/${second}`)).body.data).toEqual(days.body.data[1]);
    expect(shown(await list({ ...since, 'filter[interval]': 'hour' }))).toEqual([
      [`${first}T18`, 2, 0, 0, 0],
    ]);
  });

  it('returns the 95th percentile of the delay between an event and the successful attempt', async () => {
    for (let after = 1; after <= 19; after += 1) await tried({ tried: hourMs, after });
    await tried({ tried: hourMs, after: 500, until: hourMs + 60_000 });
    await tried({ tried: hourMs, after: 9_000_000, status: 'retrying' });
    expect(shown(await list(since))).toEqual([[dayOf(at(0)), 20, 1, 0, 19]]);
    await tried({ tried: hourMs, after: 500, until: hourMs + 60_000 });
    expect(shown(await list(since))).toEqual([[dayOf(at(0)), 21, 1, 0, 60_500]]);
  });

  it('measures the delay of a resent delivery from the time of the resend request', async () => {
    await tried({ tried: hourMs, after: dayMs, until: hourMs + 700, kind: 'again' });
    expect(shown(await list(since))).toEqual([[dayOf(at(0)), 1, 0, 0, 700]]);
  });

  it('returns the last seven days by default', async () => {
    await tried({ tried: -3 * dayMs });
    await tried({ tried: -4 * dayMs - 1 });
    await tried({ tried: 0 });
    expect(shown(await list()).map((row) => (row as unknown[]).slice(0, 2))).toEqual([
      [dayOf(at(-3 * dayMs)), 1],
      [dayOf(at(0)), 1],
    ]);
  });

  it('returns deliveries to the requested installation, and for an app only deliveries to the app', async () => {
    const other = await aListener(api.database, tenant.shop);
    await tried({ tried: 0 });
    await tried({ tried: 0, installation_id: other.installation });
    const delivered = async (parameters: Record<string, string>, http = tenant.http) =>
      shown(await list({ ...since, ...parameters }, http)).map((row) => (row as unknown[])[1]);
    expect(await delivered({})).toEqual([2]);
    expect(await delivered({ 'filter[installation]': app.installation })).toEqual([1]);
    const asApp = tenant.http.as(app.token);
    expect(await delivered({}, asApp)).toEqual([1]);
    expect(await delivered({ 'filter[installation]': other.installation }, asApp)).toEqual([]);
    expect((await asApp.get(`${path}/${dayOf(at(0))}`)).body.data.attributes.delivered).toBe(1);
    expect((await (await aTenant(api)).http.get(`${path}?${query(since)}`)).body.data).toEqual([]);
  });

  it('returns links to the previous and next page, and the total', async () => {
    for (const hour of [3, 4, 5]) await tried({ tried: hour * hourMs });
    const hourly = { ...since, 'filter[interval]': 'hour' };
    const first = await list({ ...hourly, 'page[size]': '2', 'page[total]': 'true' });
    expect([first.body.meta.page.total, first.body.data.length]).toEqual([3, 2]);
    const { pathname, search } = new URL(first.body.links.next as string);
    const ids = ({ body }: { body: { data: Shown[] } }) => body.data.map(({ id }) => id);
    expect(ids(await tenant.http.get(pathname + search))).toEqual([`${dayOf(at(0))}T05`]);
    expect(ids(await list({ ...hourly, sort: '-id', 'page[size]': '1' }))).toEqual([`${dayOf(at(0))}T05`]);
  });
});

describe('GET /api/webhook_statistics/{id}', () => {
  it('returns the statistics of an hour or a day', async () => {
    await tried({ tried: -1 });
    await tried({ tried: hourMs });
    await tried({ tried: 2 * hourMs, status: 'failed' });
    await tried({ tried: dayMs });
    for (const interval of ['hour', 'day']) {
      const { body } = await list({ ...since, 'filter[interval]': interval });
      const [object] = body.data as (Shown & { links: { self: string } })[];
      const alone = await tenant.http.get(new URL(object!.links.self).pathname);
      expect(alone.body.data).toEqual(object);
    }
  });

  it.each(['2020-01-01', '2020-01-01T09', '2020-01-32', '2020-01-01T25', '0001-01-01', randomUUID()])(
    'returns 404 for the id %s',
    async (id) => {
      expect((await tenant.http.get(`${path}/${id}`)).status).toBe(404);
    },
  );
});

it.each([
  ['installation', 'x'],
  ['interval', 'week'],
  ['since', 'today'],
  ['since', '2020-01-01T00:00:00Z'],
])('GET /api/webhook_statistics returns an error for filter[%s]=%s', async (name, value) => {
  const answer = await list({ [`filter[${name}]`]: value });
  expect([answer.status, codesOf(answer), answer.body.errors[0].source]).toEqual([
    ...[400, ['invalid_query_parameter'], { parameter: `filter[${name}]` }],
  ]);
});
