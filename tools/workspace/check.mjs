/**
 * `npm test` lints, type-checks, tests and builds every project, and prints the numbers of tasks and of
 * passed tests. `--shard 2/4` runs the second of four shards, whose results add-shards.mjs adds up.
 * `--affected` runs only the projects that changed since NX_BASE and the projects that depend on them. `npm
 * run test:nightly` runs the specs named *.nightly.spec.ts, one project at a time (docs/ci.md). Further
 * arguments are for Nx. CI=true disables the cache. Exits with 0 only if everything passed and every spec
 * file ran completely.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { argumentsOf } from './arguments.mjs';
import { root } from './built.mjs';
import { keepEnded, runTasks } from './nx.mjs';
import { planOf, runsSpecs } from './plan.mjs';
import { countsOf, lastLines, tasksOfRuns } from './results.mjs';
import { scratchInMemory } from './scratch.mjs';

const { affected, nightly, shard, nxArguments } = argumentsOf(process.argv.slice(2));
if (process.env.CI && process.env.CI !== 'false') nxArguments.push('--skip-nx-cache');

const scratch = scratchInMemory();
if (scratch) process.env.TMPDIR = scratch;

const results = resolve(root, 'dist/test-results');
rmSync(results, { recursive: true, force: true });

const { tasks, runs, atOnce } = planOf({ affected, nightly, shard });
const start = ({ words, parallel }) => runTasks([...nxArguments, ...words], parallel);
const done = atOnce ? await Promise.all(runs.map(start)) : [];
if (!atOnce) for (const run of runs) done.push(await start(run));
const counts = countsOf(
  results,
  tasks.filter(({ target }) => runsSpecs(target)),
);
const ended = done.flatMap((run) => run.tasks);
keepEnded(ended);
const report = { ...tasksOfRuns(tasks, ended), ...counts };
const { failed, notRun, unfinished } = report;
report.green = done.every(({ passed }) => passed) && failed + notRun + unfinished.length === 0;

if (scratch) rmSync(scratch, { recursive: true, force: true });
if (shard) {
  const folder = resolve(root, 'dist/shards');
  mkdirSync(folder, { recursive: true });
  writeFileSync(resolve(folder, `${shard.index}-of-${shard.count}.json`), JSON.stringify(report));
}
process.stdout.write(`${lastLines(report).join('\n')}\n`);
process.exitCode = report.green ? 0 : 1;
