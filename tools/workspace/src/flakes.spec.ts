import { failuresOf, tallied, verdict } from '../flaky-tests.mjs';

const here = { root: '/clone', stderr: '' };
const report = (testResults: object[]) => ({ testResults });
const testResult = (title: string, failureMessages: string[] = []) => ({
  ancestorTitles: ['a list'],
  title,
  status: failureMessages.length ? 'failed' : 'passed',
  failureMessages,
});

describe('failuresOf()', () => {
  it('returns each failed test with its file and the expected value', () => {
    const message =
      '\u001b[31mError: expected 1\u001b[39m\n\nExpected: 1\nReceived: 2\n' +
      '    at Object.<anonymous> (/clone/a.ts:1:1)\n    at x';
    const assertionResults = [testResult('is sorted'), testResult('is filtered', [message])];
    const results = report([{ name: '/clone/libs/a/src/list.spec.ts', status: 'failed', assertionResults }]);
    expect(failuresOf(results, here)).toEqual([
      {
        test: 'libs/a/src/list.spec.ts › a list › is filtered',
        message: 'Error: expected 1\nExpected: 1\nReceived: 2',
      },
    ]);
  });

  it('returns a spec file that could not run', () => {
    const results = report([
      { name: '/clone/a.spec.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ]);
    expect(failuresOf(results, here)).toEqual([{ test: 'a.spec.ts', message: 'no such module' }]);
  });

  it('returns a failed test and a failure outside of all tests in the same spec file', () => {
    const message =
      '  ● a list › is filtered\n\n    expected 1\n\n      at x\n\n\n' +
      '\u001b[1m  ● Test suite failed to run\u001b[22m\n\n    the server is gone\n\n      at y';
    const assertionResults = [testResult('is filtered', ['Error: expected 1'])];
    const results = report([{ name: '/clone/a.spec.ts', status: 'failed', message, assertionResults }]);
    expect(failuresOf(results, here)).toEqual([
      { test: 'a.spec.ts › a list › is filtered', message: 'Error: expected 1' },
      { test: 'a.spec.ts', message: '  ● Test suite failed to run\n    the server is gone' },
    ]);
  });

  it('returns the output of jest if jest wrote no report', () => {
    expect(failuresOf(undefined, { root: '/clone', stderr: 'out of memory\n' })).toEqual([
      { test: 'jest ended without a report', message: 'out of memory' },
    ]);
  });
});

describe('tallied()', () => {
  const runs = [
    [{ test: 'a', message: 'first' }],
    [],
    [
      { test: 'b', message: 'why b' },
      { test: 'c', message: 'why c' },
    ],
    [
      { test: 'c', message: 'why c, again' },
      { test: 'a', message: 'second' },
    ],
    [{ test: 'c', message: 'why c, once more' }],
  ];

  it('counts the failures of each test, most frequent first, with the first message', () => {
    expect(tallied(runs)).toEqual([
      { test: 'c', failed: 3, message: 'why c' },
      { test: 'a', failed: 2, message: 'first' },
      { test: 'b', failed: 1, message: 'why b' },
    ]);
    expect(verdict(tallied(runs).slice(1), 5)).toEqual([
      'failed in 2 of 5 runs: a',
      '    first',
      'failed in 1 of 5 runs: b',
      '    why b',
    ]);
  });

  it('returns an empty list for runs without a failure', () => {
    expect(verdict(tallied([[], []]), 2)).toEqual(['nothing failed in 2 runs']);
  });
});
