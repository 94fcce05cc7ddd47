import { eventsChannel } from '@storewright/events';
import { attributes, insertStatement } from '../cases';
import { median } from '../numbers';
import type { Stage } from '../stage';
import { table } from '../table';
import { makeSubscribedShop, type SubscribedShop } from './subscribed-shop';
import type { Route } from './bare-sender';
import type { ReceiverProcess } from './receiver-process';
import { now } from './receivers';
import { messagesOfWorker } from './messages';
import type { Worker } from './worker';

/**
 * Numbers of shops and webhook receivers to measure, with the number of `events` per receiver and run. The
 * first `warmUp` runs are not measured, so that V8 can optimize the programs.
 */
const layouts = [
  { name: '1 receiver', shops: 1, receivers: 1, events: 1_500, warmUp: 4 },
  { name: '10 receivers in a shop', shops: 1, receivers: 10, events: 300, warmUp: 1 },
  { name: '100 receivers in a shop', shops: 1, receivers: 100, events: 40, warmUp: 1 },
  { name: '100 shops, a receiver each', shops: 100, receivers: 1, events: 30, warmUp: 1 },
];
const TURNS = { full: 5, quick: 2 };
type Layout = (typeof layouts)[number];

export interface ThroughputDeps {
  stage: Stage;
  receivers: ReceiverProcess;
  worker: Worker;
  send: (routes: Route[]) => void;
  cpuOfSender: () => number;
  how: keyof typeof TURNS;
}

/** Result of one run: events per second, and CPU milliseconds per event. */
interface Run {
  ours: number;
  floor: number;
  cpu: { ours: number; floor: number };
  messages: number;
}

/**
 * Commits many events together. Measures the time until all webhook receivers have received the events,
 * including the assignment of sequence numbers. Then the baseline sender posts the same events to the same
 * receivers.
 */
export async function measureThroughput(deps: ThroughputDeps): Promise<string> {
  const rows = [];
  for (const layout of layouts) {
    const runs: Run[] = [];
    const first = await measure(deps, layout);
    for (let turn = 1; turn < layout.warmUp; turn += 1) await measure(deps, layout);
    while (runs.length < TURNS[deps.how]) runs.push(await measure(deps, layout));
    const middle = (of: (run: Run) => number) => median(runs.map(of));
    const { receivers } = layout;
    const [perSecond, floor] = [middle(({ ours }) => ours), middle((run) => run.floor)];
    const cpu = [middle((run) => run.cpu.ours), middle((run) => run.cpu.floor)];
    rows.push([
      layout.name,
      ...[perSecond, perSecond * receivers, floor * receivers].map((each) => each.toFixed(0)),
      middle(({ ours, floor }) => ours / floor).toFixed(2),
      ...[...cpu, first.cpu.ours].map((each) => (each / receivers).toFixed(3)),
      ...[middle((run) => run.messages)].map((each) => each.toFixed(2)),
    ]);
  }
  const head = ['committed → delivered', 'events/s', 'deliveries/s', 'bare sender, deliveries/s', 'ratio'];
  const costs = ['Node, ms a delivery', 'bare sender', 'Node, in the first turn', 'messages an event'];
  return table([...head, ...costs], rows);
}

async function measure(deps: ThroughputDeps, layout: Layout): Promise<Run> {
  const { stage, receivers, worker, send, cpuOfSender } = deps;
  const shops: SubscribedShop[] = [];
  for (let at = 0; at < layout.shops; at += 1) {
    const subscribed = Array.from({ length: layout.receivers }, (_, index) => at * layout.receivers + index);
    shops.push(await makeSubscribedShop(stage.client, subscribed, receivers.ports));
  }
  const all = shops.flatMap((shop) => shop.receivers);
  const events = layout.events * layout.shops;
  const delivered = await worker.delivered();
  const byWorker = receivers.get(all, layout.events);
  const committedAt = await writeAtOnce(stage, shops, layout.events);
  const before = { cpu: worker.cpu(), messages: await messagesOfWorker(stage.client) };
  const ours = (await byWorker).at - committedAt;
  await worker.hasDelivered(delivered + all.length * layout.events);
  const after = { cpu: worker.cpu(), messages: await messagesOfWorker(stage.client) };
  const byFloor = receivers.get(all, layout.events);
  const [startedAt, idle] = [now(), cpuOfSender()];
  send(shops.flatMap((shop) => routesOf(shop, receivers.ports, layout.events)));
  const floor = (await byFloor).at - startedAt;
  const cpu = { ours: (after.cpu - before.cpu) / events, floor: (cpuOfSender() - idle) / events };
  await stage.client.query('VACUUM shop.events, shop.event_streams, shop.webhook_streams');
  const messages = (after.messages - before.messages) / events;
  return { ours: (events * 1000) / ours, floor: (events * 1000) / floor, cpu, messages };
}

function routesOf(
  { id, domain, receivers }: SubscribedShop,
  ports: readonly number[],
  events: number,
): Route[] {
  return receivers.map((receiver) => ({
    shop: { id, domain },
    port: ports[receiver]!,
    above: 0,
    through: events,
  }));
}

/**
 * Commits events of all shops in one transaction and notifies the webhook worker as the shop API does.
 * Returns the time of the commit.
 */
export async function writeAtOnce({ client }: Stage, shops: SubscribedShop[], each: number): Promise<number> {
  await client.query('BEGIN');
  for (let count = 0; count < each; count += 1)
    for (const { id } of shops) {
      const { name, text, values } = insertStatement(id, attributes);
      await client.query({ name: name!, text, values: values! });
    }
  await client.query('COMMIT');
  const committedAt = now();
  const ids = shops.map(({ id }) => id);
  await client.query('SELECT pg_notify($1, id) FROM unnest($2::text[]) AS id', [eventsChannel, ids]);
  return committedAt;
}
