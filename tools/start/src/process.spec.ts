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
  ])("finds the reason for a service's exit in the output %j", (output, reason) =>
    expect(failureIn(output)).toBe(reason),
  );
});
