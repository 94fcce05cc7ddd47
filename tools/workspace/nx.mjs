import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { nxEnvironment, root } from './built.mjs';

const notes = resolve(root, process.env.NX_CACHE_DIRECTORY ?? '.nx/cache', 'run.json');
const program = resolve(root, 'node_modules/nx/dist/bin/nx.js');

/** What a command of Nx prints, which is JSON. */
export function ask(words) {
  const { stdout, stderr, status } = nx(words, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`nx ${words.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return JSON.parse(stdout);
}

/**
 * Runs tasks and shows what they print. `tasks`: those that ended, as Nx notes them (`projectName`, `target`, `cacheStatus`, `startTime`, `endTime`); one
 * that was not run because another had failed is not among them.
 */
export function runTasks(words) {
  rmSync(notes, { force: true });
  const { status } = nx(['run-many', ...words], { stdio: 'inherit' });
  return { passed: status === 0, tasks: tasksOfLastRun() };
}

/** The tasks of the last run in this clone. */
export const tasksOfLastRun = () => (existsSync(notes) ? JSON.parse(readFileSync(notes, 'utf8')).tasks : []);

function nx(words, options) {
  return spawnSync(process.execPath, [program, ...words], {
    cwd: root,
    env: nxEnvironment(),
    ...options,
  });
}
