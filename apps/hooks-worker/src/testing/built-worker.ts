import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type TestDatabase, testSecretsKey } from '@storewright/testing';

const root = resolve(__dirname, '../../../..');

/** The worker as it is delivered, built into a folder that nobody else builds into. */
export class BuiltWorker {
  private readonly folder = mkdtempSync(join(realpathSync(tmpdir()), 'storewright-hooks-'));

  static async build(): Promise<BuiltWorker> {
    const built = new BuiltWorker();
    // A program finds the packages that are left outside of it in a node_modules above itself.
    symlinkSync(join(root, 'node_modules'), join(built.folder, 'node_modules'));
    const words = ['tools/workspace/build.mjs', 'apps/hooks-worker', join(built.folder, 'hooks-worker')];
    await promisify(execFile)(process.execPath, words, { cwd: root });
    return built;
  }

  /** A process of it, once it listens. Throws with its last words where it ends before. */
  async start(database: TestDatabase): Promise<WorkerProcess> {
    const url = database.url('hooks');
    const settings = { AUTH_DATABASE_URL: url, SHOP_DATABASE_URL: url, SECRETS_KEY: testSecretsKey };
    const child = spawn(process.execPath, [join(this.folder, 'hooks-worker/main.js')], {
      env: {
        ...{ PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn' },
        ...{ ...settings, WEBHOOKS_ALLOW_LOOPBACK: 'true' },
      },
      // Over the channel it learns that this process is gone, and ends.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const ended = once(child, 'exit').then(([code]) => code as number | null);
    let said = '';
    await new Promise<void>((settle, reject) => {
      const listen = (chunk: Buffer) => {
        said += chunk.toString();
        if (/listens on http/.test(said)) settle();
      };
      child.stdout!.on('data', listen);
      child.stderr!.on('data', listen);
      void ended.then(() => reject(new Error(`it ended while it started: ${said}`)));
    });
    return new WorkerProcess(child, ended);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export class WorkerProcess {
  constructor(
    private readonly child: ChildProcess,
    private readonly ended: Promise<number | null>,
  ) {}

  /** In good order; the exit code. */
  stop(): Promise<number | null> {
    this.child.kill('SIGTERM');
    return this.ended;
  }

  /** As by a crash, whatever is under way. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }
}
