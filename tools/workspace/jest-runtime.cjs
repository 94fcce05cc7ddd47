const { isBuiltin } = require('node:module');
const vm = require('node:vm');
const Runtime = require('jest-runtime').default;

/** Loader for packages of node_modules. The first spec file of a process creates it. */
let packages;

/**
 * Jest runtime that loads packages once per process instead of once per spec file. Loading Nest and TypeORM
 * again took a third of the processor time of HTTP specs. Files of this repository are loaded for each spec
 * file. All spec files share one context (test-environment.cjs), so that `instanceof Error` works across
 * packages.
 */
module.exports = class SharedPackagesRuntime extends Runtime {
  constructor(...options) {
    super(...options);
    packages ??= new Runtime(...options);
  }

  requireModule(from, moduleName, options, isRequireActual) {
    return moduleName !== undefined && !options?.isInternalModule && isPackage(moduleName)
      ? packages.requireModule(from, moduleName, options, isRequireActual)
      : super.requireModule(from, moduleName, options, isRequireActual);
  }
};

const compile = vm.compileFunction;
const compiled = new Map();

/**
 * Compiles each file once per process. Each spec file calls the compiled function to create its own modules.
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
