import { Agent, request } from 'node:http';
import { setTimeout as after } from 'node:timers/promises';
import { creation } from '../cases';
import { busyOf, processorTimes } from '../cpu';
import { median } from '../load';
import type { BenchShop } from '../people';
import type { Stage } from '../stage';
import { table } from '../table';
import { messagesOfWorker } from './messages';
import { makeSubscribedShop } from './subscribed-shop';
import type { ReceiverProcess } from './receiver-process';
import { valueOf, Worker } from './worker';

/** How much slower the others may be while one receiver hangs. */
const bar = 2;
/** How late 95 % of the events may come, in ms. */
const latest = 100;
const hangTurns = 5;
/** Shorter than an exchange may take, so that the one that hangs hangs all the time. */
const hangSeconds = 10;

interface Steady {
  name: string;
  /** Default 1. */
  shops?: number;
  /** Of each shop. */
  receivers: number;
  /** Of all shops together. */
  perSecond: number;
  seconds: number;
}
const steady: Steady[] = [
  { name: '50 events/s, 1 receiver', receivers: 1, perSecond: 50, seconds: 20 },
  { name: '20 events/s, 10 receivers', receivers: 10, perSecond: 20, seconds: 20 },
  { name: '500 events/s, 1 receiver', receivers: 1, perSecond: 500, seconds: 20 },
  { name: '200 events/s, 100 shops, a receiver each', shops: 100, receivers: 1, perSecond: 200, seconds: 20 },
];
const many: Steady = { name: '', receivers: 100, perSecond: 2, seconds: hangSeconds };

export interface Parts {
  stage: Stage;
  receivers: ReceiverProcess;
  worker: Worker;
  /** The port. */
  shopApi: number;
}

/**
 * The time from the clock in the change's own statement, just before its commit, to the receiver, with writes through the shop API at a steady rate and
 * random distances.
 */
export async function measureLatency(parts: Parts): Promise<string> {
  const rows = [];
  for (const each of steady) {
    await run(parts, { ...each, seconds: 3 });
    const before = { cpu: parts.worker.cpu(), messages: await messagesOfWorker(parts.stage.client) };
    const times = processorTimes();
    const { p50, p95, p99 } = await run(parts, each);
    const [cpu, messages] = [parts.worker.cpu(), await messagesOfWorker(parts.stage.client)];
    const events = each.perSecond * each.seconds;
    rows.push([
      ...[each.name, ...[p50, p95, p99].map((ms) => ms.toFixed(1))],
      p95 <= latest ? 'met' : 'MISSED',
      ...[(cpu - before.cpu) / events, (messages - before.messages) / events].map((of) => of.toFixed(2)),
      (busyOf(times, processorTimes()) * 100).toFixed(0),
    ]);
  }
  const head = ['commit → received', 'p50 ms', 'p95 ms', 'p99 ms', `p95 ≤ ${latest}`];
  return table([...head, 'Node, ms an event', 'messages an event', 'all processors, % busy'], rows);
}

/** A hundred receivers, and a hundred of which one accepts and never answers: the other 99, turn by turn. */
export async function measureHanging(parts: Parts): Promise<string> {
  const runs: Record<'without' | 'with', Percentiles>[] = [];
  for (let turn = 0; turn <= hangTurns; turn += 1) {
    const each = { without: await run(parts, many), with: await run(parts, many, 'hang') };
    // The first turn warms up.
    if (turn > 0) runs.push(each);
  }
  const middle = (of: (each: (typeof runs)[number]) => number) => median(runs.map(of));
  const ratio = middle((each) => each.with.p99 / each.without.p99);
  const row = (name: string, which: 'without' | 'with', end: string[]) => [
    name,
    middle((each) => each[which].p50).toFixed(1),
    middle((each) => each[which].p99).toFixed(1),
    ...end,
  ];
  return table(
    [`${many.perSecond} events/s to 100 receivers`, 'p50 ms', 'p99 ms', 'ratio of p99', `bar ${bar}`],
    [
      row('99 of them', 'without', []),
      row('99, while one hangs', 'with', [ratio.toFixed(2), ratio <= bar ? 'met' : 'MISSED']),
    ],
  );
}

interface Percentiles {
  p50: number;
  p95: number;
  p99: number;
}

/** In new shops, whose receivers have never failed. The first one hangs; or is not counted either. */
async function run(
  { stage, receivers, worker, shopApi }: Parts,
  { shops: shopCount = 1, receivers: count, perSecond, seconds }: Steady,
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
  const came = receivers.get(counted, events / shopCount);
  await writeSteadily(shopApi, shops, { events, perSecond });
  const { latencies } = await came;
  if (hang) {
    await hasOneBehind(worker);
    receivers.release();
  }
  // The one that was not counted has them all in the end, too.
  await worker.hasDelivered(delivered + count * events);
  latencies.sort((one, other) => one - other);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)]!;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** Whoever watches the worker sees that somebody does not get what is theirs. */
async function hasOneBehind(worker: Worker): Promise<void> {
  const { behind, backlog, oldest } = Worker.names;
  // The others' last places are written down in a moment.
  await worker.shows('the one that hangs', (metrics) => {
    const of = (name: string) => valueOf(metrics, name, { state: 'active' });
    return of(behind) === 1 && of(backlog) > 0 && of(oldest) > 1;
  });
}

const agent = new Agent({ keepAlive: true });

/** Creates objects at random distances of the same mean (a Poisson process), in each shop in turn, whether the earlier ones are answered or not. */
async function writeSteadily(
  port: number,
  shops: readonly BenchShop[],
  { events, perSecond }: { events: number; perSecond: number },
): Promise<void> {
  const answers = [];
  let next = performance.now();
  for (let count = 0; count < events; count += 1) {
    next += (-Math.log(1 - Math.random()) * 1000) / perSecond;
    await after(Math.max(0, next - performance.now()));
    answers.push(create(port, shops[count % shops.length]!));
  }
  await Promise.all(answers);
}

/** A write that a busy machine refuses, or whose connection had ended, is sent again: the time to its receiver begins with its commit. */
async function create(port: number, shop: BenchShop): Promise<void> {
  for (;;) {
    const status = await sent(port, shop);
    if (status === 201) return;
    if (status !== 503) throw new Error(`a write was answered with ${status}`);
    await after(50);
  }
}

function sent(port: number, shop: BenchShop): Promise<number> {
  const { method, path, headers, body } = creation(shop).request;
  return new Promise((settle, reject) => {
    const sending = request({
      ...{ host: '127.0.0.1', port, method, path, agent },
      headers: {
        ...headers,
        host: `${shop.domain}.localhost`,
        authorization: `Bearer ${shop.token}`,
      },
    });
    sending.once('error', (error: NodeJS.ErrnoException) => {
      // The server had ended a connection that nobody used.
      const isStale = sending.reusedSocket && error.code === 'ECONNRESET';
      return isStale ? settle(503) : reject(error);
    });
    sending.once('response', (response) => {
      response.resume();
      settle(response.statusCode!);
    });
    sending.end(body);
  });
}
