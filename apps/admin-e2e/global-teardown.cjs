const stopTestPostgres = require('../../libs/platform/testing/src/global-teardown.ts').default;
const { stopPanelPlatform } = require('./src/panel/panel-platform.ts');

module.exports = async () => {
  await stopPanelPlatform();
  await stopTestPostgres();
};
