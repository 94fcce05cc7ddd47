import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a program to its end, in an environment that is given alone. `input`: what comes on its standard input. `limitMs`: it is interrupted after that. */
export async function ended(
  [program, ...words]: [string, ...string[]],
  {
    environment = {},
    input = '',
    cwd,
    limitMs,
  }: { environment?: NodeJS.ProcessEnv; input?: string; cwd?: string; limitMs?: number } = {},
): Promise<Ended> {
  const env = { PATH: process.env['PATH'], ...environment };
  const child = spawn(program, words, {
    env,
    stdio: 'pipe',
    ...(cwd !== undefined && { cwd }),
    ...(limitMs !== undefined && { timeout: limitMs, killSignal: 'SIGINT' }),
  });
  // Who ends without reading it is told by its code, not by this.
  child.stdin.on('error', () => {}).end(input);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code: code as number | null, stdout, stderr };
}
