// jest resolves no @storewright/… name in a global set-up.
const startTestPostgres = require('../../libs/testing/database/src/global-setup.ts').default;
const { takePrograms } = require('./src/platform/programs.ts');

/** One Postgres, and the programs for all stories. */
module.exports = async () => {
  takePrograms();
  await startTestPostgres();
};
