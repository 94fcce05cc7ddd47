import { aTenant, newMeta, type Tenant, type TestApi } from '@storewright/api-testing';
import { HttpClient, OwnPostgres, StandbyPostgres } from '@storewright/testing';
import { startShopApi } from './testing/shop-api';

interface Seen {
  id: string;
  sequence: number;
  epoch: number;
}

const apis: TestApi[] = [];
let primary: OwnPostgres;
let standby: StandbyPostgres;
let tenant: Tenant;

beforeAll(async () => {
  primary = await OwnPostgres.start({ settings: { synchronous_commit: 'on' } });
  standby = await StandbyPostgres.of(primary);
  apis.push(await startShopApi(undefined, primary));
  tenant = await aTenant(apis[0]!);
});
afterAll(async () => {
  for (const { application } of apis) await application.close();
  await standby.drop();
  await primary.drop();
});

async function write(http: HttpClient, count: number): Promise<void> {
  for (let made = 0; made < count; made += 1)
    expect((await http.post('/api/meta', newMeta())).status).toBe(201);
}

async function list(http: HttpClient, query: string): Promise<{ seen: Seen[]; epoch: number }> {
  const { status, body } = await http.get(`/api/events?page[size]=100&${query}`);
  expect(status).toBe(200);
  const data = body.data as { id: string; attributes: { sequence: number; epoch: number } }[];
  const seen = data.map(({ id, attributes: { sequence, epoch } }) => ({ id, sequence, epoch }));
  return { seen, epoch: (body as unknown as { meta: { epoch: number } }).meta.epoch };
}

describe('GET /api/events after promotion of a standby that lost acknowledged writes', () => {
  let numberedBefore: Tenant;
  let before: Map<Tenant, Seen[]>;
  let api: TestApi;

  beforeAll(async () => {
    numberedBefore = await aTenant(apis[0]!);
    const shops = [tenant, numberedBefore];
    for (const { http } of shops) await write(http, 5);
    await list(numberedBefore.http, 'sort=sequence');
    await standby.catchUp();
    await standby.disconnect();
    for (const { http } of shops) await write(http, 10);
    before = new Map();
    for (const shop of shops) before.set(shop, (await list(shop.http, 'sort=sequence')).seen);
    await primary.kill();
    await standby.promote();
    api = await startShopApi(undefined, standby);
    apis.push(api);
  });

  const cases: [title: string, shopOf: () => Tenant][] = [
    ['whose standby had numbered events', () => numberedBefore],
    ['whose standby had no numbered event', () => tenant],
  ];
  it.each(cases)(
    'starts a new epoch and repeats no sequence number if the event log %s',
    async (_, shopOf) => {
      const { shop, token } = shopOf();
      const known = before.get(shopOf())!;
      const last = known.length;
      expect(known.at(-1)).toMatchObject({ sequence: last, epoch: 1 });
      const http = new HttpClient(api.port, `${shop.domain}.localhost`, token);

      // A client that has applied every event finds no later event, and reads the new epoch.
      const first = await list(http, `filter[since]=${last}`);
      expect(first.seen).toEqual([]);
      expect(first.epoch).toBeGreaterThan(1);

      await write(http, 12);
      const bySequence = await list(http, 'sort=-sequence');
      const bySince = await list(http, `filter[since]=${last}`);
      expect(bySequence.seen.map(({ sequence }) => sequence)).toEqual(
        Array.from({ length: last + 2 }, (__, at) => last + 2 - at),
      );
      expect(bySince.seen).toEqual(bySequence.seen.slice(0, 2).reverse());
      expect(new Set(bySequence.seen.slice(0, 12).map(({ epoch }) => epoch))).toEqual(new Set([first.epoch]));
      const numbers = new Map(known.map(({ id, sequence, epoch }) => [`${epoch}/${sequence}`, id]));
      const reused = bySequence.seen.filter(({ id, sequence, epoch }) => {
        const owner = numbers.get(`${epoch}/${sequence}`);
        return owner !== undefined && owner !== id;
      });
      expect(reused).toEqual([]);
    },
  );
});
