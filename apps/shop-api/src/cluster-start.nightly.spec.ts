import { aTenant, type TestApi } from '@storewright/api-testing';
import { distribute, migrate } from '@storewright/schema';
import { ShopDatabase } from '@storewright/database';
import { readiness } from '@storewright/server';
import { HttpClient, type TestDatabase, testDatabase } from '@storewright/testing';
import { startShopApi } from './testing/shop-api';

/* Services on an incomplete cluster. The tests need a cluster (TEST_DATABASE_URL of its coordinator). */
const onCluster = process.env['SHOP_DATABASE_KIND'] === 'citus' ? describe : describe.skip;

const passwords = { owner: 'owner', auth: 'auth', shop: 'shop', hooks: 'hooks' };

onCluster('on a Citus cluster', () => {
  let database: TestDatabase;
  let api: TestApi | undefined;
  beforeEach(async () => {
    database = await testDatabase();
  });
  afterEach(async () => {
    process.env['SHOP_DATABASE_KIND'] = 'citus';
    await (api ? api.close() : database.drop());
    api = undefined;
  });

  const isReady = ({ application }: TestApi) =>
    readiness({ databases: [ShopDatabase], role: 'shop' })(application);

  it('the shop API returns 503 and is not ready if it expects plain Postgres but distribute has run', async () => {
    const url = database.administratorUrl;
    await database.query('DROP SCHEMA shop CASCADE; DROP SCHEMA auth CASCADE');
    await migrate({ auth: url, shop: url }, passwords);
    process.env['SHOP_DATABASE_KIND'] = 'postgres';
    api = await startShopApi({}, database);
    const { shop, token } = await aTenant(api);
    const http = new HttpClient(api.port, `${shop.domain}.localhost`, token);
    const product = { data: { type: 'products', attributes: { title: 'Mug' } } };
    const statuses = async () => [
      (await http.post('/api/products', product)).status,
      (await http.get('/api/products')).status,
    ];
    expect(await statuses()).toEqual([201, 200]);
    await distribute(url, passwords, { shards: 4 });
    expect(await statuses()).toEqual([503, 503]);
    await expect(isReady(api)).rejects.toThrow();
    process.env['SHOP_DATABASE_KIND'] = 'citus';
    const { port, close } = await startShopApi({}, { ...database, drop: () => Promise.resolve() });
    const restarted = new HttpClient(port, `${shop.domain}.localhost`, token);
    expect((await restarted.get('/api/products')).status).toBe(200);
    await close();
  });

  it("the shop API is not ready while the Citus nodes reject the API's database role", async () => {
    api = await startShopApi({}, database);
    await isReady(api);
    await database.query(`SELECT run_command_on_workers('ALTER ROLE storewright_shop NOLOGIN')`);
    try {
      await expect(isReady(api)).rejects.toThrow(
        'no node of the cluster accepts connections of the role "storewright_shop"',
      );
    } finally {
      await database.query(`SELECT run_command_on_workers('ALTER ROLE storewright_shop LOGIN')`);
    }
    await isReady(api);
  });

  it('the shop API connects with the passwords that migrate stores on every Citus node', async () => {
    const url = database.administratorUrl;
    const entry = `INSERT INTO pg_dist_authinfo VALUES (0, current_user, 'password=secret')`;
    await database.query(entry);
    await migrate({ auth: url, shop: url }, { ...passwords, hooks: `it's \\ new` });
    try {
      const stored = await database.query<{ result: string }>(
        `SELECT result FROM run_command_on_workers(
          'SELECT authinfo FROM pg_dist_authinfo WHERE rolename = ''storewright_hooks''')`,
      );
      expect(new Set(stored.map(({ result }) => result))).toEqual(new Set([`password='it\\'s \\\\ new'`]));
    } finally {
      await migrate({ auth: url, shop: url }, passwords);
    }
  });

  it('the shop API, distribute and migrate fail on a Citus worker node', async () => {
    const [worker] = await database.query<{ host: string; port: number }>(
      'SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE groupid > 0',
    );
    const onWorker = (url: string) => Object.assign(new URL(url), { port: String(worker!.port) }).href;
    const administrator = onWorker(database.administratorUrl);
    const misdirected = {
      ...database,
      url: (role: 'auth' | 'shop' | 'hooks') => onWorker(database.url(role)),
    };
    await expect(startShopApi({}, misdirected)).rejects.toThrow(
      'SHOP_DATABASE_URL refers to a worker node of a Citus cluster. Use the address of the coordinator.',
    );
    const refusal = 'this is a worker node of a Citus cluster. Use the address of the coordinator.';
    const servers = { auth: database.administratorUrl, shop: administrator };
    await expect(distribute(administrator, passwords, { dryRun: true })).rejects.toThrow(refusal);
    await expect(migrate(servers, passwords)).rejects.toThrow(refusal);
  });
});
