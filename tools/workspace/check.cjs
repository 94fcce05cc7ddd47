/**
 * Nx executor for lint, type check and tests. Runs each of the three tools once for any number of projects,
 * and all three concurrently. The tools share an executor, because Nx runs batches of different executors one
 * after another.
 */
const { lintAll } = require('./lint.cjs');
const { testAll } = require('./test.cjs');
const { typecheckAll } = require('./typecheck.cjs');

/**
 * Functions that run a batch of Nx tasks, keyed by the first word of the target's name, such as `test` for
 * `test-orders`.
 */
const runs = { lint: lintAll, typecheck: typecheckAll, test: testAll };
const kindOf = ({ target }) => target.target.split('-', 1)[0];

async function* checkAll({ tasks }, optionsOf, overrides, context) {
  const verdicts = Object.entries(runs).map(([kind, run]) => {
    const own = Object.entries(tasks).filter(([, task]) => kindOf(task) === kind);
    if (own.length === 0) return [];
    return listOf(run({ tasks: Object.fromEntries(own) }, optionsOf, overrides, context));
  });
  for (const own of verdicts) yield* await own;
}

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
