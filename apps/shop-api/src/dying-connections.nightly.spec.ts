import { aMeta, aTenant, changedMeta, type TestApi } from '@storewright/api-testing';
import { ShopDatabase, type Transaction } from '@storewright/database';
import { HttpClient, until, BuiltService } from '@storewright/testing';
import { DyingPostgres } from './testing/dying-postgres';
import { startShopApi } from './testing/shop-api';

let api: TestApi;
beforeAll(async () => {
  api = await startShopApi();
});
afterAll(() => api.close());

describe('a transaction whose database connection is lost', () => {
  /** TypeORM reports a lost connection with a different message for each kind of query. */
  const ways: Record<string, (within: Transaction) => Promise<unknown>> = {
    'a statement': (within) => within.query({ text: 'SELECT 1' }),
    'a further context': async (within) => within.enter({ shop_id: api.shop.id }),
  };

  it.each(Object.keys(ways))('rejects %s with the problem unavailable', async (way) => {
    const database = api.application.get(ShopDatabase);
    const dead = database.transaction({ shop_id: api.shop.id }, async (within) => {
      const [backend] = await within.query({ text: 'SELECT pg_backend_pid() AS pid' });
      await api.database.query('SELECT pg_terminate_backend($1::integer, 5000)', [backend!['pid']]);
      await until('it is taken away', async () => {
        await within.query({ text: 'SELECT 1' }).catch(() => undefined);
        // oxlint-disable-next-line typeorm/no-entity-manager -- looks at the connection, and asks nothing
        return within.manager.queryRunner!.isReleased;
      });
      await ways[way]!(within);
    });
    await expect(dead).rejects.toMatchObject({ problem: 'unavailable' });
  });
});

describe('database connections that are lost immediately after ReadyForQuery', () => {
  let built: BuiltService;
  beforeAll(async () => {
    built = await BuiltService.build('shop-api');
  });
  afterAll(() => built.delete());

  it('lead to a 503 response and do not end the process', async () => {
    const { shop, token, http } = await aTenant(api);
    const { id, path } = await aMeta(http);
    const postgres = await DyingPostgres.before(api.database.url('shop'));
    const { child, port, ended } = await built.start(postgres.through(api.database.url('shop')));
    try {
      const client = new HttpClient(port, `${shop.domain}.localhost`, token);
      expect((await client.get(path)).status).toBe(200);
      postgres.isDying = true;
      // Sends more concurrent transactions than the pool has open connections.
      const change = (at: number) => client.patch(path, changedMeta(id, { data: { [`k${at}`]: at } }));
      const answers = await Promise.allSettled(Array.from({ length: 8 }, (_, at) => change(at)));
      expect(postgres.deaths).toBeGreaterThan(0);
      const outcomes = answers.map((each) => (each.status === 'fulfilled' ? each.value.status : 'dropped'));
      expect(outcomes.filter((outcome) => outcome !== 200 && outcome !== 503)).toEqual([]);
      expect(child.exitCode).toBeNull();
      postgres.isDying = false;
      await until('it writes again', async () => (await change(9)).status === 200);
    } finally {
      child.kill('SIGTERM');
      await ended;
      postgres.close();
    }
  });
});
