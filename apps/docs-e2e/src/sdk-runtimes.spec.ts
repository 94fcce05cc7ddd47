import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { platformFolder } from './demo-platform';

it('npm run sdk:runtimes passes on Node.js with the SDK that the platform serves', async () => {
  const program = resolve(__dirname, '../sdk-runtimes/run.mjs');
  const cwd = platformFolder();
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, 'node'], { cwd }).catch(
    // Ignores the exit code, because the output contains the reason.
    (error: Record<'stdout' | 'stderr', string>) => error,
  );
  expect(`${stdout}${stderr}`).toBe(`node (${process.version}): 17 of 17\n`);
});
