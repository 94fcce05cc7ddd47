/**
 * Runs jest once for the specs of any number of projects. Its workers load Nest and TypeORM once, and all
 * specs share one Postgres server with a template database. Nx passes the projects without a cached result,
 * and caches a result for each project.
 */
const { spawn } = require('node:child_process');
const { mkdirSync, rmSync, writeFileSync } = require('node:fs');
const { resolve } = require('node:path');
const { root } = require('./programs.cjs');

const results = resolve(root, 'dist/test-results');
const reporter = resolve(__dirname, 'jest-count-reporter.cjs');

/**
 * Yields the result of each Nx task and shows the output of spec files while they run. The duration of a task
 * is the sum over its spec files.
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
    // Restarts a jest worker that uses more memory, because spec files leave memory allocated. Starting a
    // worker takes a second or two.
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
