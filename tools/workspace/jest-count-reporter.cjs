const { mkdirSync, writeFileSync } = require('node:fs');
const { join, relative, resolve } = require('node:path');
const { formatTestResults } = require('@jest/test-result');

const root = resolve(__dirname, '../..');

/**
 * Leaves the counts of a task of Nx in dist/test-results/<project>/<target>.json, which check.mjs adds up; a share of the spec files
 * (`jest --shard=2/4`) in <target>.2-of-4.json. A spec file that could not run counts as one failure. `interrupted` keeps a run that was cut short from looking
 * complete. `failures`: which tests failed, and the first lines of why. `seconds`: of its spec files, one after the other.
 *
 * `tasks`: the project and target of each `displayName`, where a run is for several (test.cjs); otherwise the run is of one task, and Nx says which.
 */
/** How many tests of a spec file were skipped by `withBrowser` (libs/testing/browser). */
function withoutChromium({ testFilePath, testResults }) {
  const skipped = testResults.filter(({ ancestorTitles: [block = ''] }) =>
    block.endsWith('(needs Chromium)'),
  );
  return { file: relative(root, testFilePath), tests: skipped.length };
}

module.exports = class JestCountReporter {
  constructor({ shard }, { tasks } = {}) {
    this.share = shard ? `.${shard.shardIndex}-of-${shard.shardCount}` : '';
    this.tasks = tasks;
  }

  async onRunComplete(_contexts, results) {
    const { failuresOf } = await import('./flaky-tests.mjs');
    for (const [{ project, target }, files] of this.filesOfTasks(results.testResults)) {
      const sum = (countOf) => files.reduce((total, file) => total + countOf(file), 0);
      const counts = {
        passed: sum((file) => file.numPassingTests),
        failed: sum((file) => file.numFailingTests + (file.testExecError ? 1 : 0)),
        skipped: sum((file) => file.numPendingTests + file.numTodoTests),
        withoutChromium: files.map(withoutChromium).filter(({ tests }) => tests > 0),
        interrupted: results.wasInterrupted,
        failures: failuresOf(formatTestResults({ ...results, testResults: files }), { root }),
        seconds: sum(({ perfStats }) => perfStats.runtime) / 1000,
      };
      const folder = resolve(root, 'dist/test-results', project);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `${target}${this.share}.json`), JSON.stringify(counts));
    }
  }

  /** The spec files of each task. */
  filesOfTasks(files) {
    if (this.tasks)
      return Object.entries(this.tasks).map(([name, task]) => [
        task,
        // By its path: a file that could not be loaded has no name of its project.
        files.filter(({ testFilePath }) => testFilePath.startsWith(join(root, name, '/'))),
      ]);
    const { NX_TASK_TARGET_PROJECT: project, NX_TASK_TARGET_TARGET: target } = process.env;
    // Who runs jest without Nx reads what jest prints.
    return project && target ? [[{ project, target }, files]] : [];
  }
};
