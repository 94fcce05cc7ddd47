const { readFileSync } = require('node:fs');
const { isBuiltin } = require('node:module');
const vm = require('node:vm');
const Runtime = require('jest-runtime').default;

/** Loader of the modules that spec files share. The first spec file of a process creates it. */
let shared;

/**
 * Jest runtime that loads modules once per process instead of once per spec file. Loading Nest, TypeORM and
 * our own files for each spec file took half of the CPU time of HTTP specs. All spec files share one context
 * (test-environment.cjs), so that `instanceof Error` works across modules.
 */
module.exports = class SharedModulesRuntime extends Runtime {
  constructor(...options) {
    super(...options);
    shared ??= new Runtime(...options);
    const [config, , , , , , testPath, globalConfig] = options;
    this.isIsolated = SharedModulesRuntime.isIsolated(testPath, config, globalConfig);
  }

  requireModuleOrMock(from, moduleName) {
    return this.isIsolated && !isPackage(moduleName)
      ? super.requireModuleOrMock(from, moduleName)
      : shared.requireModuleOrMock(from, moduleName);
  }

  /**
   * True if the spec file loads our own files itself, because it calls `jest.mock`, its first comment contains
   * `@isolated`, or its project is isolated (jest.preset.cjs). A spec file uses `@isolated`, for example, to
   * list all entities that a service loads. In watch mode all spec files load our own files themselves, because
   * these files may have changed.
   */
  static isIsolated(testPath, { testEnvironmentOptions }, { watch, watchAll }) {
    if (watch || watchAll || testEnvironmentOptions.isIsolated) return true;
    return /^\/\*\* @isolated|jest\.mock\(/.test(readFileSync(testPath, 'utf8'));
  }
};

const compile = vm.compileFunction;
const compiled = new Map();

/**
 * Compiles each file once per process. A spec file that loads our own files itself reuses the compiled
 * functions.
 */
vm.compileFunction = (source, parameters, { parsingContext: _, ...options } = {}) => {
  const known = compiled.get(options.filename);
  if (known?.source === source) return known.load;
  const load = compile(source, parameters, options);
  compiled.set(options.filename, { source, load });
  return load;
};

function isPackage(name) {
  return !/^[./]|^@storewright\/|^collected:/.test(name) && !isBuiltin(name);
}
