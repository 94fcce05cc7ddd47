const { DemoPlatform } = require('./src/demo-platform.ts');

/** Starts the platform of `npm start` once for all specs. */
module.exports = async () => {
  globalThis.demoPlatform = await DemoPlatform.start();
};
