import { randomUUID } from 'node:crypto';
import { CustomerReads, type Grant, NetworkCounts, RequestCounts, ScopeCounts } from '@storewright/access';
import type { AuthDatabase } from '@storewright/database';
import { mediaType } from '@storewright/json-api';
import { mintToken } from '@storewright/tokens';
import type { Request } from 'autocannon';
import type { Client } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { headersOf, send, type Target, targetOf } from './http';
import { load } from './load';
import { median } from './numbers';
import { type BenchShop, makeShop } from './people';
import type { Stage } from './stage';
import { table } from './table';
import { measureTurns, medianOf } from './turns';

/**
 * Number of measurements. Each measurement uses both tokens in turn, because the speed of a machine drifts.
 */
const TURNS = 9;
const SECONDS = 2;
/** Maximum CPU time of a GET with usage counters, as a multiple of a GET without usage counters. */
const BAR = 1.02;

/**
 * Measures the CPU cost of usage counters (requests, scopes, networks and customers). Compares a GET with an
 * app's token, which is counted, and a GET with a token of the panel, which is not counted. A second table
 * shows the time of each counting function.
 */
export async function measureCounting(stage: Stage): Promise<string> {
  const shop = await makeShop(stage.client, 'bench-counting');
  const counted = targetOf(shop, await stage.startService('shop-api'));
  const request: Request = { method: 'GET', path: await aCustomer(counted) };
  const uncounted = { ...counted, token: await panelToken(stage.client, shop) };
  const cpuOf = (target: Target) => cpuPerRequest(stage, target, request);
  const runs = await measureTurns(TURNS, async () => ({
    counted: await cpuOf(counted),
    uncounted: await cpuOf(uncounted),
  }));
  const ratio = median(runs.map((run) => run.counted / run.uncounted));
  const cells = [medianOf(runs, (run) => run.counted, 1), medianOf(runs, (run) => run.uncounted, 1)];
  const verdict = `${BAR} ${ratio <= BAR ? 'met' : 'MISSED'}`;
  const measured = table(
    ['CPU µs per request', 'counted', 'not counted', 'ratio', 'bar'],
    [['GET one customer', ...cells, ratio.toFixed(3), verdict]],
  );
  return `${measured}\n${timeFunctions(shop)}`;
}

async function aCustomer(target: Target): Promise<string> {
  const { status, text } = await send({
    ...{ port: target.port, method: 'POST', path: '/api/customers' },
    headers: { ...headersOf(target), 'content-type': mediaType },
    body: JSON.stringify({ data: { type: 'customers', attributes: { email: 'bench@example.com' } } }),
  });
  if (status !== 201) throw new Error(`POST /api/customers: ${status} ${text}`);
  return `/api/customers/${(JSON.parse(text) as { data: { id: string } }).data.id}`;
}

async function cpuPerRequest(stage: Stage, target: Target, request: Request): Promise<number> {
  const before = stage.cpuOf(target.port);
  if (before === undefined) throw new Error('This part needs /proc.');
  const { requests } = await load(target, [request], SECONDS);
  return ((stage.cpuOf(target.port)! - before) * 1000) / requests;
}

/** Creates an access token of a panel session, whose requests are not counted. */
async function panelToken(client: Client, { id: shop_id }: BenchShop): Promise<string> {
  const [owner, session, token] = [randomUUID(), randomUUID(), mintToken('access_token')];
  await client.query(
    `INSERT INTO auth.owners (id, email, email_key, name, password_hash) VALUES ($1, $2, $2, 'bench', '')`,
    [owner, `${owner}@bench.example`],
  );
  await client.query(
    `INSERT INTO auth.sessions (id, owner_id, digest, expires_at) VALUES ($1, $2, sha256('bench'), 'infinity')`,
    [session, owner],
  );
  await client.query(
    `INSERT INTO auth.access_tokens (shop_id, id, name, digest, last_four, session_id, expires_at)
     VALUES ($1, $2, 'panel', decode($3, 'hex'), $4, $5, 'infinity')`,
    [shop_id, randomUUID(), token.digest, token.lastFour, session],
  );
  return token.reveal();
}

const CALLS = 200_000;

function timeFunctions({ id }: BenchShop): string {
  const database = {
    clock: { now: () => Date.now() },
    query: () => Promise.resolve([]),
  } as never as AuthDatabase;
  const host = undefined as never;
  const grant = { kind: 'access_token', token_id: randomUUID(), shop: { id } } as Grant;
  const [requests, scopes] = [new RequestCounts(database, host), new ScopeCounts(database, host)];
  const [networks, customers] = [new NetworkCounts(database), new CustomerReads(database)];
  const orders = {
    type: 'orders',
    relationships: { customer: { type: 'customers', column: 'customer_id' } },
  } as never;
  const page = Array.from({ length: 25 }, () => ({ customer_id: uuidv7() }));
  const one = page.slice(0, 1);
  const functions: [string, () => void][] = [
    ['requests', () => requests.add(grant, 200)],
    ['scopes', () => scopes.add(grant, ['orders.get'], 'GET')],
    ['networks', () => networks.add(grant, '203.0.113.7')],
    ['customers, one order', () => customers.add(grant, orders, one as never)],
    ['customers, 25 orders', () => customers.add(grant, orders, page as never)],
  ];
  return table(
    ['count', 'µs'],
    functions.map(([name, count]) => [name, microsecondsOf(count).toFixed(2)]),
  );
}

function microsecondsOf(call: () => void): number {
  const turns = Array.from({ length: TURNS }, () => {
    const startedAt = performance.now();
    for (let count = 0; count < CALLS; count += 1) call();
    return ((performance.now() - startedAt) * 1000) / CALLS;
  });
  return median(turns);
}
