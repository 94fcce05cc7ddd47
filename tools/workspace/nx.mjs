import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { nxEnvironment, root } from './built.mjs';

const kept = resolve(root, 'dist/tasks.json');
const program = resolve(root, 'node_modules/nx/dist/bin/nx.js');

export function ask(words) {
  const { stdout, stderr, status } = nx(words, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`nx ${words.join(' ')} exited with ${status}:\n${stdout}${stderr}`);
  return JSON.parse(stdout);
}

/**
 * Runs Nx tasks and shows their output. Resolves with the finished tasks: `projectName`, `target`,
 * `cacheStatus`, `startTime` and `endTime`. `parallel` is the number of concurrent tasks and defaults to the
 * value in the arguments or in nx.json.
 */
export async function runTasks(words, parallel) {
  const folder = mkdtempSync(join(tmpdir(), 'storewright-tasks-'));
  const TASKS_OF_RUN = join(folder, 'tasks.json');
  const env = { ...nxEnvironment(), TASKS_OF_RUN, ...(parallel && { NX_PARALLEL: String(parallel) }) };
  try {
    const run = spawn(process.execPath, [program, 'run-many', ...words], {
      ...{ cwd: root, env },
      // Uses pipes instead of the terminal, because two concurrent runs of Nx would both move the cursor of
      // the terminal.
      stdio: ['inherit', 'pipe', 'pipe'],
    });
    run.stdout.pipe(process.stdout, { end: false });
    run.stderr.pipe(process.stderr, { end: false });
    const [status] = await once(run, 'close');
    const tasks = existsSync(TASKS_OF_RUN) ? JSON.parse(readFileSync(TASKS_OF_RUN, 'utf8')) : [];
    return { passed: status === 0, tasks };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Saves the finished tasks of an `npm test` to a file, from which durations.mjs reads their durations. */
export function keepEnded(tasks) {
  mkdirSync(dirname(kept), { recursive: true });
  writeFileSync(kept, JSON.stringify(tasks));
}

export const tasksOfLastTest = () => (existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : []);

function nx(words, options) {
  return spawnSync(process.execPath, [program, ...words], {
    cwd: root,
    env: nxEnvironment(),
    ...options,
  });
}
