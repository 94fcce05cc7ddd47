import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ask } from './nx.mjs';
import { storiesFirst } from './order.mjs';
import { partOf } from './shard.mjs';

const withoutSpecs = ['lint', 'typecheck', 'build'];

/** Whether a target runs specs and writes their counts: `test`, `e2e`, `nightly`, and variants such as `test-orders`. */
export const runsSpecs = (target) => /^(?:test|e2e|nightly)(?:-|$)/.test(target);

/** Whether `npm run test:nightly` runs a target. `npm test` runs the others. */
const isNightly = (target) => target === 'nightly';

/** A project of stories alone is slow: each part runs its share of the files, as jest divides them. */
export const isDivided = ({ targets }) => targets.includes('e2e') && !targets.includes('test');

/**
 * What `npm test` is to run: `tasks` by project and target (`shard`: only this share of its spec files), and `runs`, one after the other: the words for Nx, and
 * how many tasks at a time where that is not what nx.json says.
 */
export function planOf({ affected, nightly, shard }) {
  const projects = affected ? affectedProjects() : allProjects();
  if (nightly) return planned([{ tasks: nightlyTasksOf(projects), parallel: 1 }]);
  if (!shard) return planned(storiesFirst(tasksOf(projects)));

  const names = partOf(projects.map(weighed), shard);
  const part = projects.filter(({ name }) => names.includes(name));
  const stories = tasksOf(projects.filter(isDivided)).filter(({ target }) => runsSpecs(target));
  // Nx runs every target of every project that it is told, so that each of these is a run of its own.
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
  // Without a project Nx would run all of them.
  const full = runs.filter(({ tasks }) => tasks.length > 0);
  return { tasks: full.flatMap(({ tasks }) => tasks), runs: full.map(runOf) };
}

function runOf({ tasks, words = [], parallel }) {
  const targets = new Set(tasks.map(({ target }) => target));
  const projects = new Set(tasks.map(({ project }) => project));
  return { words: ['-t', ...targets, `--projects=${[...projects].join(',')}`, ...words], parallel };
}

/** Every project: its name, its folder and the names of its targets. */
export function allProjects() {
  const { graph } = ask(['graph', '--print']);
  return Object.values(graph.nodes).map(({ name, data }) => ({
    name,
    folder: data.root,
    targets: Object.keys(data.targets),
  }));
}

/** `words`: since when, for Nx (`--base=main`); without them NX_BASE and NX_HEAD say so. */
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

/** The seconds of each project, as durations.mjs has measured them. */
const measured = resolve(import.meta.dirname, 'seconds.json');
const seconds = existsSync(measured) ? JSON.parse(readFileSync(measured, 'utf8')) : {};

/** What is not measured yet weighs what most do. */
const weighed = ({ name }) => ({ name, weight: seconds[name] ?? 10 });
