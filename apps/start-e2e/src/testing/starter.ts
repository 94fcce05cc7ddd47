import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

export interface User {
  uid: number;
  gid: number;
}

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Runs `npm start` without its build step, as a separate process. The program is `dist/tools/start/main.js`
 * in a copy of the repository.
 */
export class Starter {
  readonly ended: Promise<Ended>;
  private readonly child: ChildProcess;
  readonly said = { stdout: '', stderr: '' };

  constructor(
    readonly checkout: string,
    private readonly settings: Record<string, string>,
    user?: User,
  ) {
    this.child = spawn(process.execPath, ['dist/tools/start/main.js'], {
      ...user,
      cwd: checkout,
      env: { PATH: process.env['PATH'], HOME: checkout, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const name of ['stdout', 'stderr'] as const)
      this.child[name]!.on('data', (chunk: Buffer) => (this.said[name] += chunk.toString()));
    this.ended = once(this.child, 'close').then(([code]) => ({ code: code as number | null, ...this.said }));
  }

  /** Resolves when all services are ready. Rejects with the output if the process exits first. */
  async running(): Promise<this> {
    while (!this.said.stdout.includes('Ctrl-C stops it')) {
      const ended = this.ended.then(({ stdout, stderr }) => Promise.reject(new Error(stdout + stderr)));
      await Promise.race([once(this.child.stdout!, 'data'), ended]);
    }
    return this;
  }

  demo(): Record<string, string> {
    const lines = readFileSync(join(this.checkout, '.storewright/demo.env'), 'utf8').trim().split('\n');
    return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)) as [string, string][]);
  }

  /** Sends a signal only to the process of `npm start`, as a process supervisor does. */
  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  async stop(): Promise<Ended> {
    this.signal('SIGTERM');
    return this.ended;
  }

  processes(): number[] {
    const all = processTable();
    const family = new Set([this.child.pid!]);
    for (const { pid, parent } of all) if (family.has(parent)) family.add(pid);
    return [...family];
  }

  processOf(program: string): number {
    return processTable().find(({ command }) => command.includes(join(this.checkout, 'dist', program)))!.pid;
  }

  ports(): number[] {
    const postgres = /embedded Postgres on port (\d+)/.exec(this.said.stdout)?.[1];
    const { SHOP_PORT, AUTH_PORT, ADMIN_PORT, HOOKS_PORT, MCP_PORT } = this.settings;
    return [SHOP_PORT, AUTH_PORT, ADMIN_PORT, HOOKS_PORT, MCP_PORT, postgres].filter(Boolean).map(Number);
  }
}

interface ProcessEntry {
  pid: number;
  parent: number;
  command: string;
}

/** Lists all processes except zombies by ascending process id, so that parents come before their children. */
function processTable(): ProcessEntry[] {
  const rows = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' });
  return rows
    .split('\n')
    .map((row) => /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(row))
    .filter((match) => match !== null && !match[3]!.startsWith('Z'))
    .map((match) => ({ pid: Number(match![1]), parent: Number(match![2]), command: match![4]! }))
    .sort((a, b) => a.pid - b.pid);
}

export function living(pids: number[]): string[] {
  return processTable().flatMap(({ pid, command }) => (pids.includes(pid) ? [command] : []));
}

export async function listening(ports: number[]): Promise<number[]> {
  const answers = await Promise.all(
    ports.map(
      (port) =>
        new Promise<boolean>((resolve) => {
          const socket = connect(port, '127.0.0.1');
          socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
          socket.once('connect', () => socket.destroy());
        }),
    ),
  );
  return ports.filter((_, at) => answers[at]);
}
