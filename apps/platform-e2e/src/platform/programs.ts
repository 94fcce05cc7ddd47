import { execFile } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(__dirname, '../../../..');
/** By their folder. */
const names = ['apps/auth-api', 'apps/shop-api', 'apps/hooks-worker', 'apps/operator', 'tools/cli'] as const;

/** The platform's programs as they are delivered, in a folder that nobody else builds into. */
export interface Programs {
  /** The file to run. */
  of(name: (typeof names)[number]): string;
  remove(): void;
}

export async function builtPrograms(): Promise<Programs> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'storewright-e2e-'));
  // A program finds the packages that are left outside of it in a node_modules above itself.
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const build = (name: string) =>
    promisify(execFile)(process.execPath, ['tools/workspace/build.mjs', name, join(folder, name)], {
      cwd: root,
    });
  await Promise.all(names.map(build));
  return {
    of: (name) => join(folder, name, 'main.js'),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
