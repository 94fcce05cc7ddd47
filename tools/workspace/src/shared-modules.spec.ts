import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installed, outsideNx, root } from './repository';

interface Found {
  /** Load number of the source file that the spec file imports. */
  ownModule: number;
  decorated: number;
  listeners: number;
}

/** Source of spec files that run one after the other in one process. Each file reports what earlier files left. */
const spec = `
  import { writeFileSync } from 'node:fs';
  import { getMetadataStorage, IsString } from 'class-validator';
  import * as own from './own';

  class Input { @IsString() text: string; }

  it('finds nothing of the other spec file', () => {
    const seen = (IsString as any).seen ??= { packages: new Set(), own: [] };
    seen.packages.add(IsString);
    if (!seen.own.includes(own.loaded)) seen.own.push(own.loaded);
    const found = {
      packages: seen.packages.size,
      ownModule: seen.own.indexOf(own.loaded),
      environment: process.env.LEFT ?? 'none',
      global: typeof document,
      random: Math.random() < 1,
      timers: String(setTimeout).includes('native') || !('clock' in setTimeout),
      decorated: (getMetadataStorage() as any).validationMetadatas.size,
      input: Input.name,
      listeners: (globalThis as any)[Symbol.for('EVENT_HANDLERS')].length,
    };
    writeFileSync(__filename + '.json', JSON.stringify(found));
    process.env.LEFT = 'something';
    (globalThis as any).document = {};
    jest.spyOn(Math, 'random').mockReturnValue(2);
    jest.useFakeTimers();
  });
`;

it('jest loads modules once per process except in isolated spec files, and resets global state after each file', () => {
  mkdirSync(join(root, 'dist'), { recursive: true });
  const folder = mkdtempSync(join(root, 'dist/shared-modules-'));
  try {
    mkdirSync(join(folder, 'src'));
    writeFileSync(
      join(folder, 'jest.config.cjs'),
      `module.exports = require('${root}/jest.preset.cjs')(__dirname);`,
    );
    writeFileSync(join(folder, 'src/own.ts'), 'export const loaded = {};');
    for (const name of ['one', 'other']) writeFileSync(join(folder, `src/${name}.spec.ts`), spec);
    const isolated = `/** @isolated because it counts the metadata of decorators. */\n${spec}`;
    writeFileSync(join(folder, 'src/isolated.spec.ts'), isolated);
    const words = [installed('jest'), '-c', join(folder, 'jest.config.cjs'), '--runInBand'];
    const run = spawnSync(process.execPath, words, { cwd: root, env: outsideNx(), encoding: 'utf8' });
    expect([run.status, run.stderr]).toEqual([0, expect.stringContaining('3 passed')]);
    const reports = Object.fromEntries(
      ['one', 'other', 'isolated'].map((name) => [
        name,
        JSON.parse(readFileSync(join(folder, `src/${name}.spec.ts.json`), 'utf8')) as Found,
      ]),
    );
    const clean = { global: 'undefined', packages: 1, environment: 'none', random: true, timers: true };
    for (const report of Object.values(reports)) expect(report).toMatchObject(clean);
    const { one, other, isolated: alone } = reports as Record<'one' | 'other' | 'isolated', Found>;
    expect([one.ownModule, other.ownModule].filter((each) => each === alone.ownModule)).toEqual([]);
    expect(one.ownModule).toBe(other.ownModule);
    expect([[one.decorated, other.decorated].sort(), alone.decorated]).toEqual([[1, 2], 1]);
    expect(new Set(Object.values(reports).map(({ listeners }) => listeners)).size).toBe(1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
