// SQL: what the schema of the shop data is on Citus beside what the migrations made.
import { Client } from 'pg';
import { isCluster, shopTables } from './cluster';
import { clusterFunctions } from './cluster-functions';
import { type RolePasswords, urlAs } from './roles';

export interface DistributeOptions {
  /** Says what would be done, and does nothing. */
  dryRun?: boolean;
  /** Of the first table; the others follow it. More than there will ever be nodes: they are moved, and seldom split. */
  shards?: number;
}

/** Citus refuses a subquery in a policy. */
const policies = `
  SELECT format('ALTER POLICY %I ON %I.%I USING (shop_id = shop.current_shop())', policyname, schemaname, tablename) AS sql,
    format('policy %s of shop.%s: without a subquery', policyname, tablename) AS line
  FROM pg_policies WHERE schemaname = 'shop' AND qual ~ '\\(\\s*SELECT' ORDER BY tablename`;

const workers = `SELECT count(*)::integer AS count FROM pg_dist_node WHERE isactive AND shouldhaveshards`;

/**
 * Makes the shop data what Citus distributes by shop: policies, functions over all shops, and every table that is not distributed yet, with its rows. Can be
 * repeated: what is so already is left alone. Returns a line for each thing that it did. `administrator`: of the coordinator.
 */
export async function distribute(
  administrator: string,
  passwords: Pick<RolePasswords, 'owner'>,
  { dryRun = false, shards = 32 }: DistributeOptions = {},
): Promise<string[]> {
  const client = new Client({ connectionString: urlAs(administrator, 'owner', passwords) });
  await client.connect();
  try {
    const steps = await stepsOf(client, shards);
    if (!dryRun) for (const { sql } of steps) await client.query(sql);
    return steps.map(({ line }) => line);
  } finally {
    await client.end();
  }
}

/** Whether some of it is: what a migration adds has to follow. `administrator`: of the coordinator, or of a server that is none. */
export async function isDistributed(administrator: string): Promise<boolean> {
  const client = new Client({ connectionString: administrator });
  await client.connect();
  try {
    return (await isCluster(client)) && (await shopTables(client)).some(({ done }) => done);
  } finally {
    await client.end();
  }
}

interface Step {
  sql: string;
  line: string;
}

async function stepsOf(client: Client, shards: number): Promise<Step[]> {
  if (!(await isCluster(client)))
    throw new Error('the database has no extension citus: create it on every node, and add the workers.');
  const { rows: count } = await client.query<{ count: number }>(workers);
  if (count[0]!.count === 0)
    throw new Error('no node may hold shards: add the workers with citus_add_node(host, port).');
  const { rows: schemas } = await client.query(`SELECT FROM pg_namespace WHERE nspname = 'shop'`);
  if (schemas.length === 0) throw new Error('there is no shop data yet: run "operator migrate" first.');
  const { rows: ofPolicies } = await client.query<Step>(policies);
  const all = await shopTables(client);
  const [first] = all.filter(({ kind, done }) => kind === 'distributed' && done);
  let colocated = first?.name;
  const ofTables = all
    .filter(({ done }) => !done)
    .map(({ name, kind }): Step => {
      if (kind === 'reference')
        return { sql: `SELECT create_reference_table('shop.${name}')`, line: `shop.${name}: on every node` };
      const where = colocated ? `colocate_with => 'shop.${colocated}'` : `shard_count => ${shards}`;
      colocated ??= name;
      return {
        sql: `SELECT create_distributed_table('shop.${name}', 'shop_id', ${where})`,
        line: `shop.${name}: distributed by shop_id`,
      };
    });
  return [...ofPolicies, ...(await functionsLeft(client)), ...ofTables];
}

/** Those whose text is not that of a cluster. */
async function functionsLeft(client: Client): Promise<Step[]> {
  const { rows } = await client.query<{ name: string; body: string }>(
    `SELECT proname AS name, prosrc AS body FROM pg_proc WHERE pronamespace = 'shop'::regnamespace`,
  );
  const bodies = new Map(rows.map(({ name, body }) => [name, body]));
  return Object.entries(clusterFunctions)
    .filter(([name, sql]) => !bodies.has(name) || !sql.includes(bodies.get(name)!))
    .map(([name, sql]) => ({ sql, line: `function shop.${name}: as a cluster answers it` }));
}
