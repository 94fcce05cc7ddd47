import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { platformFolder } from './demo-platform';

it('what `npm run sdk:runtimes` tells on every runtime holds on this one, with the SDK as the platform serves it', async () => {
  const program = resolve(__dirname, '../sdk-runtimes/run.mjs');
  const cwd = platformFolder();
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, 'node'], { cwd }).catch(
    // What it printed says why; the error itself does not.
    (error: Record<'stdout' | 'stderr', string>) => error,
  );
  expect(`${stdout}${stderr}`).toBe(`node (${process.version}): 17 of 17\n`);
});
