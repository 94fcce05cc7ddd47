import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A service as a process of its own, listening on this machine. */
export class ServiceProcess {
  private constructor(
    readonly child: ChildProcess,
    readonly port: number,
    /** The exit code; null where a signal ended it. */
    readonly ended: Promise<number | null>,
    private readonly output: () => string,
  ) {}

  /** Resolves when it says where it listens: a free port, where `environment` names none. Throws with its last words where it ends before. */
  static async start(program: string, environment: Record<string, string>): Promise<ServiceProcess> {
    const { SHOP_DATABASE_KIND } = process.env;
    const kind = SHOP_DATABASE_KIND === undefined ? {} : { SHOP_DATABASE_KIND };
    const child = spawn(process.execPath, [program], {
      env: {
        PATH: process.env['PATH'],
        HOST: '127.0.0.1',
        PORT: '0',
        LOG_LEVEL: 'warn',
        ...kind,
        ...environment,
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
      void ended.then(() => reject(new Error(`${program} ended while it started: ${said}`)));
    });
    return new ServiceProcess(child, port, ended, () => said);
  }

  /** What it wrote so far. */
  get said(): string {
    return this.output();
  }

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
