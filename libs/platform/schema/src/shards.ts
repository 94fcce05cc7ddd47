// SQL: Citus' own functions.
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { isCluster, type Placement, placementOf } from './cluster';

/** Works on the coordinator as its administrator. */
async function onCoordinator<T>(administrator: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: administrator, keepAlive: true });
  await client.connect();
  try {
    if (!(await isCluster(client))) throw new Error('the shop data is on no cluster.');
    return await work(client);
  } finally {
    await client.end();
  }
}

export interface Moved {
  from: Placement;
  /** Where it is now. */
  to: Placement;
}

const move = `SELECT citus_move_shard_placement($1::bigint, $2, $3, $4, $5, shard_transfer_mode => 'auto')`;

/** Moves the shard of the shop, with all shops in it, to another node, while they are read and written. Nothing where it is there already. */
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

/** Gives the shop a shard of its own, on the node where it is, so that it can be moved by itself. Nothing where it has one. */
export function isolateShop(administrator: string, shop_id: string): Promise<Moved> {
  return onCoordinator(administrator, async (client) => {
    const from = await placementOf(client, shop_id);
    if (!from.isAlone) await client.query(isolate, [shop_id]);
    return { from, to: await placementOf(client, shop_id) };
  });
}

/** What Citus says of a rebalance. */
interface Progress {
  state: string;
  /** By state: `{"done": 1, "running": 1}` of its tasks. */
  tasks: Record<string, number> | null;
}

const progress = `SELECT state, details->'task_state_counts' AS tasks FROM citus_rebalance_status()`;

/** Spreads the shards over the nodes that may hold any, while they are read and written. Says how far it is; returns how many moves it took. */
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
