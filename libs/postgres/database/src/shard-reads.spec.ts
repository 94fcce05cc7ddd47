// Written in SQL: moves a shard and reads the catalog of Citus.
import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { citusTopology, plainTopology } from '@storewright/postgres-driver';
import { type TestDatabase, testDatabase } from '@storewright/testing';
import { DataSource } from 'typeorm';
import { Database } from './database';
import { type DatabaseOptions, dataSourceOptions } from './database-options';
import { ShardReads } from './shard-reads';

const onCluster = process.env['SHOP_DATABASE_KIND'] === 'citus' ? describe : describe.skip;

onCluster('ShardReads', () => {
  let database: TestDatabase;
  let coordinator: Database;
  let shards: ShardReads;
  const opened: DataSource[] = [];
  const [shop_id, other] = [randomUUID(), randomUUID()];
  const count = { name: 'count', text: 'SELECT count(*)::int AS count FROM shop.meta' };
  const counted = async (id: string) =>
    (await coordinator.query<{ count: number }>({ shop_id: id }, count))[0]!.count;
  const reads = () => ({ ...shards.reads });

  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await testDatabase();
    await database.query(
      `INSERT INTO shop.meta (shop_id, id, resource_type, resource_id, data, created_at, updated_at)
       SELECT s, gen_random_uuid(), 'counter', 'x', '{}', now(), now()
       FROM unnest($1::uuid[]) AS s, generate_series(1, 5)`,
      [[shop_id, other]],
    );
    coordinator = await open({ url: database.url('shop'), topology: citusTopology, applicationName: 'spec' });
    shards = new ShardReads(coordinator, (node) => {
      const url = Object.assign(new URL(database.url('shop')), { host: node }).href;
      return open({ url, topology: plainTopology, applicationName: 'spec' });
    });
    coordinator.readFrom(shards);
  });

  afterAll(async () => {
    await coordinator.close();
    await Promise.all(opened.map((each) => each.destroy()));
    await database.drop();
  });

  async function open(options: DatabaseOptions): Promise<Database> {
    const dataSource = await new DataSource(dataSourceOptions(options)).initialize();
    opened.push(dataSource);
    const made = new Database(dataSource, options);
    await made.start(() => Promise.resolve());
    return made;
  }

  it('ShardReads reads only rows of the shop, first from the coordinator and then from the worker node', async () => {
    expect(await counted(shop_id)).toBe(5);
    expect(reads()).toEqual({ node: 0, coordinator: 1, moved: 0 });
    await Promise.all([shop_id, other].map((id) => shards.find(id)));
    expect([await counted(shop_id), await counted(other)]).toEqual([5, 5]);
    expect(await counted(randomUUID())).toBe(0);
    expect(reads()).toMatchObject({ node: 2, moved: 0 });
  });

  it('ShardReads returns the error of a failed statement without repeating the statement', async () => {
    const failing = { text: `SELECT id::text::integer FROM shop.meta` };
    await expect(coordinator.query({ shop_id }, failing)).rejects.toMatchObject({ cause: { code: '22P02' } });
    expect(reads().moved).toBe(0);
  });

  it('ShardReads runs a statement only on the coordinator after the SQL was invalid on a shard', async () => {
    const qualified = { text: 'SELECT meta.id FROM shop.meta' };
    for (let times = 0; times < 3; times += 1)
      expect(await coordinator.query({ shop_id }, qualified)).toHaveLength(5);
    expect(reads().moved).toBe(1);
    await shards.find(shop_id);
  });

  it('ShardReads returns all rows after a move of the shard, from the coordinator and then the new node', async () => {
    const before = reads();
    await database.query(
      `SELECT citus_move_shard_placement(shardid, p.nodename, p.nodeport, n.nodename, n.nodeport, 'block_writes')
       FROM pg_dist_shard_placement p JOIN pg_dist_node n ON n.nodeport <> p.nodeport AND n.shouldhaveshards
       WHERE shardid = get_shard_id_for_distribution_column('shop.meta', $1::uuid)`,
      [shop_id],
    );
    await database.query(
      `INSERT INTO shop.meta (shop_id, id, resource_type, resource_id, data, created_at, updated_at)
       VALUES ($1, gen_random_uuid(), 'counter', 'x', '{}', now(), now())`,
      [shop_id],
    );
    expect(await counted(shop_id)).toBe(6);
    await shards.find(shop_id);
    expect(await counted(shop_id)).toBe(6);
    expect(reads()).toEqual({ ...before, moved: before.moved + 1, node: before.node + 1 });
  });
});

describe('ShardReads on a worker node that denies a statement', () => {
  const [shop_id, statement] = [randomUUID(), { text: 'SELECT id FROM shop.meta' }];
  const denied = Object.assign(new Error('permission denied for table meta_102008'), { code: '42501' });
  const warned = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
  const query = <R>() => {
    const shards = JSON.stringify({ 'shop.meta': 'shop.meta_102008' });
    return Promise.resolve([{ shard: '102008', node: 'worker-1:5432', shards }] as R[]);
  };
  const readsFrom = (node: object) =>
    new ShardReads({ query } as Pick<Database, 'query'>, () =>
      Promise.resolve({ query: () => Promise.resolve([]), ...node } as never),
    );
  beforeEach(() => warned.mockClear());
  afterAll(() => warned.mockRestore());

  it('runs the read on the coordinator, logs the first denial, and skips the worker node for a time', async () => {
    const runAfter = jest.fn(() => Promise.reject(denied));
    const shards = readsFrom({ runAfter });
    await shards.find(shop_id);
    expect(await shards.run({ shop_id }, statement)).toBeUndefined();
    expect(shards.run({ shop_id }, statement)).toBeUndefined();
    expect(runAfter).toHaveBeenCalledTimes(1);
    expect(await shards.run({ shop_id }, { text: 'SELECT data FROM shop.meta' })).toBeUndefined();
    expect(warned.mock.calls.map(([line]) => line as string)).toEqual([
      expect.stringContaining('node worker-1:5432 denies them: permission denied for table meta_102008'),
    ]);
  });

  it('reads a shop from the coordinator if the worker node denies access to the schema', async () => {
    const wrapped = Object.assign(new Error('internal'), { cause: denied });
    const shards = readsFrom({ query: () => Promise.reject(wrapped) });
    await shards.find(shop_id);
    expect(shards.run({ shop_id }, statement)).toBeUndefined();
    expect(warned).toHaveBeenCalledTimes(1);
  });
});
