import { programOf } from './programs';
import { ended } from './storewright';

/**
 * Ten times the time of the longest program on an idle machine. Less than jest's own limit, so that the test shows how far the program came and stops its services.
 */
const limitMs = 290_000;

/** Expects a program of `tools/bench`, in its short form, to end well and to find everything as it expects. Where it does not, all that it printed is shown. */
export async function expectVerdicts(
  program: '--attack' | '--drill' | '--faults',
  ...names: string[]
): Promise<void> {
  const environment = { ...process.env, PROGRAMS: process.env['PLATFORM_PROGRAMS'] };
  const words = [program, '--short', ...names];
  // It stops its services where it is interrupted.
  const started = Date.now();
  const { code, stdout, stderr } = await ended([process.execPath, programOf('tools/bench'), ...words], {
    environment,
    limitMs,
  });
  const printed = stderr + stdout;
  if (Date.now() - started >= limitMs)
    throw new Error(`${words.join(' ')} was stopped after ${limitMs / 1000} s. It printed:\n${printed}`);
  // Without the table, the assertion shows everything that the program printed.
  expect([code, printed]).toEqual([0, expect.stringContaining('| verdict |')]);
  expect(printed).not.toContain('NOT AS EXPECTED');
}
