import { eventsChannel } from '@storewright/events';
import { attributes, insertStatement } from '../cases';
import { median } from '../load';
import type { Stage } from '../stage';
import { table } from '../table';
import { makeSubscribedShop, type SubscribedShop } from './subscribed-shop';
import type { Route } from './bare-sender';
import type { ReceiverProcess } from './receiver-process';
import { now } from './receivers';
import { messagesOfWorker } from './messages';
import type { Worker } from './worker';

/** Who gets how many events at once. `warmUp`: turns that are not counted; programs that have just started cost several times as much until V8 has compiled them. */
const layouts = [
  { name: '1 receiver', shops: 1, receivers: 1, events: 1_500, warmUp: 4 },
  { name: '10 receivers in a shop', shops: 1, receivers: 10, events: 300, warmUp: 1 },
  { name: '100 receivers in a shop', shops: 1, receivers: 100, events: 40, warmUp: 1 },
  { name: '100 shops, a receiver each', shops: 100, receivers: 1, events: 30, warmUp: 1 },
];
/** That are counted. */
const turns = { full: 5, quick: 2 };
type Layout = (typeof layouts)[number];

export interface Parts {
  stage: Stage;
  receivers: ReceiverProcess;
  worker: Worker;
  /** Posts what the worker delivered once more. */
  send: (routes: Route[]) => void;
  /** ms of CPU that the floor has used. */
  cpuOfSender: () => number;
  how: keyof typeof turns;
}

/** Of one turn: per second, and ms of CPU. */
interface Run {
  ours: number;
  floor: number;
  cpu: { ours: number; floor: number };
  messages: number;
}

/**
 * Many events, committed together, by the product's own messages: how many a second have come to all who receive them, from the commit to the last one. The
 * worker gives them their numbers in this time. Then the floor sends the same events to the same receivers.
 */
export async function measureThroughput(parts: Parts): Promise<string> {
  const rows = [];
  for (const layout of layouts) {
    const runs: Run[] = [];
    const first = await measure(parts, layout);
    for (let turn = 1; turn < layout.warmUp; turn += 1) await measure(parts, layout);
    while (runs.length < turns[parts.how]) runs.push(await measure(parts, layout));
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

/** Events a second, by the worker and by the floor, and what one of them cost. */
async function measure(parts: Parts, layout: Layout): Promise<Run> {
  const { stage, receivers, worker, send, cpuOfSender } = parts;
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

/** In one transaction, so that they are there at the same time, and announced as the API does it. When they were committed, ms since 1970. */
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
