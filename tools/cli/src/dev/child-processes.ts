import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const isWindows = process.platform === 'win32';
const running = new Set<ChildProcess>();
let isEndedAtExit = false;

export interface ChildOptions {
  folder: string;
  environment: NodeJS.ProcessEnv;
  onLine(line: string): void;
}

/**
 * Starts npm with the given arguments in its own process group. The process group ends when this process
 * exits, even after a failure.
 */
export function startNpm(words: string[], { folder, environment, onLine }: ChildOptions): ChildProcess {
  if (!isEndedAtExit) process.once('exit', endChildren);
  isEndedAtExit = true;
  const child = spawn('npm', words, {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: !isWindows,
    shell: isWindows,
  });
  running.add(child);
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', onLine);
  child.on('error', () => undefined);
  child.on('close', () => running.delete(child));
  return child;
}

/** Runs npm until it exits. Returns its exit code, or undefined if npm cannot be started. */
export async function runNpm(words: string[], options: ChildOptions): Promise<number | undefined> {
  const child = startNpm(words, options);
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    return code ?? 1;
  } catch {
    running.delete(child);
    return undefined;
  }
}

/** Kills all process groups of child processes. Synchronous, because an exit handler calls this function. */
export function endChildren(): void {
  for (const { pid } of running) {
    if (pid === undefined) continue;
    if (isWindows) spawnSync('taskkill', ['/pid', String(pid), '/T', '/F']);
    else
      try {
        process.kill(-pid, 'SIGTERM');
      } catch {
        // The group has ended already.
      }
  }
}
