import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { programOf } from './platform/programs';

it('withstands connections that never read, half a body, floods, bodies of 100,000 members and guesses', async () => {
  const attack = spawn(process.execPath, [programOf('tools/bench'), '--attack', '--short'], {
    env: { ...process.env, PROGRAMS: process.env['PLATFORM_PROGRAMS'] },
  });
  let printed = '';
  attack.stdout.on('data', (chunk) => (printed += String(chunk)));
  attack.stderr.on('data', (chunk) => (printed += String(chunk)));
  const [code] = (await once(attack, 'close')) as [number | null];
  // The table is what tells.
  expect([code, printed]).toEqual([0, expect.stringContaining('| verdict |')]);
  expect(printed).not.toContain('NOT AS EXPECTED');
});
