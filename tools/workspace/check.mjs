/**
 * `npm test`: lint, type check, tests and build of every project, then the number of tests.
 * Arguments go to Nx (`npm test -- --skip-nx-cache`). Exit code 0 only if everything passed and every project's
 * tests are counted.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const results = resolve(root, 'dist/test-results');
rmSync(results, { recursive: true, force: true });

const targets = ['lint', 'typecheck', 'test', 'build'];
const nx = spawnSync('nx', ['run-many', '-t', ...targets, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, NX_DAEMON: 'false', PATH: `${root}/node_modules/.bin:${process.env.PATH}` },
});

const layers = readdirSync(resolve(root, 'libs')).map((layer) => `libs/${layer}`);
const tested = ['apps', ...layers, 'tools'].flatMap((kind) =>
  readdirSync(resolve(root, kind)).filter((name) => existsSync(resolve(root, kind, name, 'jest.config.cjs'))),
);
const total = { passed: 0, failed: 0, skipped: 0 };
let uncounted = 0;
for (const project of tested) {
  const counts = countsOf(project);
  for (const kind of Object.keys(total)) total[kind] += counts?.[kind] ?? 0;
  if (counts && !counts.interrupted) continue;
  process.stdout.write(`${project}: its tests did not run to their end\n`);
  uncounted += 1;
}
if (total.skipped) process.stdout.write(`${total.skipped} skipped\n`);
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = nx.status === 0 && total.failed + uncounted === 0 ? 0 : 1;

function countsOf(project) {
  const file = resolve(results, `${project}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
