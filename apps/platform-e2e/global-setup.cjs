// jest does not resolve packages such as @storewright/testing in a global setup.
const startTestPostgres = require('../../libs/testing/database/src/global-setup.ts').default;
const { takePrograms } = require('./src/platform/programs.ts');

module.exports = async () => {
  takePrograms();
  await startTestPostgres();
};
