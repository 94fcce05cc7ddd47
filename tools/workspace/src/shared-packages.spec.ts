import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installed, outsideNx, root } from './repository';

interface Found {
  files: number;
  listeners: number;
}

/**
 * Source of two spec files that run one after the other in one process. Each file checks that it finds no
 * traces of the other, and leaves the same traces.
 */
const spec = `
  import { writeFileSync } from 'node:fs';
  import { getMetadataStorage, IsString } from 'class-validator';
  import * as own from './own';

  class Input { @IsString() text: string; }

  it('finds nothing of the other spec file', () => {
    const seen = (IsString as any).seen ??= { files: 0, packages: new Set(), own: new Set() };
    seen.files += 1;
    seen.packages.add(IsString);
    seen.own.add(own.loaded);
    const found = {
      files: seen.files,
      packages: seen.packages.size,
      own: seen.own.size,
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

it('jest loads packages once per process and source files once per spec file, and restores other state', () => {
  mkdirSync(join(root, 'dist'), { recursive: true });
  const folder = mkdtempSync(join(root, 'dist/shared-packages-'));
  try {
    mkdirSync(join(folder, 'src'));
    writeFileSync(
      join(folder, 'jest.config.cjs'),
      `module.exports = require('${root}/jest.preset.cjs')(__dirname);`,
    );
    writeFileSync(join(folder, 'src/own.ts'), 'export const loaded = {};');
    for (const name of ['one', 'other']) writeFileSync(join(folder, `src/${name}.spec.ts`), spec);
    const words = [installed('jest'), '-c', join(folder, 'jest.config.cjs'), '--runInBand'];
    const run = spawnSync(process.execPath, words, { cwd: root, env: outsideNx(), encoding: 'utf8' });
    expect([run.status, run.stderr]).toEqual([0, expect.stringContaining('2 passed')]);
    const found = readdirSync(join(folder, 'src'))
      .filter((file) => file.endsWith('.json'))
      .map((file) => JSON.parse(readFileSync(join(folder, 'src', file), 'utf8')) as Found);
    const clean = {
      global: 'undefined',
      packages: 1,
      environment: 'none',
      random: true,
      timers: true,
      decorated: 1,
    };
    const [one, other] = found.sort((first, second) => first.files - second.files);
    expect(one).toMatchObject({ ...clean, files: 1, own: 1 });
    expect(other).toMatchObject({ ...clean, files: 2, own: 2, listeners: one!.listeners });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
