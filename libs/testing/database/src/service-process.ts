import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A service in its own process on this machine. */
export class ServiceProcess {
  private constructor(
    readonly child: ChildProcess,
    readonly port: number,
    /** Resolves with the exit code, or with null after a signal. */
    readonly ended: Promise<number | null>,
    private readonly output: () => string,
  ) {}

  /**
   * Resolves when the service listens, on a free port unless `environment` sets one. Throws the output if it
   * exits before.
   */
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
      // The service exits when this channel closes, which happens when this process ends.
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
      void ended.then(() => reject(new Error(`${program} exited during the start: ${said}`)));
    });
    return new ServiceProcess(child, port, ended, () => said);
  }

  /** Returns the output of the service so far. */
  get said(): string {
    return this.output();
  }

  /** Stops the service in order and returns the exit code. */
  stop(): Promise<number | null> {
    this.child.kill('SIGTERM');
    return this.ended;
  }

  /** Kills the process, as a crash would. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }
}
