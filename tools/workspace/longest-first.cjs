const Sequencer = require('@jest/test-sequencer').default;

/** Spec files that are small but take longest, because they start programs or send generated requests. */
const longest = [
  'apps/platform-e2e/src/cli',
  'libs/shop/sales/src/conformance',
  'libs/shop/meta/src/search/search',
  'libs/postgres/embedded-postgres/src/start-postgres',
  'libs/shop/demo-store/src/demo-store',
  'libs/shop/catalog/src/conformance',
];

/**
 * Starts long spec files first, even in a fresh clone, where jest knows no durations and would start them
 * last.
 */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const place = ({ path }) =>
      longest.findIndex((name) => path.endsWith(`/${name}.spec.ts`)) + 1 || Infinity;
    return [...super.sort(tests)].sort((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)));
  }
};
