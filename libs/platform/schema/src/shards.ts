// Written in SQL: calls functions of Citus.
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { isCluster, type Placement, placementOf } from './cluster';
import { runShardOperation, type ShardLimits } from './shard-operation';

/** Runs `work` with a connection to the coordinator as its administrator. */
async function onCoordinator<T>(administrator: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: administrator, keepAlive: true });
  await client.connect();
  try {
    if (!(await isCluster(client))) throw new Error('the shop data is not on a cluster.');
    return await work(client);
  } finally {
    await client.end();
  }
}

export interface Moved {
  from: Placement;
  /** Node to which the shard was moved. */
  to: Placement;
}

/** How an operation moves rows. `blocking` pauses writes of the shard's shops instead of replicating them. */
export interface ShardOptions extends ShardLimits {
  blocking?: boolean;
}

const modeOf = ({ blocking }: ShardOptions) => (blocking ? 'block_writes' : 'auto');

const move = `SELECT citus_move_shard_placement($1::bigint, $2, $3, $4, $5, shard_transfer_mode => $6)`;

/** Moves the shard of a shop to another node. Does nothing if the shard is already there. */
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
 * Moves a shop to its own shard on the same node, so that the shop can move alone. Does nothing if the shop
 * already has its own shard.
 */
export function isolateShop(administrator: string, shop_id: string, options: ShardOptions): Promise<Moved> {
  return onCoordinator(administrator, async (client) => {
    const from = await placementOf(client, shop_id);
    const values = [shop_id, modeOf(options)];
    if (!from.isAlone) await runShardOperation(administrator, { text: isolate, values }, options);
    return { from, to: await placementOf(client, shop_id) };
  });
}

/** State of a rebalance, as Citus reports it. */
interface Progress {
  state: string;
  /** Number of tasks by state, such as `{"done": 1, "running": 1}`. */
  tasks: Record<string, number> | null;
}

const progress = `SELECT state, details->'task_state_counts' AS tasks FROM citus_rebalance_status()`;

const runningJob = `
  SELECT job_id AS job FROM pg_dist_background_job
  WHERE job_type = 'rebalance' AND state IN ('scheduled', 'running', 'cancelling', 'failing')`;

/** Follows the running rebalance or starts one. Returns its id, or null if the shards are evenly distributed. */
async function rebalanceJob(client: Client, report: (line: string) => void): Promise<string | null> {
  const { rows } = await client.query<{ job: string }>(runningJob);
  if (rows[0]) report(`follows the running job ${rows[0].job}`);
  if (rows[0]) return rows[0].job;
  const started = await client.query<{ job: string | null }>('SELECT citus_rebalance_start() AS job');
  return started.rows[0]!.job;
}

/**
 * Distributes the shards evenly over the nodes without downtime, or follows a running job. Reports progress and
 * returns the number of moves. The job continues on the coordinator if this process ends.
 */
export function rebalance(
  administrator: string,
  report: (line: string) => void,
  pauseMs = 1_000,
): Promise<number> {
  return onCoordinator(administrator, async (client) => {
    if ((await rebalanceJob(client, report)) === null) return 0;
    for (let said = ''; ; await setTimeout(pauseMs)) {
      const [{ state, tasks }] = (await client.query<Progress>(progress)).rows as [Progress];
      const counts = Object.entries(tasks ?? {}).map(([each, count]) => `${count} ${each}`);
      const line = `${state}: ${counts.join(', ')}`;
      if (line !== said) report((said = line));
      if (state === 'finished') return tasks?.['done'] ?? 0;
      if (['failed', 'cancelled', 'cancelling', 'failing'].includes(state))
        throw new Error(`the rebalance is ${state}: see citus_rebalance_status().`);
    }
  });
}
