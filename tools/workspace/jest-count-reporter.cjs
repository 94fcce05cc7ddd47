const { mkdirSync, writeFileSync } = require('node:fs');
const { join, resolve } = require('node:path');
const { formatTestResults } = require('@jest/test-result');

const root = resolve(__dirname, '../..');

/**
 * Leaves the counts of one task of Nx in dist/test-results/<project>/<target>.json, which check.mjs adds up; a share of the spec files
 * (`jest --shard=2/4`) in <target>.2-of-4.json. A spec file that could not run counts as one failure. `interrupted` keeps a run that was cut short from looking
 * complete. `failures`: which tests failed, and the first lines of why.
 */
module.exports = class JestCountReporter {
  constructor({ shard }) {
    this.share = shard ? `.${shard.shardIndex}-of-${shard.shardCount}` : '';
  }

  async onRunComplete(_contexts, results) {
    const { NX_TASK_TARGET_PROJECT: project, NX_TASK_TARGET_TARGET: target } = process.env;
    // Who runs jest without Nx reads what jest prints.
    if (!project || !target) return;
    const folder = resolve(root, 'dist/test-results', project);
    mkdirSync(folder, { recursive: true });
    const { failuresOf } = await import('./flaky-tests.mjs');
    const counts = {
      passed: results.numPassedTests,
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      skipped: results.numPendingTests + results.numTodoTests,
      interrupted: results.wasInterrupted,
      failures: failuresOf(formatTestResults(results), { root }),
    };
    writeFileSync(join(folder, `${target}${this.share}.json`), JSON.stringify(counts));
  }
};
