const { isBuiltin } = require('node:module');
const vm = require('node:vm');
const Runtime = require('jest-runtime').default;

/** Loads packages; made with the first spec file of a process, and kept. */
let packages;

/**
 * jest's runtime, but packages are loaded once for a process and not once for each spec file: loading Nest and TypeORM anew took a third of the processor time of
 * the HTTP specs. Our own files are loaded for each spec file, as ever. The context is one, too (test-environment.cjs): what a package makes is `instanceof Error` to
 * every spec file.
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
 * What a file becomes is compiled once for a process, too, in its own context (test-environment.cjs): each spec file calls it anew, for modules of its own.
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
