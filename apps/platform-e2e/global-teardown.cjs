const stopTestPostgres = require('../../libs/testing/database/src/global-teardown.ts').default;
const { removePrograms } = require('./src/platform/programs.ts');

module.exports = async () => {
  removePrograms();
  await stopTestPostgres();
};
