const { mkdirSync, writeFileSync } = require('node:fs');
const { join, relative, resolve } = require('node:path');
const { formatTestResults } = require('@jest/test-result');

const root = resolve(__dirname, '../..');

/**
 * Jest reporter that writes the test counts of an Nx task to dist/test-results/<project>/<target>.json, which
 * check.mjs adds up. With `jest --shard=2/4`, the file is <target>.2-of-4.json. A spec file that could not
 * run counts as one failure. `interrupted` marks an incomplete run, and `seconds` is the sum over the spec
 * files. If a run covers several tasks (test.cjs), `tasks` maps each `displayName` to a project and target.
 */
/**
 * Returns the number of tests in a spec file that are skipped without Chromium (`withBrowser` in
 * libs/testing/browser).
 */
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

  filesOfTasks(files) {
    if (this.tasks)
      return Object.entries(this.tasks).map(([name, task]) => [
        task,
        // Assigns spec files to tasks by path, because a spec file that failed to load has no displayName.
        files.filter(({ testFilePath }) => testFilePath.startsWith(join(root, name, '/'))),
      ]);
    const { NX_TASK_TARGET_PROJECT: project, NX_TASK_TARGET_TARGET: target } = process.env;
    // Returns an empty list if jest runs without Nx.
    return project && target ? [[{ project, target }, files]] : [];
  }
};
