import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { median } from '../numbers';
import type { Stage } from '../stage';
import { table } from '../table';
import { valueOf, Worker } from './worker';

const SECONDS = 10;
const REPETITIONS = 9;
/** Milliseconds after which an idle Postgres connection has reported its statistics. */
const STATISTICS_DELAY_MS = 12_000;

/**
 * Numbers of webhook streams without pending events. Each step adds streams to the streams of the previous
 * steps.
 */
const steps = [
  { name: '100 installations in a shop', shops: 1, each: 100 },
  { name: '1,000 shops, one each', shops: 1_000, each: 1 },
  { name: '100,000 shops, one each', shops: 100_000, each: 1 },
];

export async function measureIdle({ client }: Stage, worker: Worker): Promise<string> {
  await client.query('TRUNCATE shop.webhook_streams, shop.event_streams, shop.events');
  await pause(STATISTICS_DELAY_MS);
  const rows = [];
  for (const step of steps) {
    await addStreams(client, step);
    const medianMs = async (name: string) =>
      median(await timesOf(client, `SELECT shop.${name}(now())`)).toFixed(1);
    const before = { ...(await counted(client, worker)), at: performance.now() };
    await pause(SECONDS * 1000);
    const { transactions, cpu } = await counted(client, worker);
    const passed = (performance.now() - before.at) / 1000;
    rows.push([
      step.name,
      ((transactions - before.transactions) / passed).toFixed(1),
      (((cpu - before.cpu) / passed) * 100).toFixed(1),
      await medianMs('shops_to_serve'),
      await medianMs('shops_behind'),
    ]);
  }
  return table(
    ['nothing to do', 'transactions/s', 'worker, % of a processor', 'look each second, ms', 'each 30 s, ms'],
    rows,
  );
}

async function addStreams(client: Client, { shops, each }: (typeof steps)[number]): Promise<void> {
  await client.query(
    `WITH shops AS MATERIALIZED (SELECT gen_random_uuid() AS id FROM generate_series(1, $1)), heads AS (
       INSERT INTO shop.event_streams (shop_id, last_sequence) SELECT id, 1000 FROM shops
     )
     INSERT INTO shop.webhook_streams (shop_id, installation_id, app_id, last_sequence)
     SELECT id, gen_random_uuid(), gen_random_uuid(), 1000 FROM shops, generate_series(1, $2)`,
    [shops, each],
  );
  await client.query('VACUUM ANALYZE shop.webhook_streams, shop.event_streams, shop.events');
}

async function timesOf(client: Client, text: string): Promise<number[]> {
  const times = [];
  for (let count = 0; count < REPETITIONS; count += 1) {
    const started = performance.now();
    await client.query(text);
    times.push(performance.now() - started);
  }
  return times;
}

async function counted(client: Client, worker: Worker): Promise<{ transactions: number; cpu: number }> {
  // Flushes the statistics of this connection. The statistics of the worker's connections arrive within a
  // second.
  await client.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await client.query<{ count: string }>(
    'SELECT sum(xact_commit) AS count FROM pg_stat_database',
  );
  const cpu = valueOf(await worker.metrics(), Worker.names.cpu);
  return { transactions: Number(rows[0]!.count), cpu };
}
