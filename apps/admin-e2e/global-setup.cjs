// jest does not resolve @storewright/… names in a global setup.
const startTestPostgres = require('../../libs/testing/database/src/global-setup.ts').default;
const { startPanelPlatform } = require('./src/panel/panel-platform.ts');

/** Starts one Postgres server and one platform for all spec files. */
module.exports = async () => {
  await startTestPostgres();
  await startPanelPlatform();
};
