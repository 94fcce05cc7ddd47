const Sequencer = require('@jest/test-sequencer').default;

/** What takes longest, which the size of the file does not tell: most of it is in programs that they start. */
const longest = ['attack', 'cli', 'faults', 'drill', 'replica'];

/** Where jest has not seen how long the files take, as in a fresh clone, it would begin the shortest ones last, and end with one of these alone. */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const place = ({ path }) =>
      longest.findIndex((name) => path.endsWith(`/${name}.spec.ts`)) + 1 || Infinity;
    return [...super.sort(tests)].sort((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)));
  }
};
