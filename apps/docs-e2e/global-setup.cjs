const { DemoPlatform } = require('./src/demo-platform.ts');

/** What `npm start` starts, for all specs. */
module.exports = async () => {
  globalThis.demoPlatform = await DemoPlatform.start();
};
