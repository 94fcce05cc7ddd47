import { atomicExtension, mediaType } from '@storewright/json-api';
import { roles } from '@storewright/schema';
import type { Request } from 'autocannon';
import { attributes, creationRequest } from '../cases';
import { targetOf } from '../http';
import { load } from '../load';
import { type BenchShop, makeShop } from '../people';
import type { Stage } from '../stage';
import { table } from '../table';
import { type Pooler, startPgBouncer } from './pgbouncer';

const POOL_SIZES = [2, 5, 10, 20, 40];
const SECONDS = { full: 8, quick: 3 };
/** Duration of the warm-up load in seconds, during which V8 optimizes code and connections are opened. */
const WARM_UP_SECONDS = 2;
const CLIENTS = 64;

/**
 * Returns a mix of requests: a quarter read a page, half write with one SQL statement, and a quarter write
 * with several SQL statements.
 */
function requests(): Request[] {
  const one = creationRequest;
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

/**
 * Measures the effect of DATABASE_POOL_SIZE. If PGBOUNCER is the path of PgBouncer, also measures the cost of
 * a connection pooler.
 */
export async function measurePools(
  stage: Stage,
  how: keyof typeof SECONDS,
  say: (text: string) => void,
): Promise<string> {
  const shop = await makeShop(stage.client, 'bench-pools');
  const rows: string[][] = [];
  for (const instances of [1, 2])
    for (const size of POOL_SIZES)
      rows.push([
        String(instances),
        String(size),
        ...(await measure(stage, shop, instances, SECONDS[how], { DATABASE_POOL_SIZE: String(size) })),
      ]);
  say(table(['instances', 'pool size', ...measuredColumns], rows));
  const program = process.env['PGBOUNCER'];
  return program ? measureBehindPooler(stage, shop, SECONDS[how], program) : '';
}

const measuredColumns = ['requests/s', 'p99 ms', 'Node ms', 'Postgres ms', 'connections'];

/** Measures one value of DATABASE_POOL_SIZE. Returns CPU times per request. */
async function measure(
  stage: Stage,
  shop: BenchShop,
  instances: number,
  forSeconds: number,
  environment: Record<string, string>,
): Promise<string[]> {
  const ports: number[] = [];
  while (ports.length < instances) ports.push(await stage.startService('shop-api', { environment }));
  const sendAll = (time: number) =>
    Promise.all(ports.map((port) => load(targetOf(shop, port), requests(), time, CLIENTS / instances)));
  await sendAll(WARM_UP_SECONDS);
  const node = () => ports.reduce((sum, port) => sum + (stage.cpuOf(port) ?? NaN), 0);
  const before = { node: node(), database: stage.databaseCpu(roles.shop) ?? NaN };
  const done = await sendAll(forSeconds);
  const used = {
    node: node() - before.node,
    database: (stage.databaseCpu(roles.shop) ?? NaN) - before.database,
  };
  const { rows } = await stage.client.query<{ count: string }>(
    'SELECT count(*) FROM pg_stat_activity WHERE usename = $1',
    [roles.shop],
  );
  const requestCount = done.reduce((sum, each) => sum + each.requests, 0);
  for (const port of ports) await stage.stop(port);
  return [
    done.reduce((sum, each) => sum + each.perSecond, 0).toFixed(0),
    Math.max(...done.map(({ p99 }) => p99)).toFixed(0),
    (used.node / requestCount).toFixed(2),
    (used.database / requestCount).toFixed(2),
    rows[0]!.count,
  ];
}

/** Sends the same load to two instances of the shop API, with and without a connection pooler. */
async function measureBehindPooler(
  stage: Stage,
  shop: BenchShop,
  forSeconds: number,
  program: string,
): Promise<string> {
  const url = stage.databaseUrl('shop');
  const rows = [['none', ...(await measure(stage, shop, 2, forSeconds, {}))]];
  for (const pooler of ['transaction', 'transaction-prepared'] satisfies Pooler[]) {
    const bouncer = await startPgBouncer(program, stage, pooler);
    if (!bouncer) continue;
    const environment = {
      ...{ AUTH_DATABASE_URL: bouncer.through(url), SHOP_DATABASE_URL: bouncer.through(url) },
      ...{ AUTH_DATABASE_LISTEN_URL: url, SHOP_DATABASE_LISTEN_URL: url, DATABASE_POOLER: pooler },
    };
    rows.push([`${bouncer.version}, ${pooler}`, ...(await measure(stage, shop, 2, forSeconds, environment))]);
    await bouncer.stop();
  }
  return table(['pooler', ...measuredColumns], rows);
}
