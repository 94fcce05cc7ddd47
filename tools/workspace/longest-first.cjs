const Sequencer = require('@jest/test-sequencer').default;

/** What takes longest, which the size of the file does not tell: most of it is in programs that they start, or in requests that others list. */
const longest = [
  'apps/platform-e2e/src/cli',
  'libs/shop/sales/src/conformance',
  'apps/operator/src/operator',
  'libs/shop/meta/src/search/search',
  'libs/postgres/embedded-postgres/src/start-postgres',
  'libs/shop/demo-store/src/demo-store',
  'libs/shop/catalog/src/conformance',
];

/** Where jest has not seen how long the files take, as in a fresh clone, it would begin the shortest ones last, and end with one of these alone. */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const place = ({ path }) =>
      longest.findIndex((name) => path.endsWith(`/${name}.spec.ts`)) + 1 || Infinity;
    return [...super.sort(tests)].sort((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)));
  }
};
