const { mkdirSync, writeFileSync } = require('node:fs');
const { basename, join, resolve } = require('node:path');

/**
 * Leaves the counts of one project's run in dist/test-results/<project>.json, which check.mjs adds up. A spec file
 * that could not run counts as one failure. `interrupted` keeps a run that was cut short from looking complete.
 */
module.exports = class JestCountReporter {
  onRunComplete(contexts, results) {
    const [context] = contexts;
    if (!context) return;
    const folder = resolve(__dirname, '../../dist/test-results');
    mkdirSync(folder, { recursive: true });
    const counts = {
      passed: results.numPassedTests,
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      skipped: results.numPendingTests + results.numTodoTests,
      interrupted: results.wasInterrupted,
    };
    writeFileSync(join(folder, `${basename(context.config.rootDir)}.json`), JSON.stringify(counts));
  }
};
