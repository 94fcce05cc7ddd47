import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { programOf } from './programs';

/** Ten times what the longest takes alone, and less than jest's own limit, which would tell nothing of how far it came and leave its services running. */
const LIMIT_MS = 290_000;

/** Expects a program of `tools/bench`, in its short form, to end well and to find everything as it expects. Where it does not, all that it printed is shown. */
export async function expectVerdicts(program: '--attack' | '--drill' | '--faults'): Promise<void> {
  const child = spawn(process.execPath, [programOf('tools/bench'), program, '--short'], {
    env: { ...process.env, PROGRAMS: process.env['PLATFORM_PROGRAMS'] },
    timeout: LIMIT_MS,
    // It stops its services at that.
    killSignal: 'SIGINT',
  });
  let printed = '';
  child.stdout.on('data', (chunk) => (printed += String(chunk)));
  child.stderr.on('data', (chunk) => (printed += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  // The table is what tells.
  expect([code, printed]).toEqual([0, expect.stringContaining('| verdict |')]);
  expect(printed).not.toContain('NOT AS EXPECTED');
}
