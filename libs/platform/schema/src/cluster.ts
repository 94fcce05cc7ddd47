import { SettingsError } from '@storewright/config';
import { Client } from 'pg';

export interface ShopTable {
  name: string;
  /**
   * A `distributed` table stores all rows of a shop on one node. A `reference` table is replicated to every
   * node.
   */
  kind: 'distributed' | 'reference';
  done: boolean;
}

const isOurs = `c.relowner = 'storewright_owner'::regrole`;

const tables = `
  SELECT c.relname AS name, d.partmethod AS method, EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'shop_id') AS of_shop,
    ARRAY(SELECT confrelid::regclass::text FROM pg_constraint o WHERE o.conrelid = c.oid AND o.contype = 'f' AND o.confrelid <> c.oid) AS parents
  FROM pg_class c LEFT JOIN pg_dist_partition d ON d.logicalrelid = c.oid
  WHERE c.relnamespace = 'shop'::regnamespace AND c.relkind = 'r' AND c.relname <> 'migrations' AND ${isOurs} ORDER BY 1`;

/**
 * True if the database is the coordinator of a Citus cluster. Throws for a worker node, where schema changes
 * are forbidden.
 */
export async function isCluster(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(`SELECT FROM pg_extension WHERE extname = 'citus'`);
  if (rowCount !== 1) return false;
  const { rows } = await client.query<{ groupid: number }>('SELECT groupid FROM pg_dist_local_group');
  if (rows.some(({ groupid }) => groupid !== 0))
    throw new SettingsError('this is a worker node of a Citus cluster. Use the address of the coordinator.');
  return true;
}

/**
 * Connects to the Citus coordinator as administrator and runs `work`. Throws if the database is not a Citus
 * cluster.
 */
export async function onCoordinator<T>(
  administrator: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: administrator, keepAlive: true });
  await client.connect();
  try {
    if (!(await isCluster(client))) throw new Error('the shop data is not on a cluster.');
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Lists the tables of the shop schema. Each table follows the tables that it references. */
export async function shopTables(client: Client): Promise<ShopTable[]> {
  const { rows } = await client.query<{
    name: string;
    method: string | null;
    of_shop: boolean;
    parents: string[];
  }>(tables);
  const left = new Map(rows.map((row) => [`shop.${row.name}`, row]));
  const sorted: ShopTable[] = [];
  while (left.size > 0) {
    const next = [...left].filter(([, { parents }]) => !parents.some((parent) => left.has(parent)));
    if (next.length === 0)
      throw new Error(`these tables reference each other: ${[...left.keys()].join(', ')}`);
    for (const [path, { name, of_shop, method }] of next) {
      sorted.push({ name, kind: of_shop ? 'distributed' : 'reference', done: method !== null });
      left.delete(path);
    }
  }
  return sorted;
}

/**
 * Returns the id of the shop with this domain. `administrator` is the connection string for the auth
 * database.
 */
export async function shopOfDomain(administrator: string, domain: string): Promise<string> {
  const client = new Client({ connectionString: administrator });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>('SELECT id FROM auth.shops WHERE domain = $1', [
      domain,
    ]);
    if (!rows[0]) throw new Error(`there is no shop ${domain}.`);
    return rows[0].id;
  } finally {
    await client.end();
  }
}

export interface Placement {
  shard: string;
  node: string;
  port: number;
  /** True if the shard contains only this shop. */
  isAlone: boolean;
}

const placement = `
  SELECT s.shardid AS shard, p.nodename AS node, p.nodeport AS port, s.shardminvalue = s.shardmaxvalue AS "isAlone"
  FROM (SELECT get_shard_id_for_distribution_column('shop.meta', $1::uuid) AS shardid) k
  JOIN pg_dist_shard s USING (shardid) JOIN pg_dist_shard_placement p USING (shardid)`;

export async function placementOf(client: Client, shop_id: string): Promise<Placement> {
  const { rows } = await client.query<Placement>(placement, [shop_id]);
  return rows[0]!;
}
