import { randomUUID } from 'node:crypto';
import {
  aGrant,
  anOwnedShop,
  aRegisteredApp,
  authApi,
  codesOf,
  newObject,
  type OwnedShop,
  type TestService,
} from './test-service';

let service: TestService;
let shop: OwnedShop;

beforeAll(async () => {
  service = await authApi();
});
beforeEach(async () => {
  shop = await anOwnedShop(service);
});
afterAll(() => service.stop());

/** As the shop API writes them. */
const counted = (
  of: { id: string; kind?: 'installations' | 'access_tokens' },
  hour: string,
  [requests, client_errors, server_errors]: [number, number, number],
) =>
  service.database.query(
    `INSERT INTO auth.request_counts (shop_id, hour, credential_id, credential, requests, client_errors, server_errors)
     VALUES ($1, ${hour}, $2, $3, $4, $5, $6)`,
    [shop.id, of.id, of.kind ?? 'access_tokens', requests, client_errors, server_errors],
  );
const at = (time: string) => `'${time}'::timestamptz`;
const list = async (query = '') => (await shop.api.get(`${shop.path}/request_counts?${query}`)).body.data;
const anAccessToken = async (name: string) => ({
  id: (await shop.api.post(`${shop.path}/access_tokens`, newObject('access_tokens', { name }))).body.data
    .id as string,
});

describe('GET /api/shops/{shop_id}/request_counts', () => {
  it('has one object for each credential that was used, with its name, its sums and its days', async () => {
    const script = await anAccessToken('Nightly export');
    const { installation } = await aGrant(shop, await aRegisteredApp(service));
    await counted(script, at('2026-03-01T22:00:00Z'), [10, 1, 0]);
    await counted(script, at('2026-03-01T23:00:00Z'), [5, 0, 2]);
    await counted(script, at('2026-03-02T00:00:00Z'), [7, 0, 0]);
    await counted({ id: installation, kind: 'installations' }, at('2026-03-02T09:00:00Z'), [3, 3, 0]);
    const [ofInstallation, ofScript] = [installation, script.id].map((id) =>
      expect.objectContaining({ id }),
    ) as unknown[];
    const data = await list('filter[since]=2026-03-01T00:00:00Z');
    expect(data).toHaveLength(2);
    expect(data).toEqual(expect.arrayContaining([ofInstallation, ofScript]));
    const found = (id: string) => (data as { id: string }[]).find((each) => each.id === id);
    expect(found(script.id)).toMatchObject({
      type: 'request_counts',
      attributes: {
        name: 'Nightly export',
        ...{ requests: 22, client_errors: 1, server_errors: 2 },
        series: [
          { start: '2026-03-01T00:00:00.000000Z', requests: 15, client_errors: 1, server_errors: 2 },
          { start: '2026-03-02T00:00:00.000000Z', requests: 7, client_errors: 0, server_errors: 0 },
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

  it('shows hours where they are asked for, from the time that is asked for', async () => {
    const script = await anAccessToken('x');
    for (const hour of ['08', '09', '10']) await counted(script, at(`2026-03-01T${hour}:00:00Z`), [1, 0, 0]);
    const [{ attributes }] = await list('filter[interval]=hour&filter[since]=2026-03-01T09:00:00Z');
    const starts = (attributes.series as { start: string }[]).map(({ start }) => start);
    expect(starts).toEqual(['2026-03-01T09:00:00.000000Z', '2026-03-01T10:00:00.000000Z']);
    expect(attributes.requests).toBe(2);
  });

  it('shows the last seven days where no time is asked for', async () => {
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

  it('is paged like every list, and knows a credential that is gone only by its id', async () => {
    for (let each = 0; each < 3; each += 1) await counted({ id: randomUUID() }, 'now()', [1, 0, 0]);
    const first = await shop.api.get(`${shop.path}/request_counts?page[size]=2&page[total]=true`);
    expect([first.body.data.length, first.body.meta.page.total]).toEqual([2, 3]);
    const next = (first.body.links.next as string).replace(/^http:\/\/[^/]+/, '');
    const second = await shop.api.get(next);
    expect(second.body.data).toMatchObject([
      { attributes: { name: null }, relationships: { installation: { data: null } } },
    ]);
  });

  it('shows nothing of another shop', async () => {
    await counted(await anAccessToken('x'), 'now()', [1, 0, 0]);
    const other = await anOwnedShop(service);
    expect((await other.api.get(`${other.path}/request_counts`)).body.data).toEqual([]);
  });

  it.each([
    ['since', 'yesterday'],
    ['since', ''],
    ['interval', 'week'],
    ['interval', `day'`],
  ])('knows no %s %j', async (filter, value) => {
    const answer = await shop.api.get(`${shop.path}/request_counts?filter[${filter}]=${value}`);
    expect([answer.status, codesOf(answer)]).toEqual([400, ['invalid_query_parameter']]);
    expect(answer.body.errors[0].source).toEqual({ parameter: `filter[${filter}]` });
  });
});
