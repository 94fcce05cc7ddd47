import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { programOf } from './platform/programs';

it('is restored from a base backup and the archive of the log to a moment between writes: none is lost, doubled or half done, tokens, secrets and webhooks are as before, and a missing key is said', async () => {
  const drill = spawn(process.execPath, [programOf('tools/bench'), '--drill', '--short'], {
    env: { ...process.env, PROGRAMS: process.env['PLATFORM_PROGRAMS'] },
  });
  let printed = '';
  drill.stdout.on('data', (chunk) => (printed += String(chunk)));
  drill.stderr.on('data', (chunk) => (printed += String(chunk)));
  const [code] = (await once(drill, 'close')) as [number | null];
  // The table is what tells.
  expect([code, printed]).toEqual([0, expect.stringContaining('| verdict |')]);
  expect(printed).not.toContain('NOT AS EXPECTED');
});
