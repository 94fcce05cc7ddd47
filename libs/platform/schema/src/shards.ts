// Written in SQL: calls functions of Citus.
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { isCluster, type Placement, placementOf } from './cluster';

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

const move = `SELECT citus_move_shard_placement($1::bigint, $2, $3, $4, $5, shard_transfer_mode => 'auto')`;

/** Moves the shard of a shop to another node without downtime. Does nothing if the shard is already there. */
export function moveShop(
  administrator: string,
  shop_id: string,
  node: { host: string; port: number },
): Promise<Moved> {
  return onCoordinator(administrator, async (client) => {
    const from = await placementOf(client, shop_id);
    if (from.node !== node.host || from.port !== node.port)
      await client.query(move, [from.shard, from.node, from.port, node.host, node.port]);
    return { from, to: await placementOf(client, shop_id) };
  });
}

const isolate = `SELECT isolate_tenant_to_new_shard('shop.meta', $1::uuid, 'CASCADE', shard_transfer_mode => 'auto')`;

/**
 * Moves a shop to its own shard on the same node, so that the shop can move alone. Does nothing if the shop
 * already has its own shard.
 */
export function isolateShop(administrator: string, shop_id: string): Promise<Moved> {
  return onCoordinator(administrator, async (client) => {
    const from = await placementOf(client, shop_id);
    if (!from.isAlone) await client.query(isolate, [shop_id]);
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

/** Distributes the shards evenly over the nodes without downtime. Reports progress and returns the number of moves. */
export function rebalance(
  administrator: string,
  report: (line: string) => void,
  pauseMs = 1_000,
): Promise<number> {
  return onCoordinator(administrator, async (client) => {
    const { rows: started } = await client.query<{ job: string | null }>(
      'SELECT citus_rebalance_start() AS job',
    );
    if (started[0]!.job === null) return 0;
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
