import { stripVTControlCharacters } from 'node:util';

/**
 * Returns the failed tests in jest's JSON report, each with its spec file and the first lines of its message.
 * A spec file that could not run and a failure outside of all tests count as failed tests, too. If the report
 * is missing, jest itself counts as the failed test.
 */
export function failuresOf(report, { root, stderr }) {
  if (!report) return [{ test: 'jest ended without a report', message: firstLines(stderr) }];
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = name.replace(`${root}/`, '');
    const failed = assertionResults.filter((test) => test.status === 'failed');
    const inTests = failed.map((test) => ({
      test: `${file} › ${[...test.ancestorTitles, test.title].join(' › ')}`,
      message: firstLines(test.failureMessages[0] ?? ''),
    }));
    const beside = failed.length === 0 && status === 'failed' ? message : outsideOfTests(message);
    return beside === undefined ? inTests : [...inTests, { test: file, message: firstLines(beside) }];
  });
}

/**
 * Returns the section of jest's message about a failure outside of all tests, such as a failure in
 * `afterAll`.
 */
function outsideOfTests(message = '') {
  return /^ *● Test suite failed to run$.*/ms.exec(stripVTControlCharacters(message))?.[0];
}

function firstLines(message) {
  const lines = stripVTControlCharacters(message).split('\n');
  const end = lines.findIndex((line) => /^\s+at /.test(line));
  return lines
    .slice(0, end < 0 ? undefined : end)
    .map((line) => line.trimEnd())
    .filter(Boolean)
    .slice(0, 8)
    .join('\n');
}

/**
 * Counts the failures in several runs, keyed by test. Sorts the tests by frequency and keeps the first
 * message of each test.
 */
export function tallied(runs) {
  const tests = new Map();
  for (const { test, message } of runs.flat()) {
    const known = tests.get(test) ?? { test, failed: 0, message };
    tests.set(test, { ...known, failed: known.failed + 1 });
  }
  return [...tests.values()].sort((one, other) => other.failed - one.failed);
}

export function verdict(failures, times) {
  if (failures.length === 0) return [`nothing failed in ${times} runs`];
  return failures.flatMap(({ test, failed, message }) => [
    `failed in ${failed} of ${times} runs: ${test}`,
    ...message.split('\n').map((line) => `    ${line}`),
  ]);
}
