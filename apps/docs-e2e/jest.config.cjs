const { chromium } = require('../admin-e2e/browser.cjs');

const program = chromium();
// The workers inherit it.
if (program) process.env.CHROMIUM_PATH = program;
else process.stderr.write('docs-e2e: no Chromium on this machine, so no page is looked at in a browser\n');

module.exports = {
  ...require('../../jest.preset.cjs')(__dirname),
  globalSetup: '<rootDir>/global-setup.cjs',
  globalTeardown: '<rootDir>/global-teardown.cjs',
};
