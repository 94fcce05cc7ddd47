import { failureIn } from './process';

describe('failureIn()', () => {
  it.each([
    [
      'starting\nPORT must be a whole number from 0 to 65535.\n',
      'PORT must be a whole number from 0 to 65535.',
    ],
    [
      "node:internal:1\n  throw err;\n\nError: Cannot find module 'x'\n    at load (a.js:1:1)\n\nNode.js v24.0.0\n",
      "Error: Cannot find module 'x'",
    ],
    ['', ''],
  ])('returns the reason for the exit from the output %j', (output, reason) =>
    expect(failureIn(output)).toBe(reason),
  );
});
