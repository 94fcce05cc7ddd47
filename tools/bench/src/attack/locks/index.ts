import {
  type Attack,
  hostOf,
  neighbourVerdict,
  pause,
  type Target,
  told,
  type Verdict,
  watch,
} from '../attack';
import { type Scenario, scenariosOf, plainOrder } from './scenarios';
import { type Client, type Contended, type Contention, send, sendAtOnce, type Sent } from './send';

const AT_ONCE = 24;
const MAX_RATIO = 1.3;

/** Sends requests that name the same rows in opposite orders, while another shop sends requests (docs/adr/locks.md). */
export const locks: Attack = async (target) => {
  const loud = clientOf(target, 'loud');
  const scenarios = await scenariosOf(loud);
  const verdicts: Verdict[] = [];
  for (const scenario of scenarios) verdicts.push(await contend(target, loud, scenario));
  verdicts.push(await contendedNeighbour(target, scenarios));
  return verdicts;
};

function clientOf({ ports, ...shops }: Target, name: 'loud' | 'quiet'): Client {
  return { port: ports.shop, host: hostOf(shops[name]), token: shops[name].token };
}

/** Alternates between the two orders, so that other load on the machine slows down both. */
async function contend(target: Target, client: Client, scenario: Scenario): Promise<Verdict> {
  const rounds = target.short ? 1 : 5;
  const deadlocksBefore = await deadlocks(target);
  const same: Contended[] = [];
  const opposite: Contended[] = [];
  // The first round prepares statements on every connection.
  await sendAtOnce(
    client,
    requestsOf(scenario, () => false),
  );
  for (let round = 0; round < rounds; round += 1) {
    same.push(
      await sendAtOnce(
        client,
        requestsOf(scenario, () => false),
      ),
    );
    opposite.push(
      await sendAtOnce(
        client,
        requestsOf(scenario, (at) => at % 2 === 1),
      ),
    );
  }
  const ratio = medianMs(opposite) / medianMs(same);
  const statuses = statusesOf([...same, ...opposite]);
  const found = (await deadlocks(target)) - deadlocksBefore;
  const ok = Object.keys(statuses).every((status) => /^20[014]$/.test(status)) && found === 0;
  return {
    sent: `${AT_ONCE} requests at once: ${scenario.name}`,
    seen: `same order ${medianMs(same).toFixed(0)} ms, opposite orders ${medianMs(opposite).toFixed(0)} ms (${ratio.toFixed(2)} ×); ${shown(statuses)}; ${found} deadlocks`,
    expected: target.short ? '2xx, 0 deadlocks' : `≤ ${MAX_RATIO} ×, 2xx, 0 deadlocks`,
    ok: ok && (target.short || ratio <= MAX_RATIO),
  };
}

const requestsOf = ({ request }: Scenario, isReversed: (at: number) => boolean): Sent[] =>
  Array.from({ length: AT_ONCE }, (_, at) => request(at, isReversed(at)));

/** Measures orders of the quiet shop while the loud shop's requests wait for each other. */
async function contendedNeighbour(target: Target, scenarios: readonly Scenario[]): Promise<Verdict> {
  const quiet = clientOf(target, 'quiet');
  const order = await plainOrder(quiet);
  const asked = {
    ...{ port: quiet.port, path: order.path, method: order.method, body: JSON.stringify(order.body) },
    headers: {
      host: quiet.host,
      authorization: `Bearer ${quiet.token}`,
      'content-type': 'application/vnd.api+json',
    },
  };
  for (let count = 0; count < 50; count += 1) await send(quiet, order);
  const idle = await watch(target, 8, { asked, everyMs: 50 });
  const contention: Contention = {
    ...clientOf(target, 'loud'),
    requests: requestsOf(scenarios[0]!, (at) => at % 2 === 1),
  };
  const child = await new Promise<ReturnType<typeof told>>((done) => {
    const started = told<string>(target, '--contenders', contention, () => done(started));
  });
  await pause(target.short ? 100 : 2_000);
  const meanwhile = await watch(target, 8, { asked, everyMs: 50 });
  child.disconnect();
  await new Promise((done) => child.once('exit', done));
  return neighbourVerdict(
    target,
    `orders of a shop beside ${AT_ONCE} such requests of another shop`,
    idle,
    meanwhile,
  );
}

/**
 * Number of deadlocks in the database since its creation. Waits first, because backends report deadlocks within a
 * second.
 */
async function deadlocks({ stage, short }: Target): Promise<number> {
  await pause(short ? 0 : 1_500);
  const { rows } = await stage.client.query<{ deadlocks: string }>(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  );
  return Number(rows[0]!.deadlocks);
}

function medianMs(all: readonly Contended[]): number {
  const times = all.map(({ ms }) => ms).sort((one, other) => one - other);
  return times[Math.floor(times.length / 2)]!;
}

function statusesOf(all: readonly Contended[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const { statuses } of all)
    for (const [status, count] of Object.entries(statuses)) sum[status] = (sum[status] ?? 0) + count;
  return sum;
}

const shown = (statuses: Record<string, number>) =>
  Object.entries(statuses)
    .map(([status, count]) => `${status} × ${count}`)
    .join(', ');
