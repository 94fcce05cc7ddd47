const { useChromium } = require('../../libs/testing/browser/chromium.cjs');

const program = useChromium('the panel is not driven in a browser');

module.exports = {
  ...require('../../jest.preset.cjs')(__dirname),
  ...(program && {
    globalSetup: '<rootDir>/global-setup.cjs',
    globalTeardown: '<rootDir>/global-teardown.cjs',
  }),
};
