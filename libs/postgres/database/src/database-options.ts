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
  url: string;
  applicationName: string;
  /** Entities of the data source. Defaults to all loaded entities. */
  entities?: readonly EntityClass[];
  /** Number of connections for writes and for transactions with several statements. Defaults to 10. */
  poolSize?: number;
  /** Number of connections that transactions with a single statement share. Defaults to 4. */
  pipelined?: number;
  /**
   * Database topology: Postgres or Citus, with or without a pooler. Defaults to the result of `shopTopology`.
   */
  topology?: DatabaseTopology;
  monitor?: Partial<MonitorLimits>;
  replicas?: ReplicaOptions;
  /**
   * True if reads of a shop's data query the Citus worker node that stores the shop, instead of the
   * coordinator. Defaults to false.
   */
  readsFromNodes?: boolean;
}

export interface ReplicaOptions {
  /** URLs of the read replicas (`postgres://…`), with the same database role as for the primary server. */
  urls: readonly string[];
  /** Maximum replication lag in milliseconds. A replica with a larger lag receives no reads. */
  maxLagMs: number;
}

const DEFAULT_POOL_SIZE = 10;

export function shopTopology(env: NodeJS.ProcessEnv = process.env): DatabaseTopology {
  return topologyOf(shopDatabaseKind(env), databasePooler(env));
}

/** Returns the topology of the auth database, which is never distributed, because it is small. */
export function authTopology(env: NodeJS.ProcessEnv = process.env): DatabaseTopology {
  return topologyOf('postgres', databasePooler(env));
}

/** Members of `extra` in the options of a TypeORM data source. TypeORM passes these members to pg. */
interface Connecting {
  topology: DatabaseTopology;
  monitor: ConnectionMonitor;
  Client: new (config?: ClientConfig) => MonitoredClient;
  /** Option of pg to send statements without waiting for earlier responses. */
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

export function clientConfig(
  { url, applicationName }: Pick<DatabaseOptions, 'url' | 'applicationName'>,
  topology: DatabaseTopology,
): ClientConfig {
  return { ...clientOptions(applicationName, topology), connectionString: url };
}

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
    // Maximum time in milliseconds to wait for a free connection. Statements need no limit in pg, because the
    // server cancels a statement after 15 s and the connection monitor closes a connection without a
    // response.
    connectionTimeoutMillis: 4_500,
    keepAlive: true,
    // Time without traffic in milliseconds after which the operating system sends up to ten keepalive probes,
    // one per second.
    keepAliveInitialDelayMillis: 10_000,
    types: rowFormat,
  };
}
