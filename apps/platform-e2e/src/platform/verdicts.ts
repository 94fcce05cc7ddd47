import { programOf } from './programs';
import { ended } from './storewright';

/** Ten times what the longest takes alone, and less than jest's own limit, which would tell nothing of how far it came and leave its services running. */
const limitMs = 290_000;

/** Expects a program of `tools/bench`, in its short form, to end well and to find everything as it expects. Where it does not, all that it printed is shown. */
export async function expectVerdicts(program: '--attack' | '--drill' | '--faults'): Promise<void> {
  const environment = { ...process.env, PROGRAMS: process.env['PLATFORM_PROGRAMS'] };
  const words = [program, '--short'];
  // It stops its services where it is interrupted.
  const { code, stdout, stderr } = await ended([process.execPath, programOf('tools/bench'), ...words], {
    environment,
    limitMs,
  });
  const printed = stderr + stdout;
  // The table is what tells.
  expect([code, printed]).toEqual([0, expect.stringContaining('| verdict |')]);
  expect(printed).not.toContain('NOT AS EXPECTED');
}
