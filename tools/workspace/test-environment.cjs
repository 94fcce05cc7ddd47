const { relative, resolve } = require('node:path');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');
const { isIsolated } = require('./jest-runtime.cjs');
const exceptions = require('./not-on-citus.json');

const root = resolve(__dirname, '../..');

/** Names of the global objects in which decorators register metadata when a module is loaded. */
const metadataOfDecorators = ['classValidatorMetadataStorage', 'typeormMetadataArgsStorage'];

/** Module with mocks and fake timers. The first spec file of a process creates it. */
let shared;

/**
 * Key of the global list of jest-circus listeners. If this list is not reset, this environment receives
 * events of later spec files and skips their tests.
 */
const listeners = Symbol.for('EVENT_HANDLERS');

// Exits immediately after a jest worker finished. Otherwise Node clears its heap first, and jest reports
// "failed to exit gracefully" if that takes longer than 500 ms.
if (require.main?.filename.endsWith('processChild.js')) process.once('exit', (code) => process.exit(code));

/**
 * Runs spec files in the context of the process, as services run. The context of jest resolves each global
 * such as `Map` through a proxy, which took a tenth of the CPU time of HTTP specs. On a Citus cluster, skips
 * the tests in not-on-citus.json.
 */
module.exports = class SharedEnvironment {
  constructor({ globalConfig, projectConfig }, context) {
    const global = globalThis;
    shared ??= {
      moduleMocker: new ModuleMocker(global),
      fakeTimersModern: new ModernFakeTimers({ config: projectConfig, global }),
    };
    Object.assign(this, { global, ...shared });
    // Prints more stack frames, because the default of ten often ends inside packages.
    Error.stackTraceLimit = 100;
    const names = new Set(Object.getOwnPropertyNames(global));
    this.before = { names, env: { ...process.env }, exit: process.exit, console };
    if (isIsolated(context.testPath, projectConfig, globalConfig)) this.sharedMetadata = takeMetadata(global);
    const spec = relative(root, context.testPath);
    const onCluster = process.env.SHOP_DATABASE_KIND === 'citus';
    this.skipped = onCluster ? exceptions.filter((each) => isMeant(each, spec)) : [];
  }

  /** jest requires this method, although the runtime compiles without it (jest-runtime.cjs). */
  getVmContext() {
    return this.global;
  }
  exportConditions() {
    return ['node', 'node-addons'];
  }
  async setup() {}

  /** Restores the process for the next spec file. jest itself restores mocks. */
  async teardown() {
    const { global, before } = this;
    this.fakeTimersModern.useRealTimers();
    for (const name of Object.keys(process.env)) if (!(name in before.env)) delete process.env[name];
    Object.assign(process.env, before.env);
    process.exit = before.exit;
    global.console = before.console;
    for (const name of Object.getOwnPropertyNames(global))
      if (!before.names.has(name) && !metadataOfDecorators.includes(name)) delete global[name];
    delete global[listeners];
    if (this.sharedMetadata) {
      takeMetadata(global);
      Object.assign(global, this.sharedMetadata);
    }
  }

  /**
   * Lets `globalThis.explainFailure` of a spec file add details to the error of a failed test before
   * `afterEach` runs.
   */
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

function takeMetadata(global) {
  const taken = {};
  for (const name of metadataOfDecorators) {
    if (name in global) taken[name] = global[name];
    delete global[name];
  }
  return taken;
}

function isMeant({ spec }, path) {
  return new RegExp(`^${spec.replaceAll('.', '\\.').replaceAll('*', '[^/]+')}$`).test(path);
}
