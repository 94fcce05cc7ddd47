import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Credentials } from './cluster';
import type { DataFolder } from './data-folder';
import { processEnvironment } from './environment';
import { PostgresStartError } from './start-error';

const stopTimeoutMs = 30_000;

export class ServerProcess {
  readonly exited: Promise<unknown>;
  private stopping?: Promise<void>;

  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: DataFolder,
    private readonly native: string,
  ) {
    this.exited = once(child, 'exit');
  }

  static async spawn(
    native: string,
    folder: DataFolder,
    args: string[],
    environment?: Record<string, string>,
  ): Promise<ServerProcess> {
    const log = openSync(folder.log, 'w', 0o600);
    const child = spawn(join(native, 'bin', 'postgres'), ['-D', folder.cluster, ...args], {
      ...folder.user,
      cwd: folder.home,
      env: { ...processEnvironment(), ...environment },
      // Starts the server in a new process group, so that Ctrl-C in the terminal reaches only this process.
      // This process stops the server when it exits.
      detached: true,
      windowsHide: true,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    await once(child, 'spawn');
    const server = new ServerProcess(child, folder, native);
    if (process.platform !== 'win32') endWithUs(child);
    return server;
  }

  get pid(): number {
    return this.child.pid!;
  }

  get hasExited(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  onExit(listener: (code: number | null) => void): void {
    this.child.on('exit', listener);
  }

  /**
   * Resolves when the superuser can connect or the server has exited. Throws if the server rejects the
   * superuser, for example because of a wrong password.
   */
  async ready(port: number, credentials: Credentials, deadline: number): Promise<void> {
    while (!this.hasExited) {
      const refusal = await tryToConnect(port, credentials);
      if (!refusal) return;
      if (Date.now() > deadline || isFinal(refusal)) {
        const { credentials: file, log } = this.folder;
        throw new PostgresStartError(
          `PostgreSQL rejects its superuser: ${refusal.message} (password file: ${file}, log: ${log})`,
        );
      }
      await new Promise((wake) => setTimeout(wake, 20));
    }
  }

  log(): string {
    return readFileSync(this.folder.log, 'utf8');
  }

  /**
   * Shuts the server down in fast mode, which rolls back open transactions and keeps committed data. Resolves
   * when the server has exited.
   */
  stop(): Promise<void> {
    this.stopping ??= this.shutDown();
    return this.stopping;
  }

  private async shutDown(): Promise<void> {
    if (this.hasExited) return;
    this.shutDownFast();
    // Stops the server in immediate mode after a time limit. Immediate mode acts like a crash: at the next
    // start, the server recovers from the write-ahead log.
    const impatience = setTimeout(() => this.child.kill('SIGQUIT'), stopTimeoutMs);
    await this.exited;
    clearTimeout(impatience);
  }

  private shutDownFast(): void {
    if (process.platform !== 'win32') this.child.kill('SIGINT');
    // Windows has no signals. pg_ctl uses a pipe instead.
    else execFile(join(this.native, 'bin', 'pg_ctl'), ['stop', '-D', this.folder.cluster, '-m', 'fast']);
  }
}

/**
 * Stops the server when this process exits, even after SIGKILL. A shell waits for the end of its input and
 * then stops the server.
 */
function endWithUs(server: ChildProcess): void {
  const guard = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$1"', 'sh', String(server.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Ignores a missing /bin/sh. The server then keeps running if SIGKILL ends this process.
  guard.on('error', () => undefined);
  guard.unref();
  (guard.stdin as Socket).unref();
  server.once('exit', () => guard.kill('SIGKILL'));
}

const cannotConnectNow = '57P03'; // SQLSTATE of a server that is starting, recovering or shutting down

function isFinal({ code = '' }: { code?: string }): boolean {
  return /^\d[0-9A-Z]{4}$/.test(code) && code !== cannotConnectNow;
}

async function tryToConnect(
  port: number,
  credentials: Credentials,
): Promise<(Error & { code?: string }) | undefined> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    ...credentials,
    database: 'postgres',
    ssl: false, // overrides PGSSLMODE
    connectionTimeoutMillis: 5000,
  });
  client.on('error', () => undefined); // Without a listener, an exit of the server would crash this process.
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return error as Error;
  } finally {
    await client.end();
  }
}
