import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { nxEnvironment, root } from './built.mjs';

const notes = resolve(root, process.env.NX_CACHE_DIRECTORY ?? '.nx/cache', 'run.json');
const kept = resolve(root, 'dist/tasks.json');
const program = resolve(root, 'node_modules/nx/dist/bin/nx.js');

/** Runs a command of Nx and parses the JSON that it prints. */
export function ask(words) {
  const { stdout, stderr, status } = nx(words, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`nx ${words.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return JSON.parse(stdout);
}

/**
 * Runs tasks and shows their output. Returns the tasks that ran to their end, as Nx records them:
 * `projectName`, `target`, `cacheStatus`, `startTime`, `endTime`. `parallel` is the number of tasks at a
 * time; by default the arguments or nx.json decide.
 */
export function runTasks(words, parallel) {
  rmSync(notes, { force: true });
  const env = { ...nxEnvironment(), ...(parallel && { NX_PARALLEL: String(parallel) }) };
  const { status } = nx(['run-many', ...words], { stdio: 'inherit', env });
  return { passed: status === 0, tasks: noted() };
}

/** Saves the tasks of all runs of an `npm test` for durations.mjs. */
export function keepEnded(tasks) {
  mkdirSync(dirname(kept), { recursive: true });
  writeFileSync(kept, JSON.stringify(tasks));
}

/** Tasks of the last `npm test` in this clone. */
export const tasksOfLastTest = () => (existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : []);

const noted = () => (existsSync(notes) ? JSON.parse(readFileSync(notes, 'utf8')).tasks : []);

function nx(words, options) {
  return spawnSync(process.execPath, [program, ...words], {
    cwd: root,
    env: nxEnvironment(),
    ...options,
  });
}
