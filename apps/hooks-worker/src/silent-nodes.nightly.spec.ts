import { randomUUID } from 'node:crypto';
import { Receiver, type TestShop } from '@storewright/testing';
import { Stage } from './testing/stage';

/*
 * On a cluster of Citus (TEST_DATABASE_URL), points a node to a closed port. On plain Postgres, replaces the
 * function that queries the nodes.
 */
const isCluster = process.env['SHOP_DATABASE_KIND'] === 'citus';
process.env['SHOP_DATABASE_KIND'] = 'citus';
// Plain Postgres fails the check for distributed tables.
jest.mock('../../../libs/postgres/database/src/distribution', () => ({
  verifyDistribution: () => Promise.resolve(),
  undistributedTables: () => Promise.resolve([]),
}));

/** Shops in `public.away` are on node db-2. */
const standIn = `
  CREATE TABLE public.away (shop_id uuid);
  CREATE FUNCTION shop.watch_nodes(what text, at timestamptz, known jsonb, until timestamptz)
  RETURNS TABLE (shop_id uuid, node text, failure text, state text, due timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
    SELECT s, NULL, NULL, NULL, NULL::timestamptz FROM shop.shops_to_serve(at) s
      WHERE s NOT IN (SELECT a.shop_id FROM public.away a)
    UNION ALL SELECT NULL, 'db-2:5432', 'failed to connect', NULL, NULL FROM public.away
    UNION ALL SELECT NULL, 'db-1:5432', NULL, pg_current_snapshot()::text, NULL $$`;

/** Port on which no server listens. */
const nowhere = 1;
const nodeOf = `
  SELECT n.nodeid, n.nodename || ':${nowhere}' AS name, n.nodeport AS port
  FROM pg_dist_shard_placement p JOIN pg_dist_node n USING (nodename, nodeport)
  WHERE p.shardid = get_shard_id_for_distribution_column('shop.events', $1::uuid)`;

let stage: Stage;
let receiver: Receiver;
beforeAll(async () => {
  [stage, receiver] = [await Stage.open(), await Receiver.start()];
  if (!isCluster) await stage.database.query(standIn);
});
afterAll(async () => {
  await receiver.stop();
  await stage.close();
});

/** Makes the node of the shop unreachable. Returns its name and a function that restores it. */
async function silence(shop: TestShop): Promise<{ name: string; back: () => Promise<void> }> {
  if (!isCluster) {
    await stage.database.query('INSERT INTO public.away VALUES ($1)', [shop.id]);
    return {
      name: 'db-2:5432',
      back: async () => void (await stage.database.query('DELETE FROM public.away')),
    };
  }
  const [node] = await stage.database.query<{ nodeid: number; name: string; port: number }>(nodeOf, [
    shop.id,
  ]);
  const moved = (port: number) =>
    stage.database.query('UPDATE pg_dist_node SET nodeport = $2 WHERE nodeid = $1', [node!.nodeid, port]);
  await moved(nowhere);
  return { name: node!.name, back: async () => void (await moved(node!.port)) };
}

/** Creates a shop on another node. */
async function elsewhere(other: TestShop): Promise<TestShop> {
  const shop = await stage.aShop();
  if (!isCluster) return shop;
  const nodes = await Promise.all(
    [shop, other].map(
      async ({ id }) => (await stage.database.query<{ nodeid: number }>(nodeOf, [id]))[0]!.nodeid,
    ),
  );
  return nodes[0] === nodes[1] ? elsewhere(other) : shop;
}

it('if a Citus node does not respond, the worker serves shops on other nodes and logs the node once', async () => {
  const there = await stage.aShop();
  const here = await elsewhere(there);
  for (const shop of [there, here]) {
    await stage.install(shop, receiver.url);
    await stage.writeOne(shop, { id: randomUUID() });
  }
  const { name, back } = await silence(there);
  const lines: string[] = [];
  const log = { write: (line: string) => void lines.push(line) };
  const worker = await stage.startWorker({ log }, { LOG_LEVEL: 'warn' });
  const served = () => receiver.received.map(({ body }) => body.shop.id);
  const silent = async () => {
    const { body } = await worker.inject({ url: '/metrics' });
    return /^storewright_database_nodes_silent (\d+)$/m.exec(body)?.[1];
  };

  // Polling must find the event, because no notification arrives.
  await receiver.has(1);
  for (let look = 0; look < 3; look += 1) await stage.after(0);
  expect(served()).toEqual([here.id]);
  expect(await silent()).toBe('1');
  expect((await worker.inject({ url: '/readyz' })).statusCode).toBe(200);
  expect(lines.filter((line) => line.includes(`node ${name} does not answer`))).toHaveLength(1);

  await back();
  await receiver.has(2);
  expect(served()).toEqual([here.id, there.id]);
  expect(await silent()).toBe('0');
  expect(lines.filter((line) => line.includes(`node ${name} responds again`))).toHaveLength(1);
});
