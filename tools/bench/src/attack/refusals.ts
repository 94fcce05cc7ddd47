import { setTimeout as pause } from 'node:timers/promises';
import { serveBare } from '../bare';
import { headersOf, statusOf, targetOf } from '../http';
import { formatCounts } from '../numbers';
import type { Attack, AttackContext, Verdict } from './attack';
import { flood, type FloodCost } from './overload';

/**
 * Number of connections whose requests the service rejects. The service rejects a request after two seconds,
 * so each connection sends one request every two seconds.
 */
const CONNECTIONS = { short: 200, full: 2_500 };

const write = JSON.stringify({
  data: {
    type: 'meta',
    attributes: { resource_type: 'orders', resource_id: '1', data: { colour: 'blue', priority: 7 } },
  },
});

/** Compares the CPU time of rejected requests with the CPU time of successful requests at the same rate. */
export const refusals: Attack = async (context) => {
  const { stage, loud, short } = context;
  const connections = CONNECTIONS[short ? 'short' : 'full'];
  const [seconds, warmUpSeconds] = short ? [3, 0] : [8, 4];
  const port = await startFullService(context);
  const cpu = () => stage.cpuOf(port) ?? 0;
  // Sends requests until V8 has optimized the service's code. Without this warm-up, measured times would not
  // be comparable.
  if (!short) await flood(context, { port, connections: 500, seconds: 6 });
  const before = cpu();
  await pause(1_000);
  const idlePerSecond = cpu() - before;
  const headers = headersOf(targetOf(loud, port));
  // Fills the token cache with a first request.
  await statusOf({ port, path: '/api/shops', headers });
  await stage.client.query('BEGIN; LOCK TABLE shop.products IN ACCESS EXCLUSIVE MODE');
  const waiting = statusOf({ port, path: '/api/products', headers });
  await pause(200);
  const refused = await flood(context, { port, connections, seconds, warmUpSeconds });
  await stage.client.query('ROLLBACK');
  await waiting;
  const count = refused.statuses.get('503') ?? 0;
  const alike = { seconds: short ? 0.5 : seconds, rate: Math.ceil(count / seconds) };
  const cost = ({ cpuMs, statuses }: FloodCost, status: string, duration = alike.seconds) =>
    (1_000 * (cpuMs - idlePerSecond * duration)) / (statuses.get(status) ?? 0);
  const served = await flood(context, { connections: 32, ...alike });
  const written = await flood(context, { connections: 32, ...alike, body: write });
  const leastPort = await stage.startBare('--least-server');
  const least = await flood(context, { port: leastPort, connections, warmUpSeconds, ...alike });
  const costs: Costs = {
    refusal: cost(refused, '503', seconds),
    page: cost(served, '200'),
    write: cost(written, '201'),
    least: (1_000 * least.cpuMs) / (least.statuses.get('503') ?? 0),
  };
  const total = refused.cpuMs / (1_000 * seconds);
  return [verdict(context, refused, costs), totalVerdict(context, count / seconds, total)];
};

/**
 * Starts a shop API that handles one request at a time. A request that waits for a table lock then blocks all
 * further requests.
 */
async function startFullService({ stage }: AttackContext): Promise<number> {
  await stage.client.query(`ALTER ROLE storewright_shop SET lock_timeout = '60s'`);
  await stage.client.query(`ALTER ROLE storewright_shop SET statement_timeout = '60s'`);
  return stage.startService('shop-api', { environment: { MAX_REQUESTS_AT_ONCE: '1' } });
}

/** CPU time per request in microseconds. */
interface Costs {
  refusal: number;
  page: number;
  write: number;
  /** CPU time of a rejection by a Node server that does nothing else. */
  least: number;
}

function verdict(
  { short }: AttackContext,
  { statuses }: FloodCost,
  { refusal, page, write, least }: Costs,
): Verdict {
  const part = (of: number) => `${((100 * refusal) / of).toFixed(0)} %`;
  const costs = [
    `${refusal.toFixed(0)} µs of CPU each`,
    `${part(page)} of a served page of ten (${page.toFixed(0)} µs)`,
    `${part(write)} of a served write (${write.toFixed(0)} µs)`,
    `a server of Node that does nothing but refuse: ${least.toFixed(0)} µs`,
  ];
  return {
    sent: `${CONNECTIONS[short ? 'short' : 'full']} connections that are refused`,
    seen: [formatCounts(statuses), ...(short ? [] : costs)].join('; '),
    expected: short ? '503' : '503, ≤ 5 % of a served one',
    ok: [...statuses.keys()].join() === '503' && (short || refusal <= page / 20),
  };
}

function totalVerdict({ short }: AttackContext, rate: number, total: number): Verdict {
  const seen = short ? [] : [`${(100 * total).toFixed(1)} % of a processor`];
  return {
    sent: 'the same, as a whole',
    seen: [`${rate.toFixed(0)} refusals/s`, ...seen].join('; '),
    expected: short ? 'refusals' : '≤ 5 % of a processor',
    ok: rate > 0 && (short || total <= 0.05),
  };
}

/** Runs a Node server that rejects every request, to measure the minimum CPU time of a response. */
export function runLeastServer(): void {
  const body = 'x'.repeat(300);
  const headers = { 'content-type': 'application/vnd.api+json', 'content-length': body.length };
  serveBare(() => (_request, response) => void response.writeHead(503, headers).end(body));
}
