// SQL: databases of a test on every node of a cluster.
import { distribute, isCluster, type RolePasswords } from '@storewright/schema';
import { Client } from 'pg';

/** A cluster of Citus that the specs run on: databases are made, copied and dropped on each of its nodes. */
export interface TestCluster {
  /** Connection strings of the coordinator, which comes first, and the workers. */
  nodes: readonly string[];
}

/** `server`: the coordinator's database `postgres`, where its workers are known; undefined: no cluster. */
export async function clusterAt(client: Client, server: string): Promise<TestCluster | undefined> {
  if (!(await isCluster(client))) return undefined;
  const { rows } = await client.query<{ host: string; port: number }>(
    'SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE groupid > 0 ORDER BY groupid',
  );
  const workers = rows.map(({ host, port }) => {
    const url = new URL(server);
    url.hostname = host;
    url.port = String(port);
    return url.href;
  });
  return { nodes: [server, ...workers] };
}

/** The same statements on every node, each by itself. */
export async function onEachNode({ nodes }: TestCluster, ...statements: string[]): Promise<void> {
  for (const node of nodes) {
    const client = new Client({ connectionString: node });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  }
}

/** Makes the databases of this name, which are there on every node, one cluster. `statements`: what else each node has to know before it meets others. */
export async function formCluster(
  cluster: TestCluster,
  urlOf: (node: string) => string,
  ...statements: string[]
): Promise<void> {
  await onEachNode({ nodes: cluster.nodes.map(urlOf) }, 'CREATE EXTENSION citus', ...statements);
  const [coordinator, ...workers] = cluster.nodes.map((node) => new URL(node));
  const add = workers.map(({ hostname, port }) => `SELECT citus_add_node('${hostname}', ${port})`);
  await onEachNode(
    { nodes: [urlOf(cluster.nodes[0]!)] },
    `SELECT citus_set_coordinator_host('${coordinator!.hostname}', ${coordinator!.port})`,
    ...add,
  );
}

/** Few shards: a test has few shops. */
export async function distributed(url: string, passwords: RolePasswords): Promise<void> {
  await distribute(url, passwords, { shards: 4 });
}

/** Nobody is connected to it then. */
export function renames(from: string, to: string): string[] {
  return [...alone(from), `ALTER DATABASE ${from} RENAME TO ${to}`];
}

/** Nobody is connected to the template while it is copied, and Citus does not look after it. */
export function copies(template: string, name: string): string[] {
  return [...alone(template), `CREATE DATABASE ${name} TEMPLATE ${template}`];
}

/** Citus would connect to look after it, between the end of its connections and its own. */
export function drops(name: string): string[] {
  return [...alone(name), `DROP DATABASE ${name} WITH (FORCE)`];
}

const alone = (database: string) => [
  `ALTER DATABASE ${database} ALLOW_CONNECTIONS false`,
  `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`,
];
