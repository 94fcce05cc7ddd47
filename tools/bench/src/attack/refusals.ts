import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Attack, headersOf, pause, type Target, type Verdict } from './attack';
import { flood, type Measured } from './overload';
import { ask, shownStatuses } from './probe';

/** Of a flood that is refused. Refusals are told two seconds late, so these are so many requests in two seconds. */
const flooding = { short: 200, full: 2_500 };

const write = JSON.stringify({
  data: {
    type: 'meta',
    attributes: { resource_type: 'orders', resource_id: '1', data: { colour: 'blue', priority: 7 } },
  },
});

/** What a refused request costs of the processor, as a part of what served ones cost that come as often; and all of them together. */
export const refusals: Attack = async (target) => {
  const { stage, loud, short } = target;
  const connections = flooding[short ? 'short' : 'full'];
  const [seconds, settling] = short ? [3, 0] : [8, 4];
  // Who waits for a table takes the only place, and must not lose it.
  await stage.client.query(`ALTER ROLE storewright_shop SET lock_timeout = '60s'`);
  await stage.client.query(`ALTER ROLE storewright_shop SET statement_timeout = '60s'`);
  const port = await stage.startService('shop-api', { environment: { MAX_REQUESTS_AT_ONCE: '1' } });
  // A cold one would be compared with a warm one.
  if (!short) await flood(target, { port, connections: 500, seconds: 6 });
  const before = stage.cpuOf(port) ?? 0;
  await pause(1_000);
  const idle = (stage.cpuOf(port) ?? 0) - before;
  // So that it is known whose token it is.
  await ask({ port, path: '/api/shops', headers: headersOf(loud) });
  await stage.client.query('BEGIN; LOCK TABLE shop.products IN ACCESS EXCLUSIVE MODE');
  const waiting = ask({ port, path: '/api/products', headers: headersOf(loud) });
  await pause(200);
  const refused = await flood(target, { port, connections, seconds, settling });
  await stage.client.query('ROLLBACK');
  await waiting;
  const count = refused.statuses['503'] ?? 0;
  const alike = { seconds: short ? 0.5 : seconds, rate: Math.ceil(count / seconds) };
  const cost = ({ cpu }: Measured, answers = 0) => (1_000 * (cpu - idle * alike.seconds)) / answers;
  const served = await flood(target, { connections: 32, ...alike });
  const written = await flood(target, { connections: 32, ...alike, body: write });
  const least = await flood(target, { ...(await startLeast(target)), connections, settling, ...alike });
  const costs: Costs = {
    refusal: (1_000 * (refused.cpu - idle * seconds)) / count,
    page: cost(served, served.statuses['200']),
    write: cost(written, written.statuses['201']),
    least: (1_000 * least.cpu) / (least.statuses['503'] ?? 0),
  };
  const whole = refused.cpu / (1_000 * seconds);
  return [verdict(target, refused, costs), asAWhole(target, count / seconds, whole)];
};

/** µs of the processor for one. */
interface Costs {
  refusal: number;
  page: number;
  write: number;
  /** A refusal of a server that does nothing else. */
  least: number;
}

function verdict({ short }: Target, { statuses }: Measured, { refusal, page, write, least }: Costs): Verdict {
  const part = (of: number) => `${((100 * refusal) / of).toFixed(0)} %`;
  const costs = [
    `${refusal.toFixed(0)} µs of CPU each`,
    `${part(page)} of a served page of ten (${page.toFixed(0)} µs)`,
    `${part(write)} of a served write (${write.toFixed(0)} µs)`,
    `a server of Node that does nothing but refuse: ${least.toFixed(0)} µs`,
  ];
  return {
    sent: `${flooding[short ? 'short' : 'full']} connections that are refused`,
    seen: [shownStatuses(Object.entries(statuses)), ...(short ? [] : costs)].join('; '),
    expected: short ? '503' : '503, ≤ 5 % of a served one',
    ok: Object.keys(statuses).join() === '503' && (short || refusal <= page / 20),
  };
}

function asAWhole({ short }: Target, rate: number, whole: number): Verdict {
  const seen = short ? [] : [`${(100 * whole).toFixed(1)} % of a processor`];
  return {
    sent: 'the same, as a whole',
    seen: [`${rate.toFixed(0)} refusals/s`, ...seen].join('; '),
    expected: short ? 'refusals' : '≤ 5 % of a processor',
    ok: rate > 0 && (short || whole <= 0.05),
  };
}

/** A server that does nothing but refuse, and what it has used. */
async function startLeast({ stage }: Target): Promise<{ port: number; cpu: () => number }> {
  const child = stage.startProgram('--least-server');
  const port = await new Promise<number>((done) =>
    child.once('message', (message) => done(message as number)),
  );
  return { port, cpu: () => stage.cpuOfProgram(child) ?? performance.now() };
}

/** Node's own server, which refuses at once, in a process of its own: what an answer costs at the least. */
export function runLeastServer(): void {
  const body = 'x'.repeat(300);
  const headers = { 'content-type': 'application/vnd.api+json', 'content-length': body.length };
  const server = createServer((_request, response) => response.writeHead(503, headers).end(body));
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
  process.once('disconnect', () => process.exit(0));
}
