import { Client, type ClientConfig } from 'pg';
import { isCluster, type ShopTable, shopTables } from './cluster';
import { clusterFunctions } from './cluster-functions';
import { type RolePasswords, urlAs } from './roles';

export interface DistributeOptions {
  dryRun?: boolean;
  /**
   * Number of shards, which must exceed the expected number of nodes. Moving a shard to another node is easy,
   * but splitting a shard is hard.
   */
  shards?: number;
  report?: (line: string) => void;
  /** Cancels the running step. Another run continues after the completed steps. */
  signal?: AbortSignal;
}

/**
 * SQL query for row-level security policies with a subquery, which Citus rejects. The query returns
 * statements that create equivalent policies without a subquery.
 */
const policies = `
  SELECT format('ALTER POLICY %I ON %I.%I USING (shop_id = shop.current_shop())', policyname, schemaname, tablename) AS sql,
    format('policy %s of shop.%s: without a subquery', policyname, tablename) AS line
  FROM pg_policies WHERE schemaname = 'shop' AND qual ~ '\\(\\s*SELECT' ORDER BY tablename`;

const workers = `SELECT count(*)::integer AS count FROM pg_dist_node WHERE isactive AND shouldhaveshards`;

/**
 * Distributes the tables of the shop schema over a Citus cluster, by shop. First replaces policies and
 * functions that Citus does not support. A repeated run changes nothing. Returns a line for each change.
 * `administrator` is the connection string for the coordinator.
 */
export async function distribute(
  administrator: string,
  passwords: Pick<RolePasswords, 'owner'>,
  options: DistributeOptions = {},
): Promise<string[]> {
  const client = new Client({ connectionString: urlAs(administrator, 'owner', passwords) });
  await client.connect();
  try {
    const steps = await stepsOf(client, options.shards ?? 32);
    if (!options.dryRun) await runSteps(client, steps, options);
    return steps.map(({ line }) => line);
  } finally {
    await client.end();
  }
}

async function runSteps(
  client: Client,
  steps: readonly Step[],
  { report, signal }: DistributeOptions,
): Promise<void> {
  const cancel = () => void cancelStatement(client);
  signal?.addEventListener('abort', cancel);
  try {
    for (const [at, { sql, line }] of steps.entries()) {
      report?.(line);
      const running = signal?.aborted ? Promise.reject(new Error('aborted')) : client.query(sql);
      await running.catch((error: unknown) => {
        if (!signal?.aborted) throw error;
        const text = `Interrupted after ${at} of ${steps.length} steps. Run the command again to continue.`;
        throw new Error(text, { cause: error });
      });
    }
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

async function cancelStatement(client: Client): Promise<void> {
  const { processID } = client as unknown as { processID: number };
  const { host, port, database, user, password } = client as unknown as ClientConfig;
  const other = new Client({ host, port, database, user, password });
  other.on('error', () => undefined);
  await other.connect().catch(() => undefined);
  await other.query('SELECT pg_cancel_backend($1::integer)', [processID]).catch(() => undefined);
  await other.end().catch(() => undefined);
}

/** True if at least one table is distributed. A migration must then distribute its new tables too. */
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
    throw new Error('the database has no extension citus. Create it on every node and add the workers.');
  const { rows: count } = await client.query<{ count: number }>(workers);
  if (count[0]!.count === 0)
    throw new Error('no node can have shards. Add the workers with citus_add_node(host, port).');
  const all = await tablesOf(client);
  const { rows: ofPolicies } = await client.query<Step>(policies);
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
  return [...ofPolicies, ...(await pendingFunctions(client)), ...ofTables];
}

/**
 * Returns the tables of the shop schema. Throws if the schema has no tables, because migrations must create
 * the functions that this command replaces.
 */
async function tablesOf(client: Client): Promise<ShopTable[]> {
  const { rows: schemas } = await client.query(`SELECT FROM pg_namespace WHERE nspname = 'shop'`);
  const tables = schemas.length === 0 ? [] : await shopTables(client);
  if (tables.length === 0) throw new Error('there is no shop data. Run "operator migrate" first.');
  return tables;
}

/**
 * Returns the steps that create or replace SQL functions whose definition differs from the definition for
 * Citus.
 */
async function pendingFunctions(client: Client): Promise<Step[]> {
  const { rows } = await client.query<{ name: string; body: string }>(
    `SELECT proname AS name, prosrc AS body FROM pg_proc WHERE pronamespace = 'shop'::regnamespace`,
  );
  const bodies = new Map(rows.map(({ name, body }) => [name, body]));
  return Object.entries(clusterFunctions)
    .filter(([name, sql]) => !bodies.has(name) || !sql.includes(bodies.get(name)!))
    .map(([name, sql]) => ({ sql, line: `function shop.${name}: for a cluster` }));
}
