const { relative, resolve } = require('node:path');
const { TestEnvironment } = require('jest-environment-node');
const exceptions = require('./not-on-citus.json');

const root = resolve(__dirname, '../..');

/** The context of the first spec file of a process, which the others use after it: packages are loaded in it once (jest-runtime.cjs). */
let shared;

/** jest-circus keeps those whom it tells what happens: this environment would go on to hear of later spec files, and skip their tests. */
const listeners = Symbol.for('EVENT_HANDLERS');

// A worker of jest that is through, and has nothing left to wait for, ends at once. Otherwise Node clears away its heap first, and where that takes more than the half
// second that jest gives it, jest says that the worker "failed to exit gracefully", as if it did wait for something.
if (require.main?.filename.endsWith('processChild.js')) process.once('exit', (code) => process.exit(code));

/** Node's, but where the specs run on a cluster of Citus: the tests that not-on-citus.json names are skipped there, with the reason that it gives. */
module.exports = class SharedEnvironment {
  constructor(config, context) {
    shared ??= new TestEnvironment(config, context);
    const { global, moduleMocker, fakeTimers, fakeTimersModern } = shared;
    Object.assign(this, { global, moduleMocker, fakeTimers, fakeTimersModern });
    const names = new Set(Object.getOwnPropertyNames(global));
    this.before = { names, env: { ...global.process.env }, exit: global.process.exit };
    const spec = relative(root, context.testPath);
    const onCluster = process.env.SHOP_DATABASE_KIND === 'citus';
    this.skipped = onCluster ? exceptions.filter((each) => isMeant(each, spec)) : [];
  }

  getVmContext() {
    return shared.getVmContext();
  }
  exportConditions() {
    return shared.exportConditions();
  }
  async setup() {}

  /** Nothing of a spec file is left to the next one; its mocks are restored by jest. */
  async teardown() {
    const { global, before } = this;
    this.fakeTimersModern.useRealTimers();
    for (const name of Object.keys(global.process.env))
      if (!(name in before.env)) delete global.process.env[name];
    Object.assign(global.process.env, before.env);
    global.process.exit = before.exit;
    // Among them what decorators keep of our own classes: each spec file has those anew.
    for (const name of Object.getOwnPropertyNames(global)) if (!before.names.has(name)) delete global[name];
    delete global[listeners];
  }

  /** `globalThis.explainFailure` of a spec file adds to an error what was there when a test failed, before its `afterEach` puts that away. */
  async handleTestEvent({ name, error }, { rootDescribeBlock }) {
    if (name === 'run_start' && this.skipped.length > 0) this.skipIn(rootDescribeBlock, '');
    if (name === 'test_fn_failure') await this.global.explainFailure?.(error);
  }

  skipIn(block, before) {
    for (const child of block.children) {
      const title = `${before}${child.name}`;
      if (child.type === 'describeBlock') this.skipIn(child, `${title} `);
      else if (this.skipped.some(({ tests }) => !tests || tests.some((each) => title.startsWith(each))))
        child.mode = 'skip';
    }
  }
};

/** `*` stands for one folder. */
function isMeant({ spec }, path) {
  return new RegExp(`^${spec.replaceAll('.', '\\.').replaceAll('*', '[^/]+')}$`).test(path);
}
