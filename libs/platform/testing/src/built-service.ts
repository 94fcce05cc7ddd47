import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { testSecretsKey } from './builders';

const root = resolve(__dirname, '../../../..');

/** A service as it is delivered, built into a folder that nobody else builds into. */
export class BuiltService {
  private readonly folder: string;

  private constructor(private readonly name: string) {
    this.folder = mkdtempSync(join(realpathSync(tmpdir()), `storewright-${name}-`));
  }

  /** `name`: its folder in `apps`. */
  static async build(name: string): Promise<BuiltService> {
    const built = new BuiltService(name);
    // A program finds the packages that are left outside of it in a node_modules above itself.
    symlinkSync(join(root, 'node_modules'), join(built.folder, 'node_modules'));
    const words = ['tools/workspace/build.mjs', `apps/${name}`, join(built.folder, name)];
    await promisify(execFile)(process.execPath, words, { cwd: root });
    return built;
  }

  /** A process of it on a free port, with both databases at this address. Throws with its last words where it ends while it starts. */
  async start(databaseUrl: string, settings: Record<string, string> = {}): Promise<ServiceProcess> {
    const child = spawn(process.execPath, [join(this.folder, this.name, 'main.js')], {
      env: {
        PATH: process.env['PATH'],
        HOST: '127.0.0.1',
        PORT: '0',
        LOG_LEVEL: 'warn',
        AUTH_DATABASE_URL: databaseUrl,
        SHOP_DATABASE_URL: databaseUrl,
        SECRETS_KEY: testSecretsKey,
        ...settings,
      },
      // Over the channel it learns that this process is gone, and ends.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const ended = once(child, 'exit').then(([code]) => code as number | null);
    let said = '';
    const port = await new Promise<number>((settle, reject) => {
      const listen = (chunk: Buffer) => {
        said += chunk.toString();
        const found = /listens on http:\/\/[^:]+:(\d+)/.exec(said)?.[1];
        if (found) settle(Number(found));
      };
      child.stdout!.on('data', listen);
      child.stderr!.on('data', listen);
      void ended.then(() => reject(new Error(`it ended while it started: ${said}`)));
    });
    return new ServiceProcess(child, port, ended);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export class ServiceProcess {
  constructor(
    readonly child: ChildProcess,
    readonly port: number,
    /** The exit code; null where a signal ended it. */
    readonly ended: Promise<number | null>,
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
