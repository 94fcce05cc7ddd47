import { setTimeout as after } from 'node:timers/promises';
import { makeSubscribedShop, type SubscribedShop } from '../webhooks/subscribed-shop';
import { writeAtOnce } from '../webhooks/throughput';
import { backlogReceivers, type SoakPlatform, steadyReceivers } from './platform';
import { atMost, short, type Verdict } from './verdicts';

const backlogShops = 20;
/** How long the backlog may take: it is told as a number, and it has to end. */
const drainLimitSeconds = 600;
/** Of a request while it drains, in ms. */
const slowest = 1_000;

/** Events that are committed at once, while the mix goes on: how long until their receivers have them all, each once and in order. */
export async function drainBacklog(platform: SoakPlatform, events: number): Promise<Verdict[]> {
  const { stage, receivers, mix } = platform;
  const shops: SubscribedShop[] = [];
  for (let at = 0; at < backlogShops; at += 1)
    shops.push(
      await makeSubscribedShop(stage.client, [steadyReceivers + (at % backlogReceivers)], receivers.ports),
    );
  const each = Math.ceil(events / backlogShops);
  const all = shops.flatMap((shop) => shop.receivers);
  const answers = mix.watch();
  const came = receivers.get(all, each);
  const committedAt = await writeAtOnce(stage, shops, each);
  const seconds = ((await came).at - committedAt) / 1_000;
  const { count, failed, p99 } = answers();
  const total = each * backlogShops;
  const rate = `${short(total / seconds)} a second`;
  if (failed.length > 0) process.stderr.write(`${failed.slice(0, 10).join('\n')}\n`);
  return [
    {
      what: `${short(total)} events of ${backlogShops} shops, committed at once, are delivered`,
      seen: `${short(seconds)} s, ${rate}`,
      bar: `≤ ${drainLimitSeconds} s`,
      ok: seconds <= drainLimitSeconds,
    },
    { ...atMost('requests that fail meanwhile', failed.length, `of ${short(count)}`, 0), bar: '0' },
    atMost('p99 of requests meanwhile', p99, 'ms', slowest),
  ];
}

/** Long enough for a checkpoint's end, and for what is done every half minute. */
const [settleMs, idleMs] = [20_000, 60_000];
/** % of a processor. */
const idleBar = 1;
/** In ms. A worker clears away what is over for the first time within two minutes, then every six hours, shop by shop: a minute of idleness has none of it. */
const clearedAfterMs = 130_000;

/** Shops in which an app with webhooks is installed, all of whose events have come: what they cost while nobody does anything. */
export async function idleShops(platform: SoakPlatform, count: number): Promise<Verdict[]> {
  const { client } = platform.stage;
  await after(Math.max(0, platform.startedAt + clearedAfterMs - performance.now()));
  await client.query('VACUUM ANALYZE');
  await client.query('CHECKPOINT');
  await after(settleMs);
  const before = await usedIn(platform, idleMs);
  await addIdleShops(platform, count);
  await client.query('VACUUM ANALYZE');
  await client.query('CHECKPOINT');
  await after(settleMs);
  const used = await usedIn(platform, idleMs);
  const shown = (of: Record<string, number>) =>
    `${totalOf(of).toFixed(2)} % (${Object.entries(of)
      .map(([name, percent]) => `${name} ${percent.toFixed(2)}`)
      .join(', ')})`;
  const idle = `${short(count)} idle shops with webhooks`;
  const cost = (what: string, percent: number, seen: string): Verdict => {
    return { what, seen, bar: `≤ ${idleBar} %`, ok: percent <= idleBar };
  };
  const [added, all] = [totalOf(used) - totalOf(before), totalOf(used)];
  return [
    cost(`what ${idle} add, of one processor`, added, `${added.toFixed(2)} %, to ${shown(before)}`),
    cost(`all services and Postgres, with ${idle}`, all, shown(used)),
  ];
}

const totalOf = (of: Record<string, number>) => Object.values(of).reduce((all, each) => all + each, 0);

/** % of a processor, by who used it. */
async function usedIn({ cpu }: SoakPlatform, ms: number): Promise<Record<string, number>> {
  const [before, began] = [cpu(), performance.now()];
  await after(ms);
  const [used, passed] = [cpu(), performance.now() - began];
  return Object.fromEntries(
    Object.entries(used).map(([name, value]) => [name, ((value - before[name]!) / passed) * 100]),
  );
}

/** One app in all of them, as a popular one is; each has had a thousand events. */
async function addIdleShops({ stage: { client }, receivers }: SoakPlatform, count: number): Promise<void> {
  const installed = await makeSubscribedShop(client, [0], [receivers.ports[0]!]);
  await client.query(
    `WITH app AS (SELECT app_id FROM auth.installations WHERE shop_id = $1), shops AS (
       INSERT INTO auth.shops (id, domain, name, title, description)
       SELECT gen_random_uuid(), 'idle-' || n, 'idle', 'idle', '' FROM generate_series(1, $2) n RETURNING id
     )
     INSERT INTO auth.installations (shop_id, id, app_id, scopes, status, installed_at)
     SELECT id, gen_random_uuid(), app_id, '{meta.get}', 'installed', now() FROM shops, app`,
    [installed.id, count],
  );
  await client.query(
    `WITH idle AS MATERIALIZED (
       SELECT i.shop_id, i.id, i.app_id FROM auth.installations i JOIN auth.shops s ON s.id = i.shop_id WHERE s.domain LIKE 'idle-%'
     ), heads AS (
       INSERT INTO shop.event_streams (shop_id, last_sequence) SELECT shop_id, 1000 FROM idle
     )
     INSERT INTO shop.webhook_streams (shop_id, installation_id, app_id, last_sequence) SELECT shop_id, id, app_id, 1000 FROM idle`,
  );
}
