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
  /** Data folder of the server, which is created if missing. It must not belong to a different server. */
  dataDirectory: string;
  /** Port of the server. Defaults to any free port. */
  port?: number;
  /**
   * false disables fsync, synchronous_commit and full_page_writes, for tests. A killed server can then lose
   * the latest commits, and a crash of the machine can destroy all data.
   */
  durable: boolean;
  /** Maximum number of connections to the Postgres server. Defaults to 100. */
  maxConnections?: number;
  settings?: Record<string, string>;
  /** Folder of a PostgreSQL installation, with programs in `bin`. Defaults to the npm package. */
  installation?: string | undefined;
  /** Password of the superuser in a new cluster. Defaults to a random password. */
  password?: string | undefined;
  /** Additional environment variables of the server. The server inherits only PATH from this process. */
  environment?: Record<string, string> | undefined;
}

export interface PostgresServer {
  readonly host: '127.0.0.1';
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /**
   * Data folder of the server. If root starts the server and the server's user cannot enter the requested
   * folder, the server uses a different folder.
   */
  readonly dataDirectory: string;
  readonly log: string;
  readonly pid: number;
  /**
   * Returns the connection URL `postgres://user:password@host:port/database`. The database defaults to
   * `postgres`.
   */
  url(database?: string): string;
  /**
   * Shuts the server down in fast mode and resolves when the server has exited. Later calls return the same
   * promise.
   */
  stop(): Promise<void>;
  /**
   * Calls the listener when the Postgres server exits. The exit code is null if a signal ended the server.
   */
  onExit(listener: (code: number | null) => void): void;
}

/**
 * Maximum time in milliseconds to wait until the child processes of a killed server release its shared
 * memory. Measured: 1.6 to 5.5 s, more on a busy machine.
 */
const orphansTimeoutMs = 60_000;
/**
 * Time limit in milliseconds for the start of the Postgres server, including the recovery from the
 * write-ahead log after a crash.
 */
const readyTimeoutMs = 120_000;

/**
 * Starts PostgreSQL on 127.0.0.1 only, by default from the npm package. Resolves when the server accepts
 * connections. The server stops with this process. Rejects with PostgresStartError, whose message is one
 * line.
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
  await freePort(options.port); // Reports a port that is in use before a database is created.
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
  return new PostgresStartError(`PostgreSQL exited during startup: ${reasons} (log: ${folder.log})`);
}
