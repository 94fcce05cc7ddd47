import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { until, WAIT_LIMIT_MS } from '@storewright/testing';

/** Maximum run time of a program in milliseconds. Shorter than jest's timeout (jest.preset.cjs). */
const MAX_RUN_MS = 3 * WAIT_LIMIT_MS;

export class Listening {
  readonly said = { stdout: '', stderr: '' };
  /** Resolves to the exit code, or to null if a signal ended the process. */
  readonly ended: Promise<number | null>;
  private readonly child: ChildProcess;

  constructor(program: string, words: string[], environment: Record<string, string>, cwd?: string) {
    const env = { PATH: process.env['PATH'], ...environment };
    this.child = spawn(process.execPath, [program, ...words], {
      ...{ env, stdio: ['ignore', 'pipe', 'pipe'], timeout: MAX_RUN_MS, killSignal: 'SIGKILL' },
      ...(cwd !== undefined && { cwd }),
    });
    // Kills the `storewright` process if a failed test left it running.
    process.once('exit', () => this.child.kill());
    for (const name of ['stdout', 'stderr'] as const)
      this.child[name]!.on('data', (chunk: Buffer) => (this.said[name] += chunk.toString()));
    this.ended = once(this.child, 'close').then(([code]) => code as number | null);
  }

  /**
   * Waits until the program's output contains the text. Rejects with the complete output if the program exits
   * first or the wait limit is exceeded.
   */
  async says(what: string, where: 'stdout' | 'stderr'): Promise<void> {
    const isPrinted = () => this.said[where].includes(what);
    const hasEnded = () => this.child.exitCode !== null || this.child.signalCode !== null;
    await until(`the program prints ${what}`, async () => isPrinted() || hasEnded()).catch((error: Error) => {
      this.child.kill();
      throw new Error(`${error.message}: ${this.said.stdout}${this.said.stderr}`);
    });
    if (isPrinted()) return;
    // The output can arrive after the exit of the process.
    await this.ended;
    if (!isPrinted()) throw new Error(this.said.stdout + this.said.stderr);
  }

  interrupt(): Promise<number | null> {
    this.child.kill('SIGINT');
    return this.ended;
  }
}
