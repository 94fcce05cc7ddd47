// jest cannot resolve @storewright/… names in a global setup.
const startTestPostgres = require('../../libs/testing/database/src/global-setup.ts').default;
const { takePrograms } = require('./src/platform/programs.ts');

/** Starts one Postgres and copies the programs for all stories. */
module.exports = async () => {
  takePrograms();
  await startTestPostgres();
};
