// jest resolves no @storewright/… name in a global set-up.
const startTestPostgres = require('../../libs/platform/testing/src/global-setup.ts').default;
const { buildPrograms } = require('./src/platform/programs.ts');

/** One Postgres, and the programs for all stories. */
module.exports = async () => {
  await Promise.all([startTestPostgres(), buildPrograms()]);
};
