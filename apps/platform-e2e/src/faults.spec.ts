import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { programOf } from './platform/programs';

it('loses, doubles and leaves half done no write while its database refuses, swallows and resets, while services and Postgres are killed, and while a migration waits', async () => {
  const faults = spawn(process.execPath, [programOf('tools/bench'), '--faults', '--short'], {
    env: { ...process.env, PROGRAMS: process.env['PLATFORM_PROGRAMS'] },
  });
  let printed = '';
  faults.stdout.on('data', (chunk) => (printed += String(chunk)));
  faults.stderr.on('data', (chunk) => (printed += String(chunk)));
  const [code] = (await once(faults, 'close')) as [number | null];
  // The table is what tells.
  expect([code, printed]).toEqual([0, expect.stringContaining('| verdict |')]);
  expect(printed).not.toContain('NOT AS EXPECTED');
});
