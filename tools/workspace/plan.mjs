import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ask } from './nx.mjs';
import { storiesApart } from './order.mjs';
import { partOf } from './shard.mjs';

const withoutSpecs = ['lint', 'typecheck', 'build'];

/**
 * True if an Nx target runs specs and writes their test counts: `test`, `e2e`, `nightly`, or a variant such
 * as `test-orders`.
 */
export const runsSpecs = (target) => /^(?:test|e2e|nightly)(?:-|$)/.test(target);

const isNightly = (target) => target === 'nightly';

/**
 * True if shards divide the spec files of the project. Only projects that contain only browser stories are
 * divided, because they are slow.
 */
export const isDivided = ({ targets }) => targets.includes('e2e') && !targets.includes('test');

/**
 * Plans `npm test`. `tasks` lists the tasks by project and target, with `shard` if only some of the spec
 * files run. `runs` lists the runs of Nx, each with its arguments and optionally the number of concurrent
 * tasks. If `atOnce` is true, the runs are concurrent.
 */
export function planOf({ affected, nightly, shard }) {
  const projects = affected ? affectedProjects() : allProjects();
  if (nightly) return planned([{ tasks: nightlyTasksOf(projects), parallel: 1 }]);
  if (!shard) return { ...planned(storiesApart(tasksOf(projects))), atOnce: true };

  const names = partOf(projects.map(weighed), shard);
  const part = projects.filter(({ name }) => names.includes(name));
  const stories = tasksOf(projects.filter(isDivided)).filter(({ target }) => runsSpecs(target));
  // Plans a separate run for each set of targets, because Nx runs every given target for every given project.
  return planned([
    { tasks: tasksOf(part.filter((project) => !isDivided(project))) },
    { tasks: tasksOf(part.filter(isDivided)).filter(({ target }) => !runsSpecs(target)) },
    {
      tasks: stories.map((task) => ({ ...task, shard })),
      words: ['--', `--shard=${shard.index}/${shard.count}`, '--passWithNoTests'],
    },
  ]);
}

function planned(runs) {
  // Omits runs without tasks, because Nx runs all projects if the arguments name no project.
  const full = runs.filter(({ tasks }) => tasks.length > 0);
  return { tasks: full.flatMap(({ tasks }) => tasks), runs: full.map(runOf) };
}

function runOf({ tasks, words = [], parallel }) {
  const targets = new Set(tasks.map(({ target }) => target));
  const projects = new Set(tasks.map(({ project }) => project));
  return { words: ['-t', ...targets, `--projects=${[...projects].join(',')}`, ...words], parallel };
}

export function allProjects() {
  const { graph } = ask(['graph', '--print']);
  return Object.values(graph.nodes).map(({ name, data }) => ({
    name,
    folder: data.root,
    targets: Object.keys(data.targets),
  }));
}

/**
 * Returns the Nx projects that a change affects. `words` are arguments of Nx such as `--base=main`. By
 * default, NX_BASE and NX_HEAD define the change.
 */
export function affectedProjects(words = []) {
  const names = new Set(ask(['show', 'projects', '--affected', '--json', ...words]));
  return names.size === 0 ? [] : allProjects().filter(({ name }) => names.has(name));
}

export const tasksOf = (projects) =>
  projects.flatMap(({ name, targets }) =>
    targets
      .filter((target) => withoutSpecs.includes(target) || (runsSpecs(target) && !isNightly(target)))
      .map((target) => ({ project: name, target })),
  );

const nightlyTasksOf = (projects) =>
  projects
    .filter(({ targets }) => targets.some(isNightly))
    .map(({ name }) => ({ project: name, target: 'nightly' }));

const measured = resolve(import.meta.dirname, 'seconds.json');
const seconds = existsSync(measured) ? JSON.parse(readFileSync(measured, 'utf8')) : {};

/**
 * Returns a project's name and weight. The weight is the number of measured seconds, or 10 for an unmeasured
 * project.
 */
const weighed = ({ name }) => ({ name, weight: seconds[name] ?? 10 });
