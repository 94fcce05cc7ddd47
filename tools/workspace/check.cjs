/**
 * Lint, type check and tests of any number of projects, each one run for all of them, side by side. It is one executor because Nx runs one batch after the other, and
 * ESLint alone keeps a single processor busy.
 */
const { lintAll } = require('./lint.cjs');
const { testAll } = require('./test.cjs');
const { typecheckAll } = require('./typecheck.cjs');

/** By the first word of the name of a target (`test-orders`). */
const runs = { lint: lintAll, typecheck: typecheckAll, test: testAll };
const kindOf = ({ target }) => target.target.split('-', 1)[0];

/** What Nx calls for a batch of tasks: yields the verdict of each. */
async function* checkAll({ tasks }, optionsOf, overrides, context) {
  const verdicts = Object.entries(runs).map(([kind, run]) => {
    const own = Object.entries(tasks).filter(([, task]) => kindOf(task) === kind);
    if (own.length === 0) return [];
    return listOf(run({ tasks: Object.fromEntries(own) }, optionsOf, overrides, context));
  });
  for (const own of verdicts) yield* await own;
}

/** What Nx calls for one task outside of a batch (`--batch=false`). */
async function checkOne(options, { projectName, targetName, projectGraph }) {
  const tasks = { one: { id: 'one', target: { project: projectName, target: targetName } } };
  for await (const { result } of checkAll({ tasks }, { one: options }, options, { projectGraph })) {
    process.stdout.write(result.terminalOutput);
    return result;
  }
}

async function listOf(verdicts) {
  const list = [];
  for await (const verdict of verdicts) list.push(verdict);
  return list;
}

module.exports = { checkAll, checkOne };
