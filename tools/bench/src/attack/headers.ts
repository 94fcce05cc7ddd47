import { Agent } from 'node:http';
import { headersOf, type HttpRequest, statusOf, targetOf } from '../http';
import { countByName, formatCounts } from '../numbers';
import type { Attack, AttackContext, Verdict } from './attack';
import { type Carrier, type NearMisses, nearMisses } from './near-misses';

/**
 * Maximum CPU time of a request with an almost valid header value, as a multiple of the CPU time with a
 * normal value.
 */
const MAX_RATIO = 3;
/**
 * Resolution of the operating system's CPU times in milliseconds. The attack ignores smaller differences over
 * all requests.
 */
const STEP_MS = 10;

type Sent = Required<Pick<HttpRequest, 'port' | 'method' | 'path' | 'headers' | 'body'>>;

async function carriersOf({ ports, loud, stage }: AttackContext): Promise<Record<Carrier, Sent>> {
  const document = { 'content-type': 'application/vnd.api+json' };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const token = headersOf(targetOf(loud, ports.shop));
  const shop = { port: ports.shop, headers: { ...token, ...document }, body: '{}' };
  const { rows } = await stage.client.query<{ id: string }>(
    'SELECT id FROM shop.meta WHERE shop_id = $1 LIMIT 1',
    [loud.id],
  );
  const path = `/api/meta/${rows[0]!.id}`;
  const changed = { ...shop.headers, 'if-match': '"another version"' };
  const change = JSON.stringify({ data: { type: 'meta', id: rows[0]!.id, attributes: {} } });
  const auth = { port: ports.auth, method: 'POST' };
  return {
    sessions: { ...auth, path: '/api/sessions', headers: { host: 'localhost', ...document }, body: '{}' },
    token: { ...auth, path: '/oauth/token', headers: { host: 'localhost', ...form }, body: 'grant_type=x' },
    'new meta': { ...shop, method: 'POST', path: '/api/meta' },
    'changed meta': { ...shop, method: 'PATCH', path, headers: changed, body: change },
    'read meta': { ...shop, method: 'GET', path, headers: token, body: '' },
  };
}

/**
 * Attacks with almost valid values of 15,500 bytes in every header that a service parses, and measures the
 * CPU time per request.
 */
export const headers: Attack = async (target) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const carriers = await carriersOf(target);
  const costs = new Map<Carrier, number>();
  const verdicts: Verdict[] = [];
  try {
    for (const misses of nearMisses) {
      const carrier = carriers[misses.carrier];
      const normal = costs.get(misses.carrier) ?? (await normalCost(target, carrier, agent));
      costs.set(misses.carrier, normal);
      verdicts.push(await verdictOn(target, { misses, carrier, normal, agent }));
    }
  } finally {
    agent.destroy();
  }
  return verdicts;
};

/**
 * Measures the CPU time of a request with a normal header value. First sends enough requests for V8 to
 * optimize the service's code.
 */
async function normalCost(target: AttackContext, carrier: Sent, agent: Agent): Promise<number> {
  const warming = target.short ? 1 : 10;
  for (let time = 0; time < warming; time += 1) await measure(target, carrier, agent);
  return (await measure(target, carrier, agent)).ms;
}

interface Attempt {
  misses: NearMisses;
  carrier: Sent;
  normal: number;
  agent: Agent;
}

async function verdictOn(
  target: AttackContext,
  { misses, carrier, normal, agent }: Attempt,
): Promise<Verdict> {
  const statuses: number[] = [];
  let [worst, slowest] = [0, ''];
  for (const value of misses.values) {
    const sent = { ...carrier, headers: withHeader(carrier.headers, misses.header, value) };
    const { ms, status } = await measure(target, sent, agent);
    statuses.push(status);
    if (ms > worst) [worst, slowest] = [ms, value];
  }
  const isFine = statuses.every((status) => status >= 200 && status < 500);
  const isCheap = worst <= Math.max(MAX_RATIO * normal, normal + STEP_MS / timesOf(target));
  return {
    sent:
      `${misses.header}: ${misses.values.length} near misses of 15,500 bytes to ${carrier.method} ` +
      `${carrier.path.replace(/[0-9a-f-]{36}/, '{id}')}`,
    // A short attack reports no CPU time, because five requests are too few for the resolution of CPU times.
    seen: [
      formatCounts(countByName(statuses)),
      ...(target.short
        ? []
        : [
            `worst ${JSON.stringify(slowest.slice(0, 12))}… ${worst.toFixed(2)} ms of CPU`,
            `${(worst / normal).toFixed(1)} × the same request without one (${normal.toFixed(2)} ms)`,
          ]),
    ].join('; '),
    expected: target.short ? 'no 5xx' : `no 5xx, ≤ ${MAX_RATIO} × the same request without one`,
    ok: isFine && (target.short || isCheap),
  };
}

function withHeader(all: Record<string, string>, name: string, value: string): Record<string, string> {
  const others = Object.entries(all).filter(([each]) => each !== name.toLowerCase());
  return { ...Object.fromEntries(others), [name]: value };
}

const timesOf = ({ short }: AttackContext) => (short ? 5 : 100);

/**
 * Returns the status of the last response, and the CPU time in milliseconds that the service used per
 * request.
 */
async function measure(
  target: AttackContext,
  sent: Sent,
  agent: Agent,
): Promise<{ ms: number; status: number }> {
  const cpu = () => target.stage.cpuOf(sent.port) ?? performance.now();
  const before = cpu();
  let status = 0;
  for (let time = 0; time < timesOf(target); time += 1) status = await statusOf({ ...sent, agent });
  return { ms: (cpu() - before) / timesOf(target), status };
}
