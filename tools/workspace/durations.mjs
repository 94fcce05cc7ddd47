/**
 * Prints the ten slowest Nx tasks of the last `npm test -- --skip-nx-cache` in this clone. `--write` saves
 * the seconds of each project to seconds.json, by which plan.mjs balances shards. Omits projects with only
 * browser stories, because shards divide their spec files. Omits lint and type check, because they run once
 * for all projects.
 *
 * Usage: node tools/workspace/durations.mjs [--write]
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { tasksOfLastTest } from './nx.mjs';
import { allProjects, isDivided, runsSpecs } from './plan.mjs';

const tasks = tasksOfLastTest()
  .filter(({ cacheStatus }) => cacheStatus === 'cache-miss')
  .map(({ projectName, target, startTime, endTime }) => ({
    projectName,
    target,
    seconds: (new Date(endTime) - new Date(startTime)) / 1000,
  }))
  .sort((one, other) => other.seconds - one.seconds);
const isOfAll = ({ target }) => target === 'lint' || target === 'typecheck';
const rows = tasks.filter(
  (task) => !isOfAll(task) || task === tasks.find(({ target }) => target === task.target),
);
for (const task of rows.slice(0, 10)) {
  const name = isOfAll(task) ? task.target : `${task.projectName}:${task.target}`;
  process.stdout.write(`${task.seconds.toFixed(1).padStart(7)} s  ${name}\n`);
}

if (process.argv.includes('--write')) {
  const projects = allProjects();
  const secondsOf = (project) =>
    tasks
      .filter(({ projectName }) => projectName === project.name)
      .filter((task) => !isOfAll(task) && !(isDivided(project) && runsSpecs(task.target)))
      .reduce((sum, { seconds }) => sum + seconds, 0);
  const weights = projects.map((project) => [project.name, Math.round(secondsOf(project))]);
  const text = JSON.stringify(Object.fromEntries(weights.sort()), undefined, 2);
  writeFileSync(resolve(import.meta.dirname, 'seconds.json'), `${text}\n`);
}
