import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const fixtures = resolve(__dirname, '../fixtures');
const compiler = resolve(__dirname, '../../../../node_modules/typescript7/bin/tsc');

/** Returns the lines of the fixture that follow a comment "wrong". */
function wrongLines(): number[] {
  const lines = readFileSync(resolve(fixtures, 'wrong-names.ts'), 'utf8').split('\n');
  return lines.flatMap((line, at) => (line.trim().startsWith('// wrong:') ? [at + 2] : []));
}

it('the compiler rejects exactly the lines of the fixture that name a missing column', () => {
  const { stdout } = spawnSync(
    process.execPath,
    [compiler, '-p', fixtures, '--noEmit', '--pretty', 'false'],
    {
      encoding: 'utf8',
    },
  );
  const refused = [...stdout.matchAll(/wrong-names\.ts\((\d+),/g)].map(([, line]) => Number(line));
  expect(wrongLines().length).toBeGreaterThan(5);
  expect(refused).toEqual(wrongLines());
});
