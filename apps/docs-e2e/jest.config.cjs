const { useChromium } = require('../../libs/testing/browser/chromium.cjs');

useChromium('no page of the documentation is looked at');

module.exports = {
  ...require('../../jest.preset.cjs')(__dirname),
  globalSetup: '<rootDir>/global-setup.cjs',
  globalTeardown: '<rootDir>/global-teardown.cjs',
};
