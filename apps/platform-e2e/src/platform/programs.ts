import { execFile } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(__dirname, '../../../..');
/** By their folder. */
const names = [
  'apps/admin-server',
  'apps/auth-api',
  'apps/shop-api',
  'apps/hooks-worker',
  'apps/operator',
  'tools/bench',
  'tools/cli',
] as const;

/** Builds the platform's programs as they are delivered, once for all stories, into a folder that nobody else builds into; named in PLATFORM_PROGRAMS. */
export async function buildPrograms(): Promise<void> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'storewright-e2e-'));
  process.env['PLATFORM_PROGRAMS'] = folder;
  process.once('exit', removePrograms);
  // A program finds the packages that are left outside of it in a node_modules above itself.
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const build = (program: string, name: string, ...more: string[]) =>
    promisify(execFile)(
      process.execPath,
      [`tools/workspace/${program}.mjs`, name, join(folder, name), ...more],
      {
        cwd: root,
      },
    );
  const downloads = join(folder, 'downloads');
  await Promise.all([
    ...names.map((name) =>
      name === 'tools/cli' ? build('build-package', name, downloads) : build('build', name),
    ),
    build('build-package', 'libs/client/sdk', downloads),
  ]);
}

export function removePrograms(): void {
  rmSync(process.env['PLATFORM_PROGRAMS']!, { recursive: true, force: true });
}

/** The packages that the auth API serves. */
export const downloads = (): string => join(process.env['PLATFORM_PROGRAMS']!, 'downloads');

/** The file to run. */
export function programOf(name: (typeof names)[number]): string {
  return join(process.env['PLATFORM_PROGRAMS']!, name, 'main.js');
}
