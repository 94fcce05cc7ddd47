import { randomUUID } from 'node:crypto';
import {
  aGrant,
  anOwnedShop,
  anOwner,
  aRegisteredApp,
  authApi,
  codesOf,
  newObject,
  type OwnedShop,
  type RegisteredApp,
  type TestService,
} from './testing/test-service';

let service: TestService;
let shop: OwnedShop;

beforeAll(async () => {
  service = await authApi();
});
beforeEach(async () => {
  shop = await anOwnedShop(service);
});
afterAll(() => service.stop());

/** Inserts counts as the shop API records them. */
const counted = (
  of: { id: string; kind?: 'installations' | 'access_tokens' },
  hour: string,
  [requests, client_errors, server_errors]: [number, number, number],
  { id: shop_id } = shop,
) =>
  service.database.query(
    `WITH hours AS (INSERT INTO auth.request_counts (shop_id, hour, credential_id, credential, requests,
      client_errors, server_errors)
       VALUES ($1, ${hour}, $2, $3, $4, $5, $6) RETURNING *)
     INSERT INTO auth.request_days AS d SELECT shop_id, credential_id, date_trunc('day', hour, 'UTC'),
       requests, client_errors, server_errors
     FROM hours WHERE credential = 'installations'
     ON CONFLICT (shop_id, installation_id, day) DO UPDATE SET requests = d.requests + EXCLUDED.requests,
       client_errors = d.client_errors + EXCLUDED.client_errors,
         server_errors = d.server_errors + EXCLUDED.server_errors`,
    [shop_id, of.id, of.kind ?? 'access_tokens', requests, client_errors, server_errors],
  );
/** Returns two consecutive past days in UTC. */
const [first, second] = [3, 2].map((days) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10),
);
const at = (time: string) => `'${time}'::timestamptz`;
const list = async (query = '') => (await shop.api.get(`${shop.path}/request_counts?${query}`)).body.data;
const anAccessToken = async (name: string) => ({
  id: (await shop.api.post(`${shop.path}/access_tokens`, newObject('access_tokens', { name }))).body.data
    .id as string,
});

describe('GET /api/shops/{shop_id}/request_counts', () => {
  it('returns the name, the total and the daily counts of each credential that sent requests', async () => {
    const script = await anAccessToken('Nightly export');
    const { installation } = await aGrant(shop, await aRegisteredApp(service));
    await counted(script, at(`${first}T22:00:00Z`), [10, 1, 0]);
    await counted(script, at(`${first}T23:00:00Z`), [5, 0, 2]);
    await counted(script, at(`${second}T00:00:00Z`), [7, 0, 0]);
    await counted({ id: installation, kind: 'installations' }, at(`${second}T09:00:00Z`), [3, 3, 0]);
    const [ofInstallation, ofScript] = [installation, script.id].map((id) =>
      expect.objectContaining({ id }),
    ) as unknown[];
    const data = await list(`filter[since]=${first}T00:00:00Z`);
    expect(data).toHaveLength(2);
    expect(data).toEqual(expect.arrayContaining([ofInstallation, ofScript]));
    const found = (id: string) => (data as { id: string }[]).find((each) => each.id === id);
    expect(found(script.id)).toMatchObject({
      type: 'request_counts',
      attributes: {
        name: 'Nightly export',
        ...{ requests: 22, client_errors: 1, server_errors: 2 },
        series: [
          { start: `${first}T00:00:00.000000Z`, requests: 15, client_errors: 1, server_errors: 2 },
          { start: `${second}T00:00:00.000000Z`, requests: 7, client_errors: 0, server_errors: 0 },
        ],
      },
      relationships: {
        installation: { data: null },
        access_token: { data: { type: 'access_tokens', id: script.id } },
      },
    });
    expect(found(installation)).toMatchObject({
      attributes: { name: 'An app', requests: 3, client_errors: 3 },
      relationships: {
        installation: { data: { type: 'installations', id: installation } },
        access_token: { data: null },
      },
    });
  });

  it.each([
    // Offset of +11 or -10 hours, regardless of the season.
    ['Pacific/Guadalcanal', ['12', '13'], '13'],
    ['Pacific/Honolulu', ['09', '10'], '10'],
    // Offset of +5:30. The hour from 18:00 UTC starts at 23:30 and belongs to the previous day.
    ['Asia/Kolkata', ['18', '19'], '18:30'],
  ])(
    'groups hourly counts by day in the shop’s time zone %s',
    async (time_zone, [before, after], midnight) => {
      const attributes = { time_zone };
      await shop.api.patch(shop.path, { data: { type: 'shops', id: shop.id, attributes } });
      const script = await anAccessToken('x');
      for (const [hour, requests] of [
        [before, 2],
        [after, 5],
      ] as const)
        await counted(script, at(`${first}T${hour}:00:00Z`), [requests, 0, 0]);
      const [{ attributes: counts }] = await list(`filter[since]=${first}T00:00:00Z`);
      const series = counts.series as { start: string; requests: number }[];
      expect(series.map(({ requests }) => requests)).toEqual([2, 5]);
      expect(Date.parse(series[1]!.start)).toBe(Date.parse(`${first}T${midnight.padEnd(5, ':00')}:00Z`));
    },
  );

  it('returns hourly counts since filter[since]', async () => {
    const script = await anAccessToken('x');
    for (const hour of ['08', '09', '10']) await counted(script, at(`${first}T${hour}:00:00Z`), [1, 0, 0]);
    const [{ attributes }] = await list(`filter[interval]=hour&filter[since]=${first}T09:00:00Z`);
    const starts = (attributes.series as { start: string }[]).map(({ start }) => start);
    expect(starts).toEqual([`${first}T09:00:00.000000Z`, `${first}T10:00:00.000000Z`]);
    expect(attributes.requests).toBe(2);
  });

  it('returns the counts of the last seven days by default', async () => {
    const script = await anAccessToken('x');
    await counted(script, `date_trunc('day', now())`, [1, 0, 0]);
    await counted(script, `date_trunc('day', now()) - interval '6 days'`, [2, 0, 0]);
    await counted(script, `date_trunc('day', now()) - interval '6 days 1 hour'`, [4, 0, 0]);
    const [row] = await list();
    expect(row.attributes).toMatchObject({ requests: 3 });
    expect(row.attributes.series).toHaveLength(2);
    const self = (row.links.self as string).replace(/^http:\/\/[^/]+/, '');
    expect((await shop.api.get(self)).body.data).toEqual(row);
  });

  it('filters by installation id', async () => {
    const { installation } = await aGrant(shop, await aRegisteredApp(service));
    await counted(await anAccessToken('x'), 'now()', [1, 0, 0]);
    await counted({ id: installation, kind: 'installations' }, 'now()', [3, 0, 0]);
    const [found, ...others] = await list(`filter[installation]=${installation}&filter[interval]=hour`);
    expect([found.id, found.attributes.requests, others]).toEqual([installation, 3, []]);
    for (const nobody of [randomUUID(), 'none', ''])
      expect(await list(`filter[installation]=${nobody}`)).toEqual([]);
  });

  it('paginates the list, and returns only the id of a deleted credential', async () => {
    for (let each = 0; each < 3; each += 1) await counted({ id: randomUUID() }, 'now()', [1, 0, 0]);
    const first = await shop.api.get(`${shop.path}/request_counts?page[size]=2&page[total]=true`);
    expect([first.body.data.length, first.body.meta.page.total]).toEqual([2, 3]);
    const next = (first.body.links.next as string).replace(/^http:\/\/[^/]+/, '');
    const second = await shop.api.get(next);
    expect(second.body.data).toMatchObject([
      { attributes: { name: null }, relationships: { installation: { data: null } } },
    ]);
  });

  it('returns no counts of a different shop', async () => {
    await counted(await anAccessToken('x'), 'now()', [1, 0, 0]);
    const other = await anOwnedShop(service);
    expect((await other.api.get(`${other.path}/request_counts`)).body.data).toEqual([]);
  });

  it.each([
    ['since', 'yesterday'],
    ['since', ''],
    ['interval', 'week'],
    ['interval', `day'`],
  ])('returns 400 for filter[%s]=%j', async (filter, value) => {
    const answer = await shop.api.get(`${shop.path}/request_counts?filter[${filter}]=${value}`);
    expect([answer.status, codesOf(answer)]).toEqual([400, ['invalid_query_parameter']]);
    expect(answer.body.errors[0].source).toEqual({ parameter: `filter[${filter}]` });
  });
});

describe('GET /api/apps/{app_id}/request_counts', () => {
  let app: RegisteredApp;
  let path: string;
  beforeEach(async () => {
    app = await aRegisteredApp(service);
    path = `/api/apps/${app.id}/request_counts`;
  });

  /** Inserts counts of the app in this shop, the given number of hours ago. */
  const countedOfApp = async (
    of: OwnedShop,
    counts: [hoursAgo: number, counts: [number, number, number]][],
  ) => {
    const { installation: id } = await aGrant(of, app);
    for (const [hoursAgo, numbers] of counts)
      await counted(
        { id, kind: 'installations' },
        `date_trunc('hour', now()) - ${hoursAgo} * interval '1 hour'`,
        numbers,
        of,
      );
  };
  const hour = (hoursAgo: number) => new Date(Date.now() - hoursAgo * 3_600_000).toISOString().slice(0, 13);
  const day = (daysAgo: number) => hour(24 * daysAgo).slice(0, 10);

  it("returns the app's total per hour or day over all shops to the app's developer", async () => {
    await countedOfApp(shop, [
      [0, [10, 1, 0]],
      [24, [5, 0, 2]],
    ]);
    await countedOfApp(await anOwnedShop(service), [[0, [7, 0, 0]]]);
    await counted({ id: randomUUID(), kind: 'installations' }, 'now()', [1_000, 0, 0]);
    const { body } = await app.developer.api.get(`${path}?filter[interval]=hour`);
    const shown = (body.data as { id: string; attributes: object }[]).map(({ id, attributes }) => ({
      id,
      ...attributes,
    }));
    expect(shown).toEqual([
      {
        ...{ id: hour(24), start: `${hour(24)}:00:00.000000Z`, shops: 1 },
        requests: 5,
        client_errors: 0,
        server_errors: 2,
      },
      {
        ...{ id: hour(0), start: `${hour(0)}:00:00.000000Z`, shops: 2 },
        requests: 17,
        client_errors: 1,
        server_errors: 0,
      },
    ]);
    const days = (await app.developer.api.get(`${path}?page[size]=1&page[total]=true`)).body;
    expect([days.meta.page.total, days.data[0].id]).toEqual([2, day(1)]);
    const next = (days.links.next as string).replace(/^http:\/\/[^/]+/, '');
    expect((await app.developer.api.get(next)).body.data[0].attributes.requests).toBe(17);
    for (const { id, links } of [...body.data, ...days.data] as { id: string; links: { self: string } }[])
      expect((await app.developer.api.get(new URL(links.self).pathname)).body.data.id).toBe(id);
  });

  it('excludes hours before filter[since] from the count of the first day', async () => {
    await countedOfApp(shop, [
      [0, [1, 0, 0]],
      [24, [2, 0, 0]],
      [25, [4, 1, 0]],
      [48, [8, 0, 0]],
    ]);
    const requests = async (since: string) => {
      const { body } = await app.developer.api.get(`${path}?filter[since]=${since}`);
      return (body.data as { attributes: { requests: number } }[]).map(
        ({ attributes }) => attributes.requests,
      );
    };
    const sum = (counts: number[]) => counts.reduce((total, each) => total + each, 0);
    expect(sum(await requests(`${hour(24)}:00:00Z`))).toBe(3);
    expect(sum(await requests(`${hour(25)}:00:00Z`))).toBe(7);
    expect(sum(await requests(`${hour(25)}:00:01Z`))).toBe(3);
    expect(await requests(`${day(2)}T00:00:00Z`)).toHaveLength(3);
    expect(sum(await requests(`${day(2)}T00:00:00Z`))).toBe(15);
  });

  it.each(['2026-11-31', '2026-11-01', '2026-11-01T24', '2026-11-01T9', '20', randomUUID()])(
    'returns no counts of %s',
    async (id) => {
      expect((await app.developer.api.get(`${path}/${id}`)).status).toBe(404);
    },
  );

  it('returns 404 to other developers and to the owner of a shop that installed the app', async () => {
    for (const { api } of [await anOwner(service), shop.owner]) {
      const response = await api.get(path);
      expect([response.status, codesOf(response)]).toEqual([404, ['not_found']]);
    }
  });

  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  it.each([
    ['since', 'yesterday', 'since=yesterday'],
    ['since', 'more than 31 days', `since=${daysAgo(32)}`],
    ['since', 'more than 8 days of hours', `since=${daysAgo(9)}&filter[interval]=hour`],
    ['interval', 'week', 'interval=week'],
  ])('returns 400 for filter[%s] with %s', async (filter, _, query) => {
    const answer = await app.developer.api.get(`${path}?filter[${query}`.replace('=', ']='));
    expect([answer.status, codesOf(answer)]).toEqual([400, ['invalid_query_parameter']]);
    expect(answer.body.errors[0].source).toEqual({ parameter: `filter[${filter}]` });
    for (const from of [daysAgo(30), daysAgo(-1)])
      expect((await app.developer.api.get(`${path}?filter[since]=${from}`)).status).toBe(200);
  });
});
