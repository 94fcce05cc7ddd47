/**
 * `fast-check` as specs import it. Property tests get the same cases in each run, so that a failure of CI
 * belongs to the change under test. FAST_CHECK_SEED selects other cases, and `npm run flakes` sets a random
 * seed for each run.
 */
const fc = require('../../node_modules/fast-check/lib/cjs/fast-check.js');

fc.configureGlobal({ seed: Number(process.env.FAST_CHECK_SEED ?? 1) });
module.exports = fc;
