/**
 * jest over the specs of any number of projects in one run: its two workers load Nest and TypeORM once, not for each project anew, and all specs share one
 * Postgres and its template database. Nx hands over all projects without a verdict in the cache, and keeps a verdict for each.
 */
const { spawn } = require('node:child_process');
const { mkdirSync, rmSync, writeFileSync } = require('node:fs');
const { resolve } = require('node:path');
const { root } = require('./programs.cjs');

const results = resolve(root, 'dist/test-results');
const reporter = resolve(__dirname, 'jest-count-reporter.cjs');

/**
 * Yields the verdict of each task. What its spec files have to say is shown while they run. The time of a task is that of its spec
 * files, as if they had run one after the other.
 */
async function* testAll({ tasks }, optionsOf, overrides, { projectGraph }) {
  const projects = Object.values(tasks).map(({ id, target }) => {
    const folder = projectGraph.nodes[target.project].data.root;
    return { task: id, folder, project: target.project, target: target.target, ...optionsOf[id] };
  });
  const { countsOf, fileOf } = await import('./results.mjs');
  for (const each of projects) rmSync(resolve(results, fileOf(each)), { force: true });
  const startTime = Date.now();
  await jestOver(projects, overrides.__overrides_unparsed__ ?? []);
  for (const each of projects) {
    const { passed, failed, unfinished, seconds } = countsOf(results, [each]);
    const isWhole = unfinished.length === 0;
    const success = failed === 0 && isWhole;
    const terminalOutput = `${passed} passed, ${failed} failed${isWhole ? '' : ', not run to the end'}\n`;
    yield {
      task: each.task,
      result: { success, terminalOutput, startTime, endTime: startTime + seconds * 1000 },
    };
  }
}

/** The configuration of one run for all of these projects. */
function configOf(projects) {
  const configs = projects.map(({ folder, skip }) => ({
    ...require(resolve(root, folder, 'jest.config.cjs')),
    ...(skip && { testPathIgnorePatterns: ['/node_modules/', skip] }),
  }));
  const [{ cacheDirectory, testSequencer, testTimeout }] = configs;
  const tasks = Object.fromEntries(
    projects.map(({ folder, project, target }) => [folder, { project, target }]),
  );
  return {
    rootDir: root,
    cacheDirectory,
    testSequencer,
    testTimeout,
    // What spec files leave behind in a process adds up; a new one costs a second or two.
    workerIdleMemoryLimit: '1500MB',
    reporters: ['default', [reporter, { tasks }]],
    projects: configs.map(
      ({ reporters: _, testSequencer: _order, testTimeout: _limit, ...config }) => config,
    ),
  };
}

async function jestOver(projects, words) {
  const config = resolve(root, `dist/jest-${process.pid}.config.json`);
  mkdirSync(resolve(root, 'dist'), { recursive: true });
  writeFileSync(config, JSON.stringify(configOf(projects)));
  try {
    const jest = resolve(root, 'node_modules/jest/bin/jest.js');
    const run = spawn(process.execPath, [jest, '-c', config, '--maxWorkers=3', ...words], {
      cwd: root,
      stdio: 'inherit',
    });
    await new Promise((done, fail) => run.once('error', fail).once('close', done));
  } finally {
    rmSync(config, { force: true });
  }
}

module.exports = { testAll };
