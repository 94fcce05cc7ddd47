import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { root } from './built.mjs';
import { ask } from './nx.mjs';
import { partOf } from './shard.mjs';

const withoutSpecs = ['lint', 'typecheck', 'build'];

/** A target that runs specs and leaves their number: `test`, `e2e`, and their like (`test-orders`). */
export const runsSpecs = (target) => /^(?:test|e2e)(?:-|$)/.test(target);

/** Stories over a whole platform are slow and all in few projects: each part runs its share of their files, as jest divides them. */
const isDivided = (target) => /^e2e(?:-|$)/.test(target);

/** What `npm test` is to run: `tasks` by project and target (`shard`: only this share of its spec files), and `runs`, the words for Nx. */
export function planOf({ affected, shard }) {
  const projects = affected ? affectedProjects() : allProjects();
  const tasks = tasksOf(projects);
  if (!shard) return { tasks, runs: [wordsFor(tasks)].filter(Boolean) };

  const names = partOf(projects.map(weighed), shard);
  const own = tasks.filter(({ project, target }) => names.includes(project) && !isDivided(target));
  const divided = tasks.filter(({ target }) => isDivided(target)).map((task) => ({ ...task, shard }));
  const share = ['--', `--shard=${shard.index}/${shard.count}`, '--passWithNoTests'];
  return { tasks: [...own, ...divided], runs: [wordsFor(own), wordsFor(divided, share)].filter(Boolean) };
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
  return allProjects().filter(({ name }) => names.has(name));
}

export const tasksOf = (projects) =>
  projects.flatMap(({ name, targets }) =>
    targets
      .filter((target) => withoutSpecs.includes(target) || runsSpecs(target))
      .map((target) => ({ project: name, target })),
  );

/** Undefined where there is no task: without a project Nx would run all of them. */
function wordsFor(tasks, more = []) {
  if (tasks.length === 0) return undefined;
  const targets = new Set(tasks.map(({ target }) => target));
  const projects = new Set(tasks.map(({ project }) => project));
  return ['-t', ...targets, `--projects=${[...projects].join(',')}`, ...more];
}

/** A project weighs what its spec files are, and something for its start. */
function weighed({ name, folder, targets }) {
  const specs = readdirSync(resolve(root, folder), { recursive: true }).filter((file) =>
    /\.spec\.tsx?$/.test(file),
  );
  return { name, weight: targets.some(isDivided) ? 1 : 1 + specs.length };
}
