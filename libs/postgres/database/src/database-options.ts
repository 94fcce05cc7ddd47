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
  /** URL of the database, such as `postgres://role:password@host:port/database`. */
  url: string;
  /** Name of the connections in pg_stat_activity. */
  applicationName: string;
  /** Entities of the data source. Defaults to all loaded entities. */
  entities?: readonly EntityClass[];
  /** Number of connections for writes and for transactions of several statements. Defaults to 10. */
  poolSize?: number;
  /** Number of connections that single statements share. Defaults to 4. */
  pipelined?: number;
  /** Topology of the database. Defaults to the result of `shopTopology`. */
  topology?: DatabaseTopology;
  monitor?: Partial<MonitorLimits>;
  /** Read replicas of the shop data. Defaults to none. */
  replicas?: ReplicaOptions;
  /** True if reads of a shop go directly to its worker node of a Citus cluster. Defaults to false. */
  readsFromNodes?: boolean;
}

export interface ReplicaOptions {
  /** URL of each read replica (`postgres://…`), with the same role as for the primary. */
  urls: readonly string[];
  /** Maximum replication lag in milliseconds. Replicas with a larger lag receive no reads. */
  maxLagMs: number;
}

const DEFAULT_POOL_SIZE = 10;

/** Returns the topology of the shop data, from SHOP_DATABASE_KIND and DATABASE_POOLER. */
export function shopTopology(env: NodeJS.ProcessEnv = process.env): DatabaseTopology {
  return topologyOf(shopDatabaseKind(env), databasePooler(env));
}

/** Returns the topology of the auth data. Auth data is small, so it is never distributed. */
export function authTopology(env: NodeJS.ProcessEnv = process.env): DatabaseTopology {
  return topologyOf('postgres', databasePooler(env));
}

/**
 * Fields of `extra` in the options of a data source. TypeORM passes them to pg's pool, which passes them to
 * its clients.
 */
interface Connecting {
  topology: DatabaseTopology;
  monitor: ConnectionMonitor;
  Client: new (config?: ClientConfig) => MonitoredClient;
  /** Option of pg that sends statements without waiting for earlier responses. */
  pipeline: true;
}

/** TypeORM options of a data source. `synchronize` is off, because only migrations may change a schema. */
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

/** Options of a connection outside of the connection pool. */
export function clientConfig(
  { url, applicationName }: Pick<DatabaseOptions, 'url' | 'applicationName'>,
  topology: DatabaseTopology,
): ClientConfig {
  return { ...clientOptions(applicationName, topology), connectionString: url };
}

/** Options of the connection with which the monitor checks the server. */
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
    // Maximum wait for a free connection in milliseconds. CONNECT_MS limits opening a connection. Statements
    // need no limit here: the server cancels a statement after 15 s, and the monitor closes a connection
    // without a response.
    connectionTimeoutMillis: 4_500,
    keepAlive: true,
    // Time without traffic after which the operating system sends up to ten keepalive probes, one per second.
    keepAliveInitialDelayMillis: 10_000,
    types: rowFormat,
  };
}
