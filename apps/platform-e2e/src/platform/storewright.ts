import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { WAIT_LIMIT_MS } from '@storewright/testing';

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
  /** True if the program was interrupted because it ran longer than `limitMs`. */
  isInterrupted?: true;
}

/**
 * Runs a program with the environment variables PATH and `environment` and with `input` as standard input,
 * until the program exits. Sends SIGINT after `limitMs` milliseconds.
 */
export async function ended(
  [program, ...words]: [string, ...string[]],
  {
    environment = {},
    input = '',
    cwd,
    limitMs = WAIT_LIMIT_MS,
  }: { environment?: NodeJS.ProcessEnv; input?: string; cwd?: string; limitMs?: number } = {},
): Promise<Ended> {
  const env = { PATH: process.env['PATH'], ...environment };
  const child = spawn(program, words, {
    env,
    stdio: 'pipe',
    ...(cwd !== undefined && { cwd }),
    ...{ timeout: limitMs, killSignal: 'SIGINT' as const },
  });
  // Ignores write errors, because a program can exit without reading its standard input.
  child.stdin.on('error', () => {}).end(input);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code: code as number | null, stdout, stderr, ...(child.killed && { isInterrupted: true }) };
}
