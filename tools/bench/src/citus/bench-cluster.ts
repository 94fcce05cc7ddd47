// This file contains SQL that reads the nodes of a Citus cluster and copies the rows of a shop.
import { isCluster } from '@storewright/schema';
import { type TestDatabase, testDatabase } from '@storewright/testing';
import { Client } from 'pg';
import { cpuOfServer, parentOf } from '../cpu';
import { withClient } from '../database-client';

interface Node {
  isCoordinator: boolean;
  /** Process id of the Postgres server, or undefined if the node is on another machine. */
  pid: number | undefined;
}

/** CPU time in milliseconds of the Citus coordinator, and of all worker nodes together. */
export interface ClusterCpu {
  coordinator: number;
  workers: number;
}

/** A new database on a Citus cluster. */
export class BenchCluster {
  private constructor(
    private readonly database: TestDatabase,
    private readonly nodes: readonly Node[],
    readonly fsync: string,
  ) {}

  static async open(url: string): Promise<BenchCluster> {
    if (!(await withClient(url, isCluster))) throw new Error('BENCH_CITUS_URL has no extension citus');
    process.env['TEST_DATABASE_URL'] = url;
    const database = await testDatabase();
    const servers = await database.query<{ host: string; port: number; isCoordinator: boolean }>(
      `SELECT nodename AS host, nodeport AS port, groupid = 0 AS "isCoordinator" FROM pg_dist_node`,
    );
    const nodes: Node[] = [];
    for (const { host, port, isCoordinator } of servers)
      nodes.push({ isCoordinator, pid: await pidAt(database.administratorUrl, host, port) });
    const [setting] = await database.query<{ fsync: string }>('SHOW fsync');
    return new BenchCluster(database, nodes, setting!.fsync);
  }

  get environment(): NodeJS.ProcessEnv {
    return {
      SHOP_DATABASE_KIND: 'citus',
      SHOP_READS_FROM_NODES: process.env['SHOP_READS_FROM_NODES'],
      SHOP_DATABASE_URL: this.database.url('shop'),
    };
  }

  /** Returns the CPU milliseconds that the Citus cluster has used. NaN if a node is on another machine. */
  cpu(): ClusterCpu {
    const sum = (nodes: readonly Node[]) =>
      nodes.reduce((all, { pid }) => all + ((pid && cpuOfServer(pid)) ?? NaN), 0);
    return {
      coordinator: sum(this.nodes.filter(({ isCoordinator }) => isCoordinator)),
      workers: sum(this.nodes.filter(({ isCoordinator }) => !isCoordinator)),
    };
  }

  /** Copies the rows of all shops from `source`, referenced tables first, and runs VACUUM ANALYZE. */
  async copyFrom(source: Client): Promise<void> {
    const tables = await this.database.query<{ name: string }>(
      `SELECT logicalrelid::text AS name FROM pg_dist_partition WHERE partmethod = 'h' ORDER BY 1`,
    );
    let left = tables.map(({ name }) => name);
    while (left.length > 0) {
      const postponed: string[] = [];
      for (const name of left) if (!(await this.copyTable(source, name, left))) postponed.push(name);
      left = postponed;
    }
    await this.database.query('VACUUM ANALYZE');
  }

  /**
   * Copies a table. Returns false, without copying, if the table references a table in `left`, which is not
   * copied yet.
   */
  private async copyTable(source: Client, name: string, left: readonly string[]): Promise<boolean> {
    const parents = await this.database.query<{ parent: string }>(
      `SELECT confrelid::regclass::text AS parent FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'f'`,
      [name],
    );
    if (parents.some(({ parent }) => parent !== name && left.includes(parent))) return false;
    for (let offset = 0; ; offset += BATCH) {
      const { rows } = await source.query<{ batch: string | null }>(
        `SELECT json_agg(r)::text AS batch
         FROM (SELECT * FROM ${name} ORDER BY ctid LIMIT ${BATCH} OFFSET ${offset}) r`,
      );
      if (rows[0]!.batch === null) return true;
      await this.database.query(
        `INSERT INTO ${name} SELECT * FROM json_populate_recordset(NULL::${name}, $1::json)`,
        [rows[0]!.batch],
      );
    }
  }

  close(): Promise<void> {
    return this.database.drop();
  }
}

const BATCH = 5_000;

/** Returns the process id of a Postgres server on this machine: the parent of a backend process. */
async function pidAt(administratorUrl: string, host: string, port: number): Promise<number | undefined> {
  const url = Object.assign(new URL(administratorUrl), { hostname: host, port: String(port) });
  return withClient(url.href, async (client) => {
    const { rows } = await client.query<{ pid: number; isLocal: boolean }>(
      `SELECT pg_backend_pid() AS pid, inet_client_addr() = inet_server_addr() AS "isLocal"`,
    );
    return rows[0]!.isLocal ? parentOf(rows[0]!.pid) : undefined;
  });
}
