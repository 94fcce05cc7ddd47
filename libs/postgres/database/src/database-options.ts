import { databasePooler, shopDatabaseKind } from '@storewright/config';
import { type EntityClass, loadedEntities } from '@storewright/rows';
import {
  ConnectionMonitor,
  type DatabaseTopology,
  type MonitoredClient,
  monitoredBy,
  type MonitorLimits,
  rowFormat,
  startupOptions,
  topologyOf,
} from '@storewright/postgres-driver';
import type { ClientConfig } from 'pg';
import type { DataSource, DataSourceOptions } from 'typeorm';

export interface DatabaseOptions {
  /** URL of the database: `postgres://role:password@host:port/database`. */
  url: string;
  /** Name of the connections in pg_stat_activity. */
  applicationName: string;
  /** Entities of the data source. Default: all loaded entities. */
  entities?: readonly EntityClass[];
  /** Number of connections for transactions of several statements and for writes. Default: 10. */
  poolSize?: number;
  /** Number of connections that single statements share. Default: 4. */
  pipelined?: number;
  /** Topology of the database. Default: the result of `shopTopology`. */
  topology?: DatabaseTopology;
  monitor?: Partial<MonitorLimits>;
  /** Replicas of the shop data. Default: none. */
  replicas?: ReplicaOptions;
  /** True if reads of a shop run on its worker node of a Citus cluster. Default: false. */
  readsFromNodes?: boolean;
}

export interface ReplicaOptions {
  /** URL of each replica (`postgres://…`), with the role of the primary. */
  urls: readonly string[];
  /** Maximum lag in milliseconds. Replicas with a larger lag receive no reads. */
  maxLagMs: number;
}

const DEFAULT_POOL_SIZE = 10;

/** Returns the topology of the shop data, from SHOP_DATABASE_KIND and DATABASE_POOLER. */
export function shopTopology(env: NodeJS.ProcessEnv = process.env): DatabaseTopology {
  return topologyOf(shopDatabaseKind(env), databasePooler(env));
}

/** Returns the topology of the auth data, which is small and never distributed. */
export function authTopology(env: NodeJS.ProcessEnv = process.env): DatabaseTopology {
  return topologyOf('postgres', databasePooler(env));
}

/**
 * Fields of `extra` in a data source's options. TypeORM passes them to pg's pool, and the pool passes them to
 * its clients.
 */
interface Connecting {
  topology: DatabaseTopology;
  monitor: ConnectionMonitor;
  Client: new (config?: ClientConfig) => MonitoredClient;
  /** Option of pg: statements are sent without waiting for earlier responses. */
  pipeline: true;
}

/** TypeORM's options of a data source. Only migrations change a schema, so `synchronize` is off. */
export function dataSourceOptions(options: DatabaseOptions): DataSourceOptions & { extra: Connecting } {
  const { url, applicationName, poolSize = DEFAULT_POOL_SIZE, topology = shopTopology() } = options;
  const monitor = new ConnectionMonitor(monitorConfig(options, topology), options.monitor);
  const connecting: Connecting = {
    topology,
    monitor,
    Client: monitoredBy(monitor),
    pipeline: true,
  };
  return {
    type: 'postgres',
    url,
    entities: [...(options.entities ?? loadedEntities())],
    synchronize: false,
    installExtensions: false,
    extra: { ...clientOptions(applicationName, topology), max: poolSize, ...connecting },
  };
}

export function connectingOf(dataSource: DataSource): Connecting {
  return dataSource.options.extra as Connecting;
}

/** Options of a connection outside of the pool. */
export function clientConfig(
  { url, applicationName }: Pick<DatabaseOptions, 'url' | 'applicationName'>,
  topology: DatabaseTopology,
): ClientConfig {
  return { ...clientOptions(applicationName, topology), connectionString: url };
}

/** Options of a connection that checks the server. */
export function monitorConfig(
  { url, applicationName }: Pick<DatabaseOptions, 'url' | 'applicationName'>,
  topology: DatabaseTopology,
): ClientConfig {
  return clientConfig({ url, applicationName: `${applicationName}-watch` }, topology);
}

function clientOptions(applicationName: string, topology: DatabaseTopology): ClientConfig {
  const options = startupOptions(topology);
  return {
    application_name: applicationName,
    ...(options !== undefined && { options }),
    // Limits the wait for a free connection in milliseconds. CONNECT_MS limits opening a connection.
    // Statements need no limit here: the server cancels a statement after 15 s, and the monitor cuts a
    // connection without a response.
    connectionTimeoutMillis: 4_500,
    keepAlive: true,
    // After this time without traffic, the operating system probes the peer every second, up to ten times.
    keepAliveInitialDelayMillis: 10_000,
    types: rowFormat,
  };
}
