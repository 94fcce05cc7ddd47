/**
 * `node tools/workspace/durations.mjs [--write]`: the ten slowest tasks of the last `npm test -- --skip-nx-cache` in this clone. `--write` keeps the seconds of
 * each project in seconds.json, by which the parts of a run are dealt. Stories that are a project of their own are not in it: their files are divided; nor is
 * lint, which is one program for all projects of a part.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { tasksOfLastRun } from './nx.mjs';
import { allProjects, isDivided, runsSpecs } from './plan.mjs';

const tasks = tasksOfLastRun()
  .filter(({ cacheStatus }) => cacheStatus === 'cache-miss')
  .map(({ projectName, target, startTime, endTime }) => ({
    projectName,
    target,
    seconds: (new Date(endTime) - new Date(startTime)) / 1000,
  }))
  .sort((one, other) => other.seconds - one.seconds);
for (const { projectName, target, seconds } of tasks.slice(0, 10))
  process.stdout.write(`${seconds.toFixed(1).padStart(7)} s  ${projectName}:${target}\n`);

if (process.argv.includes('--write')) {
  const projects = allProjects();
  const secondsOf = (project) =>
    tasks
      .filter(({ projectName }) => projectName === project.name)
      .filter(({ target }) => target !== 'lint' && !(isDivided(project) && runsSpecs(target)))
      .reduce((sum, { seconds }) => sum + seconds, 0);
  const rows = projects.map((project) => [project.name, Math.round(secondsOf(project))]);
  const text = JSON.stringify(Object.fromEntries(rows.sort()), undefined, 2);
  writeFileSync(resolve(import.meta.dirname, 'seconds.json'), `${text}\n`);
}
