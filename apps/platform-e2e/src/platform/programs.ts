import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../../../..');
const names = [
  'apps/admin-server',
  'apps/auth-api',
  'apps/shop-api',
  'apps/hooks-worker',
  'apps/mcp',
  'apps/operator',
  'tools/bench',
  'tools/cli',
] as const;

/**
 * Copies the built programs, so that a build during the specs does not change them. Sets PLATFORM_PROGRAMS to
 * the folder of the copy.
 */
export function takePrograms(): void {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'storewright-e2e-'));
  process.env['PLATFORM_PROGRAMS'] = folder;
  process.once('exit', removePrograms);
  // Links node_modules for the packages that are not bundled into a program.
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const name of [...names, 'downloads']) {
    const built = join(root, 'dist', name);
    if (!existsSync(built))
      throw new Error(`${built} does not exist. Run "npx nx e2e platform-e2e", which builds the program.`);
    cpSync(built, join(folder, name), { recursive: true });
  }
}

export function removePrograms(): void {
  rmSync(process.env['PLATFORM_PROGRAMS']!, { recursive: true, force: true });
}

export const downloads = (): string => join(process.env['PLATFORM_PROGRAMS']!, 'downloads');

export function programOf(name: (typeof names)[number]): string {
  return join(process.env['PLATFORM_PROGRAMS']!, name, 'main.js');
}
