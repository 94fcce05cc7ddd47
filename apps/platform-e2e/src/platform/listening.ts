import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** `storewright` as a process of its own with the given environment. */
export class Listening {
  readonly said = { stdout: '', stderr: '' };
  /** Exit code, or null after a signal. */
  readonly ended: Promise<number | null>;
  private readonly child: ChildProcess;

  constructor(program: string, words: string[], environment: Record<string, string>, cwd?: string) {
    const env = { PATH: process.env['PATH'], ...environment };
    this.child = spawn(process.execPath, [program, ...words], {
      ...{ env, stdio: ['ignore', 'pipe', 'pipe'] },
      ...(cwd !== undefined && { cwd }),
    });
    for (const name of ['stdout', 'stderr'] as const)
      this.child[name]!.on('data', (chunk: Buffer) => (this.said[name] += chunk.toString()));
    this.ended = once(this.child, 'close').then(([code]) => code as number | null);
  }

  /** Resolves when the output contains the text. Rejects with the output if the program exits before. */
  async says(what: string, where: 'stdout' | 'stderr'): Promise<void> {
    while (!this.said[where].includes(what)) {
      const over = this.ended.then(() => Promise.reject(new Error(this.said.stdout + this.said.stderr)));
      await Promise.race([once(this.child[where]!, 'data'), over]);
    }
  }

  /** Sends SIGINT, like Ctrl-C. */
  interrupt(): Promise<number | null> {
    this.child.kill('SIGINT');
    return this.ended;
  }
}
