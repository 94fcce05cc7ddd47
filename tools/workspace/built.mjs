import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

/** The environment of Nx: no daemon, and its own plugins in its process, for as processes of their own they take half of what a start costs. */
export const nxEnvironment = () => ({
  ...process.env,
  NX_DAEMON: 'false',
  NX_ISOLATE_PLUGINS: 'false',
  PATH: `${resolve(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
});

/**
 * Builds the projects (names with commas between) and says why where that fails: undefined where everything is built. Otherwise nothing of what the
 * build says is shown.
 */
export function whyNotBuilt(projects) {
  const nx = resolve(root, 'node_modules/nx/dist/bin/nx.js');
  if (!existsSync(nx)) return 'the packages are not installed: run "npm ci" first.';
  const words = ['run-many', '-t', 'build', `--projects=${projects}`, '--outputStyle=static'];
  const build = spawnSync(process.execPath, [nx, ...words], {
    cwd: root,
    encoding: 'utf8',
    env: nxEnvironment(),
  });
  if (build.error) return `the build could not run: ${build.error.message}`;
  return build.status === 0 ? undefined : `the build failed:\n${build.stdout}${build.stderr}`;
}
