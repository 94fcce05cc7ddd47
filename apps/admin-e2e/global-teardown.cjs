const stopTestPostgres = require('../../libs/testing/database/src/global-teardown.ts').default;
const { stopPanelPlatform } = require('./src/panel/panel-platform.ts');

module.exports = async () => {
  await stopPanelPlatform();
  await stopTestPostgres();
};
