// jest resolves no @storewright/… name in a global set-up.
const startTestPostgres = require('../../libs/testing/database/src/global-setup.ts').default;
const { startPanelPlatform } = require('./src/panel/panel-platform.ts');

/** One Postgres, then one platform on it for all stories. */
module.exports = async () => {
  await startTestPostgres();
  await startPanelPlatform();
};
