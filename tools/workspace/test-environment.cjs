const { relative, resolve } = require('node:path');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');
const exceptions = require('./not-on-citus.json');

const root = resolve(__dirname, '../..');

/** Of the first spec file of a process, which the others use after it. */
let shared;

/** jest-circus keeps those whom it tells what happens: this environment would go on to hear of later spec files, and skip their tests. */
const listeners = Symbol.for('EVENT_HANDLERS');

// A worker of jest that is through, and has nothing left to wait for, ends at once. Otherwise Node clears away its heap first, and where that takes more than the half
// second that jest gives it, jest says that the worker "failed to exit gracefully", as if it did wait for something.
if (require.main?.filename.endsWith('processChild.js')) process.once('exit', (code) => process.exit(code));

/**
 * The spec files of a process run in its own context, as the services do, and not in one that jest makes: there each `Map` and `process` that code names is asked of
 * a proxy, which took a tenth of the processor time of the specs over HTTP.
 *
 * Where the specs run on a cluster of Citus, the tests that not-on-citus.json names are skipped, with the reason that it gives.
 */
module.exports = class SharedEnvironment {
  constructor({ projectConfig }, context) {
    const global = globalThis;
    shared ??= {
      moduleMocker: new ModuleMocker(global),
      fakeTimersModern: new ModernFakeTimers({ config: projectConfig, global }),
    };
    Object.assign(this, { global, ...shared });
    // Ten frames of an error often end in packages.
    Error.stackTraceLimit = 100;
    const names = new Set(Object.getOwnPropertyNames(global));
    this.before = { names, env: { ...process.env }, exit: process.exit, console };
    const spec = relative(root, context.testPath);
    const onCluster = process.env.SHOP_DATABASE_KIND === 'citus';
    this.skipped = onCluster ? exceptions.filter((each) => isMeant(each, spec)) : [];
  }

  /** jest wants one; its runtime compiles without it (jest-runtime.cjs). */
  getVmContext() {
    return this.global;
  }
  exportConditions() {
    return ['node', 'node-addons'];
  }
  async setup() {}

  /** Nothing of a spec file is left to the next one; its mocks are restored by jest. */
  async teardown() {
    const { global, before } = this;
    this.fakeTimersModern.useRealTimers();
    for (const name of Object.keys(process.env)) if (!(name in before.env)) delete process.env[name];
    Object.assign(process.env, before.env);
    process.exit = before.exit;
    global.console = before.console;
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
