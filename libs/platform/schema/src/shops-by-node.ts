import { Client } from 'pg';
import { onCoordinator } from './cluster';

export interface PlacedShop {
  node: string;
  shard: string;
  domain: string;
  /**
   * Number of statements for this shop in the last statistics period of Citus. undefined if Citus does not
   * count statements.
   */
  statements?: number;
}

const placements = `
  SELECT k.id, p.nodename || ':' || p.nodeport AS node, k.shard::text AS shard
  FROM (SELECT id, get_shard_id_for_distribution_column('shop.meta', id) AS shard FROM unnest($1::uuid[]) AS s (id)) k
  JOIN pg_dist_shard_placement p ON p.shardid = k.shard`;

const statements = `
  SELECT tenant_attribute AS id, sum(query_count_in_last_period)::integer AS statements
  FROM citus_stat_tenants(true) GROUP BY tenant_attribute`;

const BATCH = 10_000;

/**
 * Lists the shops with their shards, sorted by Citus node and then by number of statements. `servers`
 * contains connection strings of administrators.
 */
export async function shopsByNode(servers: { auth: string; shop: string }): Promise<PlacedShop[]> {
  const domains = await domainsOf(servers.auth);
  const placed = await onCoordinator(servers.shop, async (client) => {
    const counts = await statementsOf(client);
    const shops: PlacedShop[] = [];
    const ids = [...domains.keys()];
    for (let at = 0; at < ids.length; at += BATCH) {
      const values = [ids.slice(at, at + BATCH)];
      const { rows } = await client.query<{ id: string; node: string; shard: string }>(placements, values);
      for (const { id, node, shard } of rows) {
        const shop = { node, shard, domain: domains.get(id)! };
        shops.push(counts ? { ...shop, statements: counts.get(id) ?? 0 } : shop);
      }
    }
    return shops;
  });
  return placed.toSorted(
    (a, b) =>
      a.node.localeCompare(b.node) ||
      (b.statements ?? 0) - (a.statements ?? 0) ||
      a.domain.localeCompare(b.domain),
  );
}

async function domainsOf(administrator: string): Promise<Map<string, string>> {
  const client = new Client({ connectionString: administrator });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string; domain: string }>('SELECT id, domain FROM auth.shops');
    return new Map(rows.map(({ id, domain }) => [id, domain]));
  } finally {
    await client.end();
  }
}

async function statementsOf(client: Client): Promise<Map<string, number> | undefined> {
  const { rows: tracked } = await client.query<{ track: string }>(
    `SELECT current_setting('citus.stat_tenants_track') AS track`,
  );
  if (tracked[0]!.track === 'none') return undefined;
  const { rows } = await client.query<{ id: string; statements: number }>(statements);
  return new Map(rows.map(({ id, statements: count }) => [id, count]));
}
