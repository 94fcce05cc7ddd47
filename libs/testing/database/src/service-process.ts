import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export class ServiceProcess {
  private constructor(
    readonly child: ChildProcess,
    readonly port: number,
    /** Exit code of the service process. null if a signal ended the process. */
    readonly ended: Promise<number | null>,
    private readonly output: () => string,
  ) {}

  /**
   * Starts a service and waits until it listens. Uses a free port unless `environment` sets a port. If the
   * process exits first, throws the output of the service.
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
      // The IPC channel closes when the test process ends, and the service then exits.
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

  get said(): string {
    return this.output();
  }

  stop(): Promise<number | null> {
    this.child.kill('SIGTERM');
    return this.ended;
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }
}
