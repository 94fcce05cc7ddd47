/**
 * Exports `fast-check` with a fixed seed for specs. Property tests then use the same cases in each run, so
 * that a CI failure is caused by the tested change. FAST_CHECK_SEED sets a different seed, and `npm run
 * flakes` sets a random seed for each run.
 */
const fc = require('../../node_modules/fast-check/lib/cjs/fast-check.js');

fc.configureGlobal({ seed: Number(process.env.FAST_CHECK_SEED ?? 1) });
module.exports = fc;
