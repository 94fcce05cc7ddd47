import { programOf } from './programs';
import { ended } from './storewright';

/**
 * Time limit of a program in milliseconds: ten times the duration of the longest program on an idle machine,
 * and less than jest's timeout.
 */
const LIMIT_MS = 290_000;

/**
 * Runs a program of `tools/bench` in its short form. Fails unless the program exits with 0 and every verdict
 * in its table is "ok". The error message starts with the reason, because jest's summary shows only the first
 * lines.
 */
export async function expectVerdicts(
  program: '--attack' | '--drill' | '--faults',
  ...names: string[]
): Promise<void> {
  const words = [program, '--short', ...names];
  const { code, stdout, stderr, isInterrupted } = await ended(
    [process.execPath, programOf('tools/bench'), ...words],
    // The program receives SIGINT at the time limit, so that it stops its services before it exits.
    { environment: { ...process.env, PROGRAMS: process.env['PLATFORM_PROGRAMS'] }, limitMs: LIMIT_MS },
  );
  const reason = isInterrupted
    ? `was stopped after ${LIMIT_MS / 1000} s, during: ${stderr.trimEnd().split('\n').at(-1)}`
    : reasonOf(code, stdout, stderr);
  if (reason !== undefined) throw new Error(`${words.join(' ')} ${reason}\n${stderr}${stdout}`);
}

function reasonOf(code: number | null, stdout: string, stderr: string): string | undefined {
  const failed = stdout.split('\n').filter((line) => line.includes('NOT AS EXPECTED'));
  if (failed.length > 0) return `found:\n${failed.map((line) => line.replace(/ +/g, ' ')).join('\n')}`;
  if (code === 0 && stdout.includes('| verdict |')) return undefined;
  const error = stderr.split('\n').findLast((line) => /^\w*Error\b/.test(line));
  return `exited with ${code}: ${error ?? 'it printed no error'}`;
}
