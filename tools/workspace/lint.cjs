/**
 * Runs Oxlint and Oxfmt once for any number of projects, so that shared files are read only once. Nx passes
 * only projects without a cached result, and caches the result of each project.
 */
const { spawn } = require('node:child_process');
const { resolve } = require('node:path');
const { root } = require('./programs.cjs');

/** Yields the result of each lint task with its findings. Each task gets the duration of the whole run. */
async function* lintAll({ tasks }, optionsOf, _overrides, { projectGraph }) {
  const projects = Object.values(tasks).map(({ id, target }) => ({
    task: id,
    folder: projectGraph.nodes[target.project].data.root,
    alsoFormatted: optionsOf[id].alsoFormatted ?? [],
  }));
  const startTime = Date.now();
  const findings = (await Promise.all([lint(projects), format(projects)])).flat();
  const endTime = Date.now();
  const isIn = (line, { folder }) => line.startsWith(`${folder}/`);
  const beside = findings.filter((line) => !projects.some((project) => isIn(line, project)));
  for (const project of projects) {
    const own = findings.filter((line) => isIn(line, project));
    if (project.alsoFormatted.length > 0) own.push(...beside);
    const verdict = { success: own.length === 0, terminalOutput: `${own.join('\n')}\n` };
    yield { task: project.task, result: { ...verdict, startTime, endTime } };
  }
}

/**
 * Returns one line for each lint finding, such as `libs/core/scopes/src/index.ts:3:1: …`. A warning counts as
 * a finding.
 */
function lint(projects) {
  const words = ['-c', 'oxlint.config.mjs', '--format', 'unix', '--no-error-on-unmatched-pattern'];
  const isFinding = /^[^\s:]+:\d+:\d+: /;
  return linesOf('oxlint', [...words, ...projects.map(({ folder }) => folder)], isFinding);
}

/**
 * Returns one line for each unformatted file, such as `docs/ci.md: is not formatted`. Ignores unreadable
 * files, which the linter reports.
 */
async function format(projects) {
  const paths = projects.flatMap(({ folder, alsoFormatted }) => [folder, ...alsoFormatted]);
  const words = ['--list-different', '--no-error-on-unmatched-pattern', ...paths];
  const files = await linesOf('oxfmt', words, /^\S+$/);
  return files.map((file) => `${file}: is not formatted`);
}

/** Runs a program and returns the findings in its output. Throws if the program fails without findings. */
async function linesOf(name, words, isFinding) {
  const run = spawn(process.execPath, [resolve(root, `node_modules/${name}/bin/${name}`), ...words], {
    cwd: root,
  });
  let said = '';
  let errors = '';
  run.stdout.on('data', (chunk) => (said += chunk));
  run.stderr.on('data', (chunk) => (errors += chunk));
  const status = await new Promise((done, fail) => run.once('error', fail).once('close', done));
  const findings = said.split('\n').filter((line) => isFinding.test(line));
  if (status > 1 || (status !== 0 && findings.length === 0))
    throw new Error(`${name} exited with ${status}: ${said}${errors}`);
  return findings;
}

module.exports = { lintAll };
