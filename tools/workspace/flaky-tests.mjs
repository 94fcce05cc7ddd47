import { stripVTControlCharacters } from 'node:util';

/**
 * What failed in one run of jest, from its JSON report: the test with its file, and the first lines of why. A spec file that could not run counts as a test, and
 * so does what failed in one beside its tests; without a report, jest itself with what it said.
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

/** Of what jest says of a spec file: the part on what failed in no test, as after the last one. */
function outsideOfTests(message = '') {
  return /^ *● Test suite failed to run$.*/ms.exec(stripVTControlCharacters(message))?.[0];
}

/** What was expected and what was there, without colours and without the way to it. */
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

/** The failures of several runs by test: how often, and why at first. Who failed most often comes first. */
export function tallied(runs) {
  const tests = new Map();
  for (const { test, message } of runs.flat()) {
    const known = tests.get(test) ?? { test, failed: 0, message };
    tests.set(test, { ...known, failed: known.failed + 1 });
  }
  return [...tests.values()].sort((one, other) => other.failed - one.failed);
}

/** The lines that say so. */
export function verdict(failures, times) {
  if (failures.length === 0) return [`nothing failed in ${times} runs`];
  return failures.flatMap(({ test, failed, message }) => [
    `failed in ${failed} of ${times} runs: ${test}`,
    ...message.split('\n').map((line) => `    ${line}`),
  ]);
}
