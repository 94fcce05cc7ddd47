import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { targetOf, type Target } from '../../http';
import { countByName, formatCounts, median } from '../../numbers';
import {
  type Attack,
  type AttackContext,
  measureNeighbour,
  neighbourVerdict,
  startAttacker,
  stopAttacker,
  type Verdict,
} from '../attack';
import { type Scenario, scenariosOf, plainOrder } from './scenarios';
import { type BatchResult, type Contention, headersOfWrite, send, sendAtOnce, type Sent } from './send';

const AT_ONCE = 24;
const MAX_RATIO = 1.3;

/**
 * Sends requests that lock the same rows in opposite orders, and measures the requests of a second shop
 * (docs/adr/locks.md).
 */
export const locks: Attack = async (context) => {
  const loud = targetOf(context.loud, context.ports.shop);
  const scenarios = await scenariosOf(loud);
  const verdicts: Verdict[] = [];
  for (const scenario of scenarios) verdicts.push(await contend(context, loud, scenario));
  verdicts.push(await contendedNeighbour(context, loud, scenarios[0]!));
  return verdicts;
};

/**
 * Alternates between requests in the same order and in opposite orders, so that background load affects both
 * in the same way.
 */
async function contend(context: AttackContext, target: Target, scenario: Scenario): Promise<Verdict> {
  const rounds = context.short ? 1 : 5;
  const deadlocksBefore = await deadlocks(context);
  const same: BatchResult[] = [];
  const opposite: BatchResult[] = [];
  const [inOrder, mixed] = [requestsOf(scenario, () => false), requestsOf(scenario, (at) => at % 2 === 1)];
  // Prepares statements on every connection with a first batch of requests, which is not measured.
  await sendAtOnce(target, inOrder);
  for (let round = 0; round < rounds; round += 1) {
    same.push(await sendAtOnce(target, inOrder));
    opposite.push(await sendAtOnce(target, mixed));
  }
  const [sameMs, oppositeMs] = [same, opposite].map((all) => median(all.map(({ ms }) => ms))) as [
    number,
    number,
  ];
  const ratio = oppositeMs / sameMs;
  const statuses = countByName([...same, ...opposite].flatMap(({ names }) => names));
  const deadlockCount = (await deadlocks(context)) - deadlocksBefore;
  const ok = [...statuses.keys()].every((status) => /^20[014]$/.test(status)) && deadlockCount === 0;
  return {
    sent: `${AT_ONCE} requests at once: ${scenario.name}`,
    seen:
      `same order ${sameMs.toFixed(0)} ms, opposite orders ${oppositeMs.toFixed(0)} ms ` +
      `(${ratio.toFixed(2)} ×); ${formatCounts(statuses)}; ${deadlockCount} deadlocks`,
    expected: context.short ? '2xx, 0 deadlocks' : `≤ ${MAX_RATIO} ×, 2xx, 0 deadlocks`,
    ok: ok && (context.short || ratio <= MAX_RATIO),
  };
}

const requestsOf = ({ request }: Scenario, isReversed: (at: number) => boolean): Sent[] =>
  Array.from({ length: AT_ONCE }, (_, at) => request(at, isReversed(at)));

async function contendedNeighbour(
  context: AttackContext,
  loud: Target,
  scenario: Scenario,
): Promise<Verdict> {
  const quiet = targetOf(context.quiet, context.ports.shop);
  const order = await plainOrder(quiet);
  const { path, method } = order;
  const headers = headersOfWrite(quiet, path);
  const probe = {
    sent: { port: quiet.port, path, method, headers, body: JSON.stringify(order.body) },
    everyMs: 50,
  };
  for (let count = 0; count < 50; count += 1) await send(quiet, order);
  const idle = await measureNeighbour(context, 8, probe);
  const contention: Contention = { ...loud, requests: requestsOf(scenario, (at) => at % 2 === 1) };
  const child = startAttacker(context, '--contenders', contention, () => undefined);
  await once(child, 'message');
  await pause(context.short ? 100 : 2_000);
  const loaded = await measureNeighbour(context, 8, probe);
  await stopAttacker(child);
  return neighbourVerdict(
    context,
    `orders of a shop beside ${AT_ONCE} such requests of another shop`,
    idle,
    loaded,
  );
}

/**
 * Returns the number of deadlocks since the database was created. Waits 1.5 seconds, because Postgres
 * backends report deadlocks within a second.
 */
async function deadlocks({ stage, short }: AttackContext): Promise<number> {
  await pause(short ? 0 : 1_500);
  const { rows } = await stage.client.query<{ deadlocks: string }>(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  );
  return Number(rows[0]!.deadlocks);
}
