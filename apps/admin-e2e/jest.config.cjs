const { chromium } = require('./browser.cjs');

const program = chromium();
// The workers inherit it.
if (program) process.env.CHROMIUM_PATH = program;
else
  process.stderr.write(
    'admin-e2e: no Chromium on this machine (CHROMIUM_PATH names none), so the panel is not driven in a browser\n',
  );

module.exports = {
  ...require('../../jest.preset.cjs')(__dirname),
  ...(program && {
    globalSetup: '<rootDir>/global-setup.cjs',
    globalTeardown: '<rootDir>/global-teardown.cjs',
  }),
};
