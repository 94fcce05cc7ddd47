import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { dirname, resolve } from 'node:path';
import { nxEnvironment, root } from './built.mjs';

const cache = resolve(root, process.env.NX_CACHE_DIRECTORY ?? '.nx/cache');
const kept = resolve(root, 'dist/tasks.json');
const program = resolve(root, 'node_modules/nx/dist/bin/nx.js');

/** What a command of Nx prints, which is JSON. */
export function ask(words) {
  const { stdout, stderr, status } = nx(words, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`nx ${words.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return JSON.parse(stdout);
}

/**
 * Runs tasks and shows what they print. `tasks`: those that ended, as Nx notes them (`projectName`, `target`, `cacheStatus`, `startTime`, `endTime`); one
 * that was not run because another had failed is not among them. `parallel`: how many at a time, unless the words say so; without both nx.json does.
 */
export const runTasks = (words, parallel) => nxRun(words, { parallel, folder: cache, stdio: 'inherit' });

/**
 * The same beside the run of other tasks and behind it: with what that leaves of the processors, and what it prints is shown when `shown` is called. Its cache is
 * a folder of its own, for Nx keeps the notes of one run in each.
 */
export function runTasksBehind(words, parallel) {
  const said = [];
  let show = (chunk) => said.push(chunk);
  const run = nxRun(
    words,
    { parallel, folder: `${cache}-behind`, stdio: ['ignore', 'pipe', 'pipe'] },
    (child) => {
      setPriority(child.pid, 10);
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => show(chunk));
    },
  );
  return {
    shown() {
      show = (chunk) => process.stdout.write(chunk);
      for (const chunk of said.splice(0)) show(chunk);
      return run;
    },
  };
}

async function nxRun(words, { parallel, folder, stdio }, spawned = () => {}) {
  const notes = resolve(folder, 'run.json');
  rmSync(notes, { force: true });
  const env = {
    ...nxEnvironment(),
    NX_CACHE_DIRECTORY: folder,
    ...(parallel && { NX_PARALLEL: String(parallel) }),
  };
  const child = spawn(process.execPath, [program, 'run-many', ...words], { cwd: root, env, stdio });
  child.once('spawn', () => spawned(child));
  const [status] = await once(child, 'close');
  return {
    passed: status === 0,
    tasks: existsSync(notes) ? JSON.parse(readFileSync(notes, 'utf8')).tasks : [],
  };
}

/** For durations.mjs: the tasks of all runs of an `npm test`. */
export function keepEnded(tasks) {
  mkdirSync(dirname(kept), { recursive: true });
  writeFileSync(kept, JSON.stringify(tasks));
}

/** The tasks of the last `npm test` in this clone. */
export const tasksOfLastTest = () => (existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : []);

function nx(words, options) {
  return spawnSync(process.execPath, [program, ...words], {
    cwd: root,
    env: nxEnvironment(),
    ...options,
  });
}
