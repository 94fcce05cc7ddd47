/**
 * `node tools/workspace/affected.mjs`: how many projects and tasks a change of one line concerns, as a table for docs/ci.md. With files as arguments: of these.
 */
import { format } from 'oxfmt';
import { affectedProjects, allProjects, tasksOf } from './plan.mjs';

const examples = [
  'libs/shop/sales/src/index.ts',
  'libs/shop/meta/src/index.ts',
  'libs/auth/installs/src/index.ts',
  'apps/admin/src/main.tsx',
  'docs/shop-api.md',
  'package-lock.json',
];
const files = process.argv.length > 2 ? process.argv.slice(2) : examples;
const targets = ['lint', 'typecheck', 'test', 'e2e', 'build'];

const row = (name, projects) => {
  const tasks = tasksOf(projects);
  const counts = targets.map((target) => tasks.filter((task) => task.target === target).length);
  return `| ${[name, projects.length, ...counts, tasks.length].join(' | ')} |`;
};
const lines = [
  `| A line in | projects | ${targets.join(' | ')} | tasks |`,
  `| --- |${' --: |'.repeat(targets.length + 2)}`,
  ...files.map((file) => row(`\`${file}\``, affectedProjects([`--files=${file}`]))),
  row('all there is', allProjects()),
];
process.stdout.write((await format('affected.md', lines.join('\n'))).code);
