/**
 * Runs the specs of a project several times without a cache. Prints failed tests with the number of failures
 * and the reasons. `--load 2` adds two busy loops per CPU core. Exits with 1 if any test failed.
 *
 * Usage: npm run flakes -- --times 20 <project>[:<target>] [jest arguments]
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { root } from './built.mjs';
import { failuresOf, tallied, verdict } from './flaky-tests.mjs';
import { ask, runTasks } from './nx.mjs';
import { runsSpecs } from './plan.mjs';

const { times, load, task, jestArguments } = argumentsOf(process.argv.slice(2));
const [project, wanted] = task.split(':');
const { root: projectFolder, targets } = ask(['show', 'project', project, '--json']);
const targetName = wanted ?? ('test' in targets ? 'test' : 'e2e');
const target = targets[targetName];
if (!target || !runsSpecs(targetName)) throw new Error(`${task} has no specs`);

const builds = (target.dependsOn ?? []).flatMap((each) => each.projects ?? []);
if (builds.length > 0 && !(await runTasks(['-t', 'build', `--projects=${builds.join(',')}`])).passed)
  process.exit(1);

const loops = Array.from({ length: load * availableParallelism() }, busyLoop);
const folder = mkdtempSync(join(tmpdir(), 'storewright-flakes-'));
const runs = [];
try {
  for (let run = 1; run <= times; run += 1) {
    runs.push(failuresOfRun(run));
    process.stdout.write(`run ${run} of ${times}: ${runs.at(-1).length} failed\n`);
  }
} finally {
  for (const loop of loops) loop.kill();
  rmSync(folder, { recursive: true });
}
process.stdout.write(`${verdict(tallied(runs), times).join('\n')}\n`);
process.exitCode = runs.flat().length > 0 ? 1 : 0;

function argumentsOf(words) {
  const found = { times: 10, load: 0 };
  while (/^--(?:times|load)$/.test(words[0])) {
    const [name, value] = words.splice(0, 2);
    if (!/^\d+$/.test(value)) throw new Error(`${name} ${value}: must be a number`);
    found[name.slice(2)] = Number(value);
  }
  const [task, ...jestArguments] = words;
  if (!task)
    throw new Error('usage: npm run flakes -- [--times 20] [--load 2] <project>[:<target>] [jest arguments]');
  return { ...found, task, jestArguments };
}

/** Starts a busy loop in a child process that exits together with this process, even after SIGKILL. */
function busyLoop() {
  return spawn(process.execPath, ['-e', `while (process.ppid === ${process.pid});`]);
}

/**
 * Returns the jest arguments in the command of an Nx target, or the arguments that test.cjs would use for the
 * project.
 */
function wordsOf({ command, skip }) {
  if (command) return command.split(' ').slice(1);
  const skipped = skip ? ['--testPathIgnorePatterns', skip] : [];
  return ['-c', `${projectFolder}/jest.config.cjs`, '--maxWorkers=2', ...skipped];
}

function failuresOfRun(run) {
  const file = join(folder, `${run}.json`);
  const own = wordsOf(target.options);
  const jest = resolve(root, 'node_modules/jest/bin/jest.js');
  const { stderr } = spawnSync(
    process.execPath,
    [jest, ...own, '--json', `--outputFile=${file}`, ...jestArguments],
    {
      ...{ cwd: root, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8', maxBuffer: 2 ** 28 },
      env: { FAST_CHECK_SEED: String(randomInt(2 ** 31)), ...process.env },
    },
  );
  return failuresOf(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined, { root, stderr });
}
