import { setTimeout as pause } from 'node:timers/promises';
import { makeSubscribedShop, type SubscribedShop } from '../webhooks/subscribed-shop';
import { writeAtOnce } from '../webhooks/throughput';
import { backlogReceivers, type SoakPlatform, steadyReceivers } from './platform';
import { atMost, formatNumber, type Verdict } from './verdicts';

const BACKLOG_SHOPS = 20;
const MAX_DRAIN_SECONDS = 600;
/**
 * Maximum 99th percentile of the response time in milliseconds while the webhook worker sends the backlog.
 */
const MAX_P99_MS = 1_000;

/**
 * Commits a burst of events while the request mix runs. Measures the time until the webhook receivers have
 * received all events in order.
 */
export async function drainBacklog(platform: SoakPlatform, events: number): Promise<Verdict[]> {
  const { stage, receivers, mix } = platform;
  const shops: SubscribedShop[] = [];
  for (let at = 0; at < BACKLOG_SHOPS; at += 1)
    shops.push(
      await makeSubscribedShop(stage.client, [steadyReceivers + (at % backlogReceivers)], receivers.ports),
    );
  const each = Math.ceil(events / BACKLOG_SHOPS);
  const all = shops.flatMap((shop) => shop.receivers);
  const answers = mix.watch();
  const received = receivers.get(all, each);
  const committedAt = await writeAtOnce(stage, shops, each);
  const seconds = ((await received).at - committedAt) / 1_000;
  const { count, failed, p99 } = answers();
  const total = each * BACKLOG_SHOPS;
  const rate = `${formatNumber(total / seconds)} a second`;
  if (failed.length > 0) process.stderr.write(`${failed.slice(0, 10).join('\n')}\n`);
  return [
    {
      what: `${formatNumber(total)} events of ${BACKLOG_SHOPS} shops, committed at once, are delivered`,
      seen: `${formatNumber(seconds)} s, ${rate}`,
      bar: `≤ ${MAX_DRAIN_SECONDS} s`,
      ok: seconds <= MAX_DRAIN_SECONDS,
    },
    { ...atMost('requests that fail meanwhile', failed.length, `of ${formatNumber(count)}`, 0), bar: '0' },
    atMost('p99 of requests meanwhile', p99, 'ms', MAX_P99_MS),
  ];
}

/**
 * Milliseconds before and during the measurement of idle shops. The first interval covers the end of a
 * checkpoint, and the second interval covers tasks that run every 30 seconds.
 */
const [SETTLE_MS, IDLE_MS] = [20_000, 60_000];
/** Maximum CPU use of each program with idle shops, in percent of one CPU. */
const MAX_IDLE_PERCENT = 1;
/**
 * Milliseconds after which the first retention run has finished. The next retention run starts six hours
 * later.
 */
const RETENTION_DONE_MS = 130_000;

/** Measures the cost of shops that have a webhook but no pending events. */
export async function idleShops(platform: SoakPlatform, count: number): Promise<Verdict[]> {
  const { client } = platform.stage;
  await pause(Math.max(0, platform.startedAt + RETENTION_DONE_MS - performance.now()));
  await client.query('VACUUM ANALYZE');
  await client.query('CHECKPOINT');
  await pause(SETTLE_MS);
  const before = await usedIn(platform, IDLE_MS);
  await addIdleShops(platform, count);
  await client.query('VACUUM ANALYZE');
  await client.query('CHECKPOINT');
  await pause(SETTLE_MS);
  const used = await usedIn(platform, IDLE_MS);
  const shown = (of: Record<string, number>) =>
    `${totalOf(of).toFixed(2)} % (${Object.entries(of)
      .map(([name, percent]) => `${name} ${percent.toFixed(2)}`)
      .join(', ')})`;
  const idle = `${formatNumber(count)} idle shops with webhooks`;
  const cost = (what: string, percent: number, seen: string): Verdict => {
    return { what, seen, bar: `≤ ${MAX_IDLE_PERCENT} %`, ok: percent <= MAX_IDLE_PERCENT };
  };
  const [additional, all] = [totalOf(used) - totalOf(before), totalOf(used)];
  return [
    cost(`what ${idle} add, of one processor`, additional, `${additional.toFixed(2)} %, to ${shown(before)}`),
    cost(`all services and Postgres, with ${idle}`, all, shown(used)),
  ];
}

const totalOf = (of: Record<string, number>) => Object.values(of).reduce((all, each) => all + each, 0);

async function usedIn({ cpu }: SoakPlatform, ms: number): Promise<Record<string, number>> {
  const [before, startedAt] = [cpu(), performance.now()];
  await pause(ms);
  const [used, passed] = [cpu(), performance.now() - startedAt];
  return Object.fromEntries(
    Object.entries(used).map(([name, value]) => [name, ((value - before[name]!) / passed) * 100]),
  );
}

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
       SELECT i.shop_id, i.id, i.app_id FROM auth.installations i JOIN auth.shops s ON s.id = i.shop_id
         WHERE s.domain LIKE 'idle-%'
     ), heads AS (
       INSERT INTO shop.event_streams (shop_id, last_sequence) SELECT shop_id, 1000 FROM idle
     )
     INSERT INTO shop.webhook_streams (shop_id, installation_id, app_id, last_sequence) SELECT shop_id, id,
       app_id, 1000 FROM idle`,
  );
}
