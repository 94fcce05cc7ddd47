import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';

export interface ShardLimits {
  limitMs: number;
  signal?: AbortSignal;
  report?: (line: string) => void;
  pollMs?: number;
}

/**
 * Interval in milliseconds at which Postgres checks the connection to the client. Postgres cancels the
 * operation of a client that has disconnected.
 */
const CLIENT_CHECK_MS = 2_000;
const POLL_MS = 2_000;
/**
 * Number of logical replication errors after which a shard operation is cancelled. Logical replication retries
 * after each error.
 */
const MAX_APPLY_ERRORS = 3;

const applyErrors = `
  SELECT coalesce(sum(result::integer), 0)::integer AS errors FROM run_command_on_workers(
    'SELECT coalesce(sum(apply_error_count), 0) FROM pg_stat_subscription_stats') WHERE success`;

const sizes = `
  SELECT pg_size_pretty(sum(source_shard_size)::numeric) AS source,
    pg_size_pretty(sum(target_shard_size)::numeric) AS target
  FROM get_rebalance_progress() WHERE progress = 1`;

/**
 * Runs a Citus statement that moves or splits shards. Cancels the statement at the time limit, on the signal,
 * or after repeated errors of logical replication, and then cleans up. If this process dies, Postgres cancels
 * the statement.
 */
export async function runShardOperation(
  administrator: string,
  statement: { text: string; values: unknown[] },
  limits: ShardLimits,
): Promise<void> {
  const [worker, watcher] = [clientOf(administrator), clientOf(administrator)];
  try {
    await Promise.all([worker.connect(), watcher.connect()]);
    await worker.query(`SET client_connection_check_interval = ${CLIENT_CHECK_MS}`);
    await worker.query(`SET statement_timeout = ${limits.limitMs + CLIENT_CHECK_MS}`);
    const { rows } = await worker.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await supervised(watcher, rows[0]!.pid, worker.query(statement), limits);
  } finally {
    await Promise.allSettled([worker.end(), watcher.end()]);
  }
}

function clientOf(connectionString: string): Client {
  const client = new Client({ connectionString, keepAlive: true });
  // The running query also rejects when the connection is lost, so the `error` event is ignored.
  client.on('error', () => undefined);
  return client;
}

async function supervised(
  watcher: Client,
  pid: number,
  running: Promise<unknown>,
  limits: ShardLimits,
): Promise<void> {
  const end = new AbortController();
  const finished = running.finally(() => end.abort());
  finished.catch(() => undefined);
  const reason = await reasonToCancel(watcher, limits, end.signal);
  if (reason !== undefined) await watcher.query('SELECT pg_cancel_backend($1::integer)', [pid]);
  try {
    await finished;
  } catch (error) {
    await cleanUp(watcher);
    if (reason === undefined) throw error;
    throw new Error(`${reason} The operation was cancelled and no shard was changed.`, { cause: error });
  }
}

const CLEANUP_PAUSE_MS = 500;
const MAX_CLEANUPS = 20;

/**
 * Drops the temporary objects of cancelled operations. Repeats the cleanup, because Citus cannot drop a
 * replication slot or subscription that a node still uses.
 */
export async function cleanUp(client: Client): Promise<void> {
  for (let attempt = 0; attempt < MAX_CLEANUPS; attempt += 1) {
    await client.query('CALL citus_cleanup_orphaned_resources()');
    const { rowCount } = await client.query('SELECT FROM pg_dist_cleanup LIMIT 1');
    if (rowCount === 0) return;
    await setTimeout(CLEANUP_PAUSE_MS);
  }
}

/**
 * Monitors a shard operation until it completes. Returns the reason to cancel the operation, or undefined
 * after completion.
 */
async function reasonToCancel(
  watcher: Client,
  { limitMs, signal, report, pollMs = POLL_MS }: ShardLimits,
  ended: AbortSignal,
): Promise<string | undefined> {
  const started = performance.now();
  const waiting = AbortSignal.any([ended, ...(signal ? [signal] : [])]);
  const errorsBefore = await applyErrorsOf(watcher);
  for (let reported = ''; ;) {
    await setTimeout(pollMs, undefined, { signal: waiting }).catch(() => undefined);
    if (ended.aborted) return undefined;
    if (signal?.aborted) return 'Interrupted.';
    const elapsedMs = performance.now() - started;
    const minutes = Math.round(limitMs / 60_000);
    if (elapsedMs > limitMs) return `The time limit of ${minutes} minutes has passed.`;
    if ((await applyErrorsOf(watcher)) >= errorsBefore + MAX_APPLY_ERRORS)
      return 'Logical replication fails on a node, whose log names the reason. Use --blocking.';
    const line = await progressOf(watcher, elapsedMs);
    if (line !== reported) report?.((reported = line));
  }
}

async function applyErrorsOf(watcher: Client): Promise<number> {
  return (await watcher.query<{ errors: number }>(applyErrors)).rows[0]!.errors;
}

/**
 * Describes the progress of a shard operation: the elapsed time in steps of ten seconds, and the copied size
 * of a moving shard.
 */
async function progressOf(watcher: Client, elapsedMs: number): Promise<string> {
  const { rows } = await watcher.query<{ source: string | null; target: string | null }>(sizes);
  const [{ source, target }] = rows as [{ source: string | null; target: string | null }];
  const seconds = Math.floor(elapsedMs / 10_000) * 10;
  return `running for ${seconds} s${source === null ? '' : `, ${target} of ${source} copied`}`;
}
