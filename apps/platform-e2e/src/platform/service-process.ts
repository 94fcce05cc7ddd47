import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A service as a process of its own, listening on a free port of this machine. */
export class ServiceProcess {
  readonly exited: Promise<unknown>;

  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
  ) {
    this.exited = this.hasExited ? Promise.resolve() : once(child, 'exit');
  }

  /** Resolves when the service says where it listens. Throws with its last words where it ends before. */
  static async start(program: string, environment: Record<string, string>): Promise<ServiceProcess> {
    const child = spawn(process.execPath, [program], {
      env: { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn', ...environment },
      // Over the channel it learns that this process is gone, and ends.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const port = await new Promise<number>((resolve, reject) => {
      let said = '';
      const listen = (chunk: Buffer) => {
        said += chunk.toString();
        const port = /listens on http:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1];
        if (port) resolve(Number(port));
      };
      child.stdout!.on('data', listen);
      child.stderr!.on('data', listen);
      child.once('exit', () => reject(new Error(`${program} ended while it started: ${said}`)));
    });
    return new ServiceProcess(child, port);
  }

  /** Ends in good order. */
  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    await this.exited;
  }

  /** Ends as by a crash, whatever is under way. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exited;
  }

  private get hasExited(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }
}
