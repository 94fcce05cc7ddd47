module.exports = {
  ...require('../../jest.preset.cjs')(__dirname),
  globalSetup: '<rootDir>/src/platform/global-setup.ts',
  globalTeardown: '<rootDir>/src/platform/global-teardown.ts',
};
