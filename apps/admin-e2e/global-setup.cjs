// jest does not resolve @storewright/… names in a global setup.
const startTestPostgres = require('../../libs/testing/database/src/global-setup.ts').default;
const { startPanelPlatform } = require('./src/panel/panel-platform.ts');

/** Starts one Postgres server, then one platform for all stories. */
module.exports = async () => {
  await startTestPostgres();
  await startPanelPlatform();
};
