// Imports by path, because jest cannot resolve @storewright/… names in a global setup.
const startTestPostgres = require('../../libs/testing/database/src/global-setup.ts').default;
const { startPanelPlatform } = require('./src/panel/panel-platform.ts');

module.exports = async () => {
  await startTestPostgres();
  await startPanelPlatform();
};
