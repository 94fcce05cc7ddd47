import { atomicExtension, mediaType } from '@storewright/json-api';
import { roles } from '@storewright/schema';
import type { Request } from 'autocannon';
import { attributes, creation } from '../cases';
import { load, type Target } from '../load';
import { type BenchShop, makeShop } from '../people';
import type { Stage } from '../stage';
import { table } from '../table';
import { type Pooler, startPgBouncer } from './pgbouncer';

const poolSizes = [2, 5, 10, 20, 40];
const seconds = { full: 8, quick: 3 };
/** Before them, so that what runs is compiled and connected. */
const warmUpSeconds = 2;
/** Requests at once, whatever the number of instances. */
const clients = 64;

/** A quarter pages, half writes of one statement, a quarter of several: reads use shared connections, whose number is not set. */
function requestsOf(shop: BenchShop): Request[] {
  const one = creation(shop).request;
  const operation = { op: 'add', data: { type: 'meta', attributes } };
  const several: Request = {
    ...{ method: 'POST', path: '/api/operations' },
    headers: {
      'content-type': `${mediaType};ext="${atomicExtension}"`,
      accept: `${mediaType};ext="${atomicExtension}"`,
    },
    body: JSON.stringify({ 'atomic:operations': [operation, operation, operation] }),
  };
  return [{ method: 'GET', path: '/api/meta' }, one, several, one];
}

/** What DATABASE_POOL_SIZE does, and what a pooler costs where PGBOUNCER names its program. */
export async function measurePools(
  stage: Stage,
  how: keyof typeof seconds,
  say: (text: string) => void,
): Promise<string> {
  const shop = await makeShop(stage.client, 'bench-pools');
  const rows: string[][] = [];
  for (const instances of [1, 2])
    for (const size of poolSizes)
      rows.push([
        String(instances),
        String(size),
        ...(await measure(stage, shop, instances, seconds[how], { DATABASE_POOL_SIZE: String(size) })),
      ]);
  say(table(['instances', 'pool size', ...columns], rows));
  const program = process.env['PGBOUNCER'];
  return program ? behind(stage, shop, seconds[how], program) : '';
}

const columns = ['requests/s', 'p99 ms', 'Node ms', 'Postgres ms', 'connections'];

/** Processor time is that of one request. */
async function measure(
  stage: Stage,
  shop: BenchShop,
  instances: number,
  forSeconds: number,
  environment: Record<string, string>,
): Promise<string[]> {
  const ports: number[] = [];
  while (ports.length < instances) ports.push(await stage.startService('shop-api', { environment }));
  const targets = ports.map((port): Target => ({
    port,
    host: `${shop.domain}.localhost`,
    token: shop.token,
  }));
  const run = (time: number) =>
    Promise.all(targets.map((target) => load(target, requestsOf(shop), time, clients / instances)));
  await run(warmUpSeconds);
  const node = () => ports.reduce((sum, port) => sum + (stage.cpuOf(port) ?? NaN), 0);
  const before = { node: node(), database: stage.databaseCpu(roles.shop) ?? NaN };
  const done = await run(forSeconds);
  const used = {
    node: node() - before.node,
    database: (stage.databaseCpu(roles.shop) ?? NaN) - before.database,
  };
  const { rows } = await stage.client.query<{ count: string }>(
    'SELECT count(*) FROM pg_stat_activity WHERE usename = $1',
    [roles.shop],
  );
  const requests = done.reduce((sum, each) => sum + each.requests, 0);
  for (const port of ports) await stage.stopService(port);
  return [
    done.reduce((sum, each) => sum + each.perSecond, 0).toFixed(0),
    Math.max(...done.map(({ p99 }) => p99)).toFixed(0),
    (used.node / requests).toFixed(2),
    (used.database / requests).toFixed(2),
    rows[0]!.count,
  ];
}

/** The same load, from two instances, straight to the server and through a pooler. */
async function behind(stage: Stage, shop: BenchShop, forSeconds: number, program: string): Promise<string> {
  const url = stage.databaseUrl('shop');
  const rows = [['none', ...(await measure(stage, shop, 2, forSeconds, {}))]];
  for (const pooler of ['transaction', 'transaction-prepared'] satisfies Pooler[]) {
    const bouncer = await startPgBouncer(program, stage, pooler);
    if (!bouncer) continue;
    const environment = {
      ...{ AUTH_DATABASE_URL: bouncer.through(url), SHOP_DATABASE_URL: bouncer.through(url) },
      ...{ AUTH_DATABASE_LISTEN_URL: url, DATABASE_POOLER: pooler },
    };
    rows.push([`${bouncer.version}, ${pooler}`, ...(await measure(stage, shop, 2, forSeconds, environment))]);
    await bouncer.stop();
  }
  return table(['pooler', ...columns], rows);
}
