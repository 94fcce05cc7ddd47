import { existsSync, renameSync } from 'node:fs';
import { installedPackage, locatePackage, runnableBinaries } from './binaries';
import { openCluster, type Credentials } from './cluster';
import { openDataFolder, type DataFolder } from './data-folder';
import { settleLockFile } from './lock-file';
import { reasonsIn } from './log-lines';
import { freePort } from './port';
import { ServerProcess } from './server-process';
import { asStartError, PostgresStartError } from './start-error';

export interface PostgresOptions {
  /** A folder for this server alone; made where missing. */
  dataDirectory: string;
  /** Absent: a free one. */
  port?: number;
  /**
   * False, for tests: fsync, synchronous_commit and full_page_writes are off. Then a kill of the server may lose the commits of the
   * last moment and a crash of the machine may lose everything.
   */
  durable: boolean;
  /** Absent: 100. */
  maxConnections?: number;
  /** More settings of postgresql.conf, by name. */
  settings?: Record<string, string>;
  /** The folder of a PostgreSQL that is installed here, in whose `bin` its programs are; absent: the one that npm brought along. */
  installation?: string | undefined;
  /** Of the superuser of a new one; absent: nobody else's. */
  password?: string | undefined;
  /** Variables of its processes, which have nothing of the caller's. */
  environment?: Record<string, string> | undefined;
}

export interface PostgresServer {
  readonly host: '127.0.0.1';
  readonly port: number;
  /** The superuser. */
  readonly user: string;
  readonly password: string;
  /** Where the data really is: another folder than the one asked for where root's server can't enter that one. */
  readonly dataDirectory: string;
  readonly log: string;
  readonly pid: number;
  /** `postgres://user:password@host:port/database`; absent: the database `postgres`. */
  url(database?: string): string;
  /** Fast shutdown; resolves when the server is gone. Further calls wait for the same end. */
  stop(): Promise<void>;
  /** The code is null where a signal ended the server. */
  onExit(listener: (code: number | null) => void): void;
}

/** After a SIGKILL of the server its children live on for seconds (1.6–5.5 s measured; longer on a busy machine) and hold its shared memory. */
const orphansTimeoutMs = 60_000;
/** Recovery of the write-ahead log after a crash comes before the first connection. */
const readyTimeoutMs = 120_000;

/**
 * Starts PostgreSQL, by default the one that npm brought along, on 127.0.0.1 only, and returns when it answers. It ends with this process.
 * Throws PostgresStartError, whose message is one line.
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  try {
    return await start(options);
  } catch (error) {
    throw asStartError(options.dataDirectory, error);
  }
}

async function start(options: PostgresOptions): Promise<PostgresServer> {
  const { installation, durable, password } = options;
  const pkg = installation === undefined ? locatePackage() : installedPackage(installation);
  const folder = openDataFolder(options.dataDirectory, pkg.major);
  settleLockFile(folder.cluster);
  await freePort(options.port); // a busy port is reported before a database is made
  const native = installation ?? runnableBinaries(pkg, folder);
  const credentials = await openCluster(folder, native, { durable, password });
  if (existsSync(folder.log)) renameSync(folder.log, `${folder.log}.previous`);
  return launch(native, folder, credentials, options);
}

async function launch(
  native: string,
  folder: DataFolder,
  credentials: Credentials,
  options: PostgresOptions,
): Promise<PostgresServer> {
  const orphansDeadline = Date.now() + orphansTimeoutMs;
  for (;;) {
    const port = await freePort(options.port);
    const server = await ServerProcess.spawn(native, folder, settingsOf(options, port), options.environment);
    try {
      await server.ready(port, credentials, Date.now() + readyTimeoutMs);
    } catch (error) {
      await server.stop();
      throw error;
    }
    if (!server.hasExited) return running(server, port, folder, credentials);
    const log = server.log();
    const orphansLive = log.includes('pre-existing shared memory block') && Date.now() < orphansDeadline;
    const lostPort = log.includes('Address already in use') && options.port === undefined;
    if (!orphansLive && !lostPort) throw endedError(folder, log);
    await new Promise((wake) => setTimeout(wake, 100));
  }
}

function settingsOf(options: PostgresOptions, port: number): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    ...(options.maxConnections && { max_connections: String(options.maxConnections) }),
    ...(!options.durable && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...options.settings,
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function running(
  server: ServerProcess,
  port: number,
  folder: DataFolder,
  credentials: Credentials,
): PostgresServer {
  const { user, password } = credentials;
  return {
    host: '127.0.0.1',
    port,
    user,
    password,
    dataDirectory: folder.home,
    log: folder.log,
    pid: server.pid,
    url: (database = 'postgres') =>
      `postgres://${user}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`,
    stop: () => server.stop(),
    onExit: (listener) => server.onExit(listener),
  };
}

function endedError(folder: DataFolder, log: string): PostgresStartError {
  const reasons = reasonsIn(log).slice(-3).join(' ') || 'no reason given';
  return new PostgresStartError(`PostgreSQL ended while starting: ${reasons} (log: ${folder.log})`);
}
