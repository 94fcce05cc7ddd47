import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const fixtures = resolve(__dirname, '../fixtures');
const compiler = resolve(__dirname, '../../../../node_modules/typescript7/bin/tsc');

/** Line numbers after a comment that starts with "Must not compile:". */
function wrongLines(): number[] {
  const lines = readFileSync(resolve(fixtures, 'wrong-names.ts'), 'utf8').split('\n');
  return lines.flatMap((line, at) => (line.trim().startsWith('// Must not compile:') ? [at + 2] : []));
}

it('code with an unknown attribute, filter, sort key, relationship or error code does not compile', () => {
  const words = [compiler, '-p', fixtures, '--noEmit', '--pretty', 'false'];
  const { stdout } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  const refused = [...stdout.matchAll(/^([^\s(]+)\((\d+),/gm)];
  expect(refused.map(([, file]) => file).filter((file) => !file!.endsWith('/wrong-names.ts'))).toEqual([]);
  expect([...new Set(refused.map(([, , line]) => Number(line)))]).toEqual(wrongLines());
});
