import { until } from '@storewright/testing';
import { Client } from 'pg';
import { Stage } from './testing/stage';

/* The tests need a cluster (TEST_DATABASE_URL of its coordinator). */
const onCluster = process.env['SHOP_DATABASE_KIND'] === 'citus' ? describe : describe.skip;

const settings = [
  `citus.enable_stat_counters = on`,
  `citus.stat_tenants_track = 'all'`,
  `citus.stat_tenants_period = 2`,
];

onCluster('on a Citus cluster', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.open();
    const nodes = await stage.database.query<{ name: string; host: string; port: number }>(
      'SELECT current_database() AS name, nodename AS host, nodeport AS port FROM pg_dist_node',
    );
    for (const { name, host, port } of nodes) {
      const url = Object.assign(new URL(stage.database.administratorUrl), {
        hostname: host,
        port: String(port),
      });
      // A worker node rejects statements that it would have to propagate.
      const options = '-c citus.enable_ddl_propagation=off';
      const client = new Client({ connectionString: url.href, options });
      await client.connect();
      for (const setting of settings) await client.query(`ALTER DATABASE ${name} SET ${setting}`);
      await client.end();
    }
  });
  afterAll(() => stage.close());

  it('ClusterMetrics counts statements on one and on several shards, and the load of the busiest shop', async () => {
    const worker = await stage.startWorker();
    const valueOf = async (series: string) => {
      const { body } = await worker.inject({ url: '/metrics' });
      const line = body.split('\n').find((each) => each.startsWith(`storewright_cluster_${series} `));
      return Number(line!.split(' ')[1]);
    };
    const shop = await stage.aShop();
    const client = new Client({ connectionString: stage.database.administratorUrl });
    await client.connect();
    const ofShop = `SELECT count(*) FROM shop.meta WHERE shop_id = '${shop.id}'`;
    await until('the statements of the shop are counted', async () => {
      for (let count = 0; count < 20; count += 1) await client.query(ofShop);
      return (await valueOf('busiest_shop_statements_per_second')) > 1;
    });
    expect(await valueOf('busiest_shop_processors')).toBeGreaterThan(0);
    expect(await valueOf('statements_total{shards="one"}')).toBeGreaterThan(20);
    expect(await valueOf('statements_total{shards="several"}')).toBe(0);
    await client.query('SELECT count(*) FROM shop.meta');
    await client.end();
    await until('the statement is counted', async () => {
      return (await valueOf('statements_total{shards="several"}')) === 1;
    });
  });
});
