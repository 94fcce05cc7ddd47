import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setPriority } from 'node:os';
import { delimiter, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

/**
 * Returns the environment variables for Nx. Disables the Nx daemon and isolated plugins, which halves the
 * start time of Nx.
 */
export const nxEnvironment = () => ({
  ...process.env,
  NX_DAEMON: 'false',
  NX_ISOLATE_PLUGINS: 'false',
  PATH: `${resolve(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
});

const nx = resolve(root, 'node_modules/nx/dist/bin/nx.js');
const wordsOf = (projects) => ['run-many', '-t', 'build', `--projects=${projects}`, '--outputStyle=static'];

/**
 * Builds the projects in a comma-separated list. Returns undefined if the build succeeds, otherwise the
 * reason for the failure and the output.
 */
export function whyNotBuilt(projects) {
  if (!existsSync(nx)) return 'the packages are not installed: run "npm ci" first.';
  const build = spawnSync(process.execPath, [nx, ...wordsOf(projects)], {
    cwd: root,
    encoding: 'utf8',
    env: nxEnvironment(),
  });
  if (build.error) return `the build could not run: ${build.error.message}`;
  return build.status === 0 ? undefined : `the build failed:\n${build.stdout}${build.stderr}`;
}

/**
 * Builds the projects in the background at low priority. The build stops when this process exits. Calls
 * `failed` with the output if the build fails.
 */
export function buildBeside(projects, failed) {
  const options = { cwd: root, env: nxEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] };
  const build = spawn(process.execPath, [nx, ...wordsOf(projects)], options);
  let said = '';
  for (const stream of [build.stdout, build.stderr]) stream.on('data', (text) => (said += text));
  build.once('spawn', () => setPriority(build.pid, 19));
  build.once('close', (code) => code && failed(said));
  process.once('exit', () => build.kill());
}
