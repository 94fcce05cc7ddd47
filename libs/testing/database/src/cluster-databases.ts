import { distribute, isCluster, type RolePasswords } from '@storewright/schema';
import { Client } from 'pg';

/** A Citus cluster for specs, which creates, copies and drops test databases on each of its nodes. */
export interface TestCluster {
  /** Connection strings of the Citus nodes. The coordinator is first. */
  nodes: readonly string[];
}

/**
 * Returns the Citus cluster of a Postgres server, or undefined for plain Postgres. `server` is the URL of the
 * coordinator's database `postgres`, in which the worker nodes are registered.
 */
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

/**
 * Forms a Citus cluster from the databases with the given name on all nodes. Runs `statements` on each node
 * first.
 */
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

/**
 * Distributes the tables of a test database over the Citus nodes. Creates few shards, because a test has few
 * shops.
 */
export async function distributed(url: string, passwords: RolePasswords): Promise<void> {
  await distribute(url, passwords, { shards: 4 });
}

/** Returns the SQL statements that rename a database. The statements fail while a client is connected. */
export function renames(from: string, to: string): string[] {
  return [...alone(from), `ALTER DATABASE ${from} RENAME TO ${to}`];
}

/**
 * Returns the SQL statements that copy a template database. During the copy, they block connections to the
 * template and stop its Citus maintenance daemon.
 */
export function copies(template: string, name: string): string[] {
  return [...alone(template), `CREATE DATABASE ${name} TEMPLATE ${template}`];
}

/**
 * Returns the SQL statements that drop a database. The statements first stop the Citus maintenance daemon,
 * which would otherwise reconnect.
 */
export function drops(name: string): string[] {
  return [...alone(name), `DROP DATABASE ${name} WITH (FORCE)`];
}

const alone = (database: string) => [
  `ALTER DATABASE ${database} ALLOW_CONNECTIONS false`,
  `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`,
];
