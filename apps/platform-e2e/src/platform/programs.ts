import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

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

/** Takes the platform's programs as the build has left them, in a copy, so that a build meanwhile changes nothing; named in PLATFORM_PROGRAMS. */
export function takePrograms(): void {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'storewright-e2e-'));
  process.env['PLATFORM_PROGRAMS'] = folder;
  process.once('exit', removePrograms);
  // A program finds the packages that are left outside of it in a node_modules above itself.
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const name of [...names, 'downloads']) {
    const built = join(root, 'dist', name);
    if (!existsSync(built))
      throw new Error(`${built} is not there: "npx nx e2e platform-e2e" builds what it needs.`);
    cpSync(built, join(folder, name), { recursive: true });
  }
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
