/**
 * `npm start`: builds what runs, then becomes `tools/start`, in this process, so that a signal to npm reaches it.
 * What the build says is shown only where it fails.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const program = resolve(root, 'dist/tools/start/main.js');
if (!existsSync(resolve(root, 'node_modules'))) fail('the packages are not installed: run "npm ci" first.');

process.stdout.write('building …\n');
const projects = 'shop-api,auth-api,hooks-worker,operator,admin,admin-server,start';
const build = spawnSync('nx', ['run-many', '-t', 'build', `--projects=${projects}`, '--outputStyle=static'], {
  cwd: root,
  encoding: 'utf8',
  env: {
    ...process.env,
    NX_DAEMON: 'false',
    PATH: `${resolve(root, 'node_modules/.bin')}:${process.env.PATH}`,
  },
});
if (build.error) fail(`the build could not run: ${build.error.message}`);
if (build.status !== 0) fail(`the build failed:\n${build.stdout}${build.stderr}`);
process.chdir(root);
await import(program);

function fail(reason) {
  process.stderr.write(`npm start: ${reason}\n`);
  process.exit(1);
}
