const Sequencer = require('@jest/test-sequencer').default;

/**
 * Names of spec files that are small but take longest, because they start programs or send generated
 * requests.
 */
const longest = [
  'apps/platform-e2e/src/cli',
  'libs/shop/sales/src/conformance',
  'libs/shop/meta/src/search/search',
  'libs/postgres/embedded-postgres/src/start-postgres',
  'libs/shop/demo-store/src/demo-store',
  'libs/shop/catalog/src/conformance',
];

/**
 * Runs slow spec files first. In a fresh clone, jest does not know the durations of spec files and would
 * start small files last.
 */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const place = ({ path }) =>
      longest.findIndex((name) => path.endsWith(`/${name}.spec.ts`)) + 1 || Infinity;
    return [...super.sort(tests)].sort((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)));
  }
};
