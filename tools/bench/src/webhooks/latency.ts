import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { creationRequest } from '../cases';
import { busyShare, processorTimes } from '../cpu';
import { headersOf, send, targetOf } from '../http';
import { percentile } from '../numbers';
import type { BenchShop } from '../people';
import type { Stage } from '../stage';
import { table } from '../table';
import { measureTurns, medianOf } from '../turns';
import { messagesOfWorker } from './messages';
import { makeSubscribedShop } from './subscribed-shop';
import type { ReceiverProcess } from './receiver-process';
import { valueOf, Worker } from './worker';

/**
 * Maximum latency of the responding webhook receivers while another receiver does not respond, as a multiple
 * of their normal latency.
 */
const BAR = 2;
/** Maximum 95th percentile of the webhook latency in milliseconds. */
const MAX_P95_MS = 100;
const HANG_TURNS = 5;
/**
 * Seconds for which the webhook receiver does not respond. Shorter than the timeout of a webhook request, so
 * that one request blocks the receiver the whole time.
 */
const HANG_SECONDS = 10;

interface SteadyLoad {
  name: string;
  /** Number of shops. Defaults to 1. */
  shops?: number;
  receivers: number;
  perSecond: number;
  seconds: number;
}
const steady: SteadyLoad[] = [
  { name: '50 events/s, 1 receiver', receivers: 1, perSecond: 50, seconds: 20 },
  { name: '20 events/s, 10 receivers', receivers: 10, perSecond: 20, seconds: 20 },
  { name: '500 events/s, 1 receiver', receivers: 1, perSecond: 500, seconds: 20 },
  { name: '200 events/s, 100 shops, a receiver each', shops: 100, receivers: 1, perSecond: 200, seconds: 20 },
];
const many: SteadyLoad = { name: '', receivers: 100, perSecond: 2, seconds: HANG_SECONDS };

export interface LatencyDeps {
  stage: Stage;
  receivers: ReceiverProcess;
  worker: Worker;
  shopApi: number;
}

/**
 * Writes through the shop API at a steady average rate with random intervals. Measures the webhook latency
 * from the timestamp of each event, just before the commit, to the arrival of the event.
 */
export async function measureLatency(deps: LatencyDeps): Promise<string> {
  const rows = [];
  for (const each of steady) {
    await measureLoad(deps, { ...each, seconds: 3 });
    const before = { cpu: deps.worker.cpu(), messages: await messagesOfWorker(deps.stage.client) };
    const times = processorTimes();
    const { p50, p95, p99 } = await measureLoad(deps, each);
    const [cpu, messages] = [deps.worker.cpu(), await messagesOfWorker(deps.stage.client)];
    const events = each.perSecond * each.seconds;
    rows.push([
      ...[each.name, ...[p50, p95, p99].map((ms) => ms.toFixed(1))],
      p95 <= MAX_P95_MS ? 'met' : 'MISSED',
      ...[(cpu - before.cpu) / events, (messages - before.messages) / events].map((of) => of.toFixed(2)),
      (busyShare(times, processorTimes()) * 100).toFixed(0),
    ]);
  }
  const head = ['commit → received', 'p50 ms', 'p95 ms', 'p99 ms', `p95 ≤ ${MAX_P95_MS}`];
  return table([...head, 'Node, ms an event', 'messages an event', 'all processors, % busy'], rows);
}

/**
 * Compares the webhook latency of 99 receivers with and without a further receiver that accepts requests but
 * never responds.
 */
export async function measureHanging(deps: LatencyDeps): Promise<string> {
  const runs = await measureTurns(HANG_TURNS, async () => ({
    without: await measureLoad(deps, many),
    with: await measureLoad(deps, many, 'hang'),
  }));
  const ratio = Number(medianOf(runs, (each) => each.with.p99 / each.without.p99, 2));
  const figures = (which: 'without' | 'with') =>
    (['p50', 'p99'] as const).map((figure) => medianOf(runs, (each) => each[which][figure], 1));
  return table(
    [`${many.perSecond} events/s to 100 receivers`, 'p50 ms', 'p99 ms', 'ratio of p99', `bar ${BAR}`],
    [
      ['99 of them', ...figures('without')],
      ['99, while one hangs', ...figures('with'), ratio.toFixed(2), ratio <= BAR ? 'met' : 'MISSED'],
    ],
  );
}

interface Percentiles {
  p50: number;
  p95: number;
  p99: number;
}

/**
 * Measures the webhook latency in new shops, whose receivers have never failed. The first receiver does not
 * respond and is not measured.
 */
async function measureLoad(
  { stage, receivers, worker, shopApi }: LatencyDeps,
  { shops: shopCount = 1, receivers: count, perSecond, seconds }: SteadyLoad,
  hang?: 'hang',
): Promise<Percentiles> {
  const all = Array.from({ length: shopCount * count }, (_, index) => index);
  const shops = [];
  for (let at = 0; at < shopCount; at += 1)
    shops.push(
      await makeSubscribedShop(stage.client, all.slice(at * count, (at + 1) * count), receivers.ports),
    );
  const events = perSecond * seconds;
  const counted = count === many.receivers ? all.slice(1) : all;
  const delivered = await worker.delivered();
  if (hang) receivers.hang(0);
  const received = receivers.get(counted, events / shopCount);
  await writeSteadily(shopApi, shops, { events, perSecond });
  const { latencies } = await received;
  if (hang) {
    await hasOneBehind(worker);
    receivers.release();
  }
  // Waits until the receiver that is not measured also has all events.
  await worker.hasDelivered(delivered + count * events);
  const at = (percent: number) => percentile(latencies, percent);
  return { p50: at(50), p95: at(95), p99: at(99) };
}

/** Resolves when the metrics of the webhook worker show the receiver that does not respond. */
async function hasOneBehind(worker: Worker): Promise<void> {
  const { behind, backlog, oldest } = Worker.names;
  // Waits until the webhook worker has recorded the positions of the other streams.
  await worker.shows('the one that hangs', (metrics) => {
    const of = (name: string) => valueOf(metrics, name, { state: 'active' });
    return of(behind) === 1 && of(backlog) > 0 && of(oldest) > 1;
  });
}

const agent = new Agent({ keepAlive: true });

/** Creates meta objects in the shops alternately as a Poisson process, without waiting for responses. */
async function writeSteadily(
  port: number,
  shops: readonly BenchShop[],
  { events, perSecond }: { events: number; perSecond: number },
): Promise<void> {
  const answers = [];
  let next = performance.now();
  for (let count = 0; count < events; count += 1) {
    next += (-Math.log(1 - Math.random()) * 1000) / perSecond;
    await pause(Math.max(0, next - performance.now()));
    answers.push(create(port, shops[count % shops.length]!));
  }
  await Promise.all(answers);
}

/**
 * Creates a meta object. Repeats the write if the service rejects it or closes a persistent connection.
 * Retries do not affect the webhook latency, which starts at the commit.
 */
async function create(port: number, shop: BenchShop): Promise<void> {
  const { path, body, headers } = creationRequest as { path: string; body: string; headers: object };
  const all = { ...headers, ...headersOf(targetOf(shop, port)) };
  for (;;) {
    const { status } = await send({ port, path, method: 'POST', body, headers: all, agent }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ECONNRESET') throw error;
        return { status: 503 };
      },
    );
    if (status === 201) return;
    if (status !== 503) throw new Error(`a write got status ${status}`);
    await pause(50);
  }
}
