import { setTimeout } from 'node:timers/promises';
import type { Client } from 'pg';
import { onCoordinator } from './cluster';
import { cleanUp } from './shard-operation';
import { runningJob } from './shards';

interface Operation {
  /** Process id of the Postgres backend on the Citus coordinator that runs the shard operation. */
  pid: number;
  kind: string;
  shard: string;
  source: string;
  target: string;
  copied: string;
  size: string;
  status: string;
}

const operations = `
  SELECT sessionid AS pid, min(operation_type) AS kind, min(shardid) AS shard,
    min(sourcename || ':' || sourceport) AS source, min(targetname || ':' || targetport) AS target,
    pg_size_pretty(sum(target_shard_size)::numeric) AS copied, pg_size_pretty(sum(source_shard_size)::numeric) AS size,
    lower(coalesce(min(status) FILTER (WHERE progress = 1), min(status))) AS status
  FROM get_rebalance_progress() GROUP BY sessionid ORDER BY sessionid`;

const tasks = `
  SELECT status, count(*)::integer AS count FROM pg_dist_background_task
  WHERE job_id = $1 GROUP BY status ORDER BY status`;

const runningJobs = async (client: Client) =>
  (await client.query<{ job: string; state: string }>(runningJob)).rows;
const runningOperations = async (client: Client) => (await client.query<Operation>(operations)).rows;

export function listMoves(administrator: string): Promise<string[]> {
  return onCoordinator(administrator, async (client) => {
    const lines: string[] = [];
    for (const { job, state } of await runningJobs(client)) {
      const { rows } = await client.query<{ status: string; count: number }>(tasks, [job]);
      lines.push(
        `job ${job} is ${state}: ${rows.map(({ status, count }) => `${count} ${status}`).join(', ')}`,
      );
    }
    for (const each of await runningOperations(client)) lines.push(lineOf(each));
    return lines;
  });
}

const lineOf = ({ kind, shard, source, target, copied, size, status }: Operation) =>
  `${kind} of shard ${shard} from ${source} to ${target}: ${copied} of ${size} copied, ${status}`;

const POLL_MS = 200;

/**
 * Cancels all running rebalance jobs and shard operations, waits for their end, and removes their temporary
 * objects. Completed moves are not undone. Returns a line for each operation.
 */
export function stopMoves(administrator: string): Promise<string[]> {
  return onCoordinator(administrator, async (client) => {
    const [jobs, running] = [await runningJobs(client), await runningOperations(client)];
    for (const { job } of jobs) await client.query('SELECT citus_job_cancel($1)', [job]);
    for (const { pid } of running) await client.query('SELECT pg_cancel_backend($1::integer)', [pid]);
    const ids = new Set([...jobs.map(({ job }) => job), ...running.map(({ pid }) => pid)]);
    for (let left = ids.size; left > 0; await setTimeout(POLL_MS)) {
      const ofJobs = (await runningJobs(client)).map(({ job }) => job);
      const pids = (await runningOperations(client)).map(({ pid }) => pid);
      left = [...ofJobs, ...pids].filter((id) => ids.has(id)).length;
    }
    if (ids.size > 0) await cleanUp(client);
    return [
      ...jobs.map(({ job }) => `stopped job ${job}`),
      ...running.map((each) => `stopped the ${lineOf(each)}`),
    ];
  });
}
