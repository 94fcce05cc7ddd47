module.exports = {
  ...require('../../jest.preset.cjs')(__dirname),
  globalSetup: '<rootDir>/global-setup.cjs',
  globalTeardown: '<rootDir>/global-teardown.cjs',
};
