import { HttpClient, until } from '@storewright/testing';
import { clockOf, restartAll } from './clocks';
import { type FaultRow, underTraffic } from './fault';
import type { FaultPlatform } from './fault-platform';

/** Number of days by which the database clock is ahead. Longer than any retention period. */
const DAYS_AHEAD = 31;

/**
 * Time limit in milliseconds for the first retention run, which starts within two minutes after the worker.
 */
const RETENTION_RUN_LIMIT_MS = 240_000;

/** Key columns of the tables from which retention deletes old rows. */
const tables = {
  'shop.events': 'shop_id, id',
  'shop.webhook_deliveries': 'shop_id, id',
  'shop.idempotency_keys': 'shop_id, token_id, key',
} as const;

const expectedStops = [
  'storewright_retention_stopped{data="auth",reason="clocks"} 1',
  'storewright_retention_stopped{data="shop",reason="clocks"} 1',
];

/**
 * Runs retention while the database clock is 31 days ahead. Retention must stop instead of deleting current
 * rows.
 */
export async function withDatabaseClock(platform: FaultPlatform): Promise<FaultRow> {
  let [rows, deleted] = [0, 0];
  let stops: string[] = [];
  return underTraffic(platform, {
    done: `the clock of the database is ${DAYS_AHEAD} days ahead while retention runs`,
    allowed: ['no answer', '503', '409 idempotency_in_progress'],
    async inject() {
      const keys = await keysOf(platform);
      rows = keys.length;
      await restartWith(platform, clockOf(DAYS_AHEAD * 24 * 60)!);
      stops = await until('retention stops', () => stopsOf(platform), RETENTION_RUN_LIMIT_MS).catch(() => []);
      const left = new Set(await keysOf(platform));
      deleted = keys.filter((key) => !left.has(key)).length;
      await restartWith(platform, {});
    },
    check: () => ({
      seen: `${deleted} of ${rows} rows deleted; ${stops.join(', ') || 'no metric names a reason'}`,
      expected: `no row deleted; ${expectedStops.join(', ')}`,
      ok: rows > 0 && deleted === 0 && stops.join() === expectedStops.join(),
    }),
  });
}

/**
 * Restarts the database with the given clock. Also restarts the services, so that retention has not run yet.
 */
async function restartWith(platform: FaultPlatform, clock: Record<string, string>): Promise<void> {
  await platform.postgres.stop();
  await platform.postgres.startAgain(clock);
  await restartAll(platform, {});
}

async function keysOf({ postgres }: FaultPlatform): Promise<string[]> {
  const keys = [];
  for (const [table, columns] of Object.entries(tables)) {
    const found = await postgres.query<{ key: string }>(
      `SELECT concat_ws(' ', '${table}', ${columns}) AS key FROM ${table}`,
    );
    keys.push(...found.map(({ key }) => key));
  }
  return keys;
}

/**
 * Returns the metric lines that say why the worker deletes no expired data. Returns undefined until the worker
 * reports this state for both shop data and auth data.
 */
async function stopsOf(platform: FaultPlatform): Promise<string[] | undefined> {
  const { text } = await new HttpClient(platform.portOf('hooks-worker'), 'localhost').get('/metrics');
  const lines = text.match(/^storewright_retention_stopped.* 1$/gm) ?? [];
  return lines.length >= expectedStops.length ? lines.sort() : undefined;
}
