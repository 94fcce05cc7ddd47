import { setTimeout } from 'node:timers/promises';
import type { Client } from 'pg';
import { onCoordinator, type Placement, placementOf } from './cluster';
import { runShardOperation, type ShardLimits } from './shard-operation';

export interface Moved {
  from: Placement;
  to: Placement;
}

/**
 * If `blocking` is true, a shard operation blocks writes of the affected shops instead of using logical
 * replication.
 */
export interface ShardOptions extends ShardLimits {
  blocking?: boolean;
}

const modeOf = ({ blocking }: ShardOptions) => (blocking ? 'block_writes' : 'auto');

const move = `SELECT citus_move_shard_placement($1::bigint, $2, $3, $4, $5, shard_transfer_mode => $6)`;

/** Moves the shard of a shop to another Citus node. Does nothing if the shard is already on that node. */
export function moveShop(
  administrator: string,
  shop_id: string,
  node: { host: string; port: number },
  options: ShardOptions,
): Promise<Moved> {
  return onCoordinator(administrator, async (client) => {
    const from = await placementOf(client, shop_id);
    const values = [from.shard, from.node, from.port, node.host, node.port, modeOf(options)];
    if (from.node !== node.host || from.port !== node.port)
      await runShardOperation(administrator, { text: move, values }, options);
    return { from, to: await placementOf(client, shop_id) };
  });
}

const isolate = `SELECT isolate_tenant_to_new_shard('shop.meta', $1::uuid, 'CASCADE', shard_transfer_mode => $2)`;

/**
 * Moves a shop to its own shard on the same Citus node, so that only this shop can be moved to another node.
 * Does nothing if the shop already has its own shard.
 */
export function isolateShop(administrator: string, shop_id: string, options: ShardOptions): Promise<Moved> {
  return onCoordinator(administrator, async (client) => {
    const from = await placementOf(client, shop_id);
    const values = [shop_id, modeOf(options)];
    if (!from.isAlone) await runShardOperation(administrator, { text: isolate, values }, options);
    return { from, to: await placementOf(client, shop_id) };
  });
}

interface Progress {
  state: string;
  /** Number of tasks, keyed by task state, such as `{"done": 1, "running": 1}`. */
  tasks: Record<string, number> | null;
  /** Error of a failed task that Citus will retry. null if no task failed. */
  failure: string | null;
}

const PAUSE_MS = 1_000;

const progress = `
  SELECT j.state, (
    SELECT jsonb_object_agg(status, count) FROM (
      SELECT status, count(*) FROM pg_dist_background_task t WHERE t.job_id = j.job_id GROUP BY status) c
  ) AS tasks, (
    SELECT split_part(message, E'\\n', 1) FROM pg_dist_background_task t
    WHERE t.job_id = j.job_id AND status = 'runnable' AND retry_count > 0 ORDER BY task_id LIMIT 1
  ) AS failure
  FROM pg_dist_background_job j WHERE j.job_id = $1`;

export const runningJob = `
  SELECT job_id AS job, state FROM pg_dist_background_job
  WHERE job_type = 'rebalance' AND state IN ('scheduled', 'running', 'cancelling', 'failing')`;

export interface FollowOptions {
  report: (line: string) => void;
  /** Stops the progress report. The rebalance job continues on the Citus coordinator. */
  signal?: AbortSignal;
  pauseMs?: number;
}

/**
 * Returns the id of the running rebalance job. Otherwise starts a job with the SQL query `start`. Returns
 * null if Citus has no shard to move.
 */
async function jobOf(client: Client, start: string, { report }: FollowOptions): Promise<string | null> {
  const { rows } = await client.query<{ job: string }>(runningJob);
  if (rows[0]) report(`follows the running job ${rows[0].job}`);
  if (rows[0]) return rows[0].job;
  const started = await client.query<{ job: string | null }>(start);
  return started.rows[0]!.job;
}

/**
 * Distributes the shards evenly over the Citus nodes without downtime. If a rebalance job is already running,
 * follows its progress. Returns the number of moved shards. The job continues on the coordinator if this
 * process ends.
 */
export function rebalance(administrator: string, options: FollowOptions): Promise<number> {
  return onCoordinator(administrator, (client) =>
    followed(client, 'SELECT citus_rebalance_start() AS job', options),
  );
}

async function followed(client: Client, start: string, options: FollowOptions): Promise<number> {
  const { report, signal, pauseMs = PAUSE_MS } = options;
  const job = await jobOf(client, start, options);
  if (job === null) return 0;
  for (let reported = ''; ; await setTimeout(pauseMs, undefined, { signal }).catch(() => undefined)) {
    const [{ state, tasks, failure }] = (await client.query<Progress>(progress, [job])).rows as [Progress];
    const counts = Object.entries(tasks ?? {}).map(([each, count]) => `${count} ${each}`);
    const line = `${state}: ${counts.join(', ')}${failure ? `, repeated after: ${failure}` : ''}`;
    if (line !== reported) report((reported = line));
    if (state === 'finished') return tasks?.['done'] ?? 0;
    if (['failed', 'cancelled', 'cancelling', 'failing'].includes(state))
      throw new Error(`the rebalance is ${state}: see citus_rebalance_status().`);
    if (signal?.aborted)
      throw new Error(`Interrupted. Job ${job} continues: "rebalance" follows it, "stop-moves" stops it.`);
  }
}

export interface WorkerNode {
  host: string;
  port: number;
}

const nodes = `
  SELECT nodename AS host, nodeport AS port, shouldhaveshards AS "hasShards" FROM pg_dist_node
  WHERE isactive AND noderole = 'primary' AND groupid > 0`;

/**
 * Moves all shards of a Citus node to the other nodes without downtime, so that the node can be removed.
 * Citus then places no new shards on the node. If a rebalance job is already running, follows its progress.
 */
export function drainNode(administrator: string, node: WorkerNode, options: FollowOptions): Promise<number> {
  return onCoordinator(administrator, async (client) => {
    const { rows } = await client.query<WorkerNode & { hasShards: boolean }>(nodes);
    const isNode = ({ host, port }: WorkerNode) => host === node.host && port === node.port;
    if (!rows.some(isNode)) throw new Error(`${node.host}:${node.port} is not an active worker node.`);
    if (!rows.some((each) => each.hasShards && !isNode(each)))
      throw new Error('no other node can have shards. Add a node with citus_add_node(host, port) first.');
    const values = [node.host, node.port];
    await client.query(`SELECT citus_set_node_property($1, $2::integer, 'shouldhaveshards', false)`, values);
    return followed(client, 'SELECT citus_rebalance_start(drain_only => true) AS job', options);
  });
}
