/**
 * Collects files of libraries by path. `import { files } from 'collected:migrations'` returns pairs of path
 * and content. The bundler (build.mjs) and jest (collected/*.cjs) resolve these imports with this file. Nx
 * does not see the imports, so a new file affects only the project that contains it.
 */
const { createHash } = require('node:crypto');
const { readdirSync, readFileSync } = require('node:fs');
const { join, resolve } = require('node:path');

const root = resolve(__dirname, '../..');

/** Path patterns of collected files. The key is the word after `collected:` in an import. */
const patterns = {
  migrations: 'libs/*/*/migrations/*/*',
  modules: 'apps/shop-api/src/modules/*',
  scopes: 'libs/shop/*/src/**/*.scopes.ts',
};

function matches(pattern, name) {
  return pattern === '*' || (pattern.startsWith('*.') ? name.endsWith(pattern.slice(1)) : name === pattern);
}

function expand(folder, [segment, ...rest]) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  const below = (entry, segments) => expand(folder ? `${folder}/${entry.name}` : entry.name, segments);
  const folders = entries.filter((entry) => entry.isDirectory());
  if (segment === '**')
    return [...expand(folder, rest), ...folders.flatMap((entry) => below(entry, [segment, ...rest]))];
  if (rest.length > 0)
    return folders.filter(({ name }) => matches(segment, name)).flatMap((entry) => below(entry, rest));
  return entries
    .filter((entry) => entry.isFile() && matches(segment, entry.name))
    .map(({ name }) => `${folder}/${name}`);
}

const collected = (kind) => expand('', patterns[kind].split('/')).sort();

const textOf = (file) => readFileSync(join(root, file), 'utf8');

/** Returns the source code of the module `collected:<kind>` for the bundler. */
exports.sourceOf = (kind) => {
  const files = collected(kind);
  const imports = files.map((file, at) =>
    file.endsWith('.sql') ? '' : `import * as m${at} from ${JSON.stringify(join(root, file))};\n`,
  );
  const pairs = files.map(
    (file, at) =>
      `[${JSON.stringify(file)}, ${file.endsWith('.sql') ? JSON.stringify(textOf(file)) : `m${at}`}]`,
  );
  return `${imports.join('')}export const files = [${pairs.join(', ')}];`;
};

/** Returns the module `collected:<kind>` for jest. `load` is the caller's require function. */
exports.loaded = (kind, load) => ({
  files: collected(kind).map((file) => [file, file.endsWith('.sql') ? textOf(file) : load(join(root, file))]),
});

exports.plugin = {
  name: 'collected-files',
  resolveId: (id) => (id.startsWith('collected:') ? `\0${id}` : undefined),
  load: (id) =>
    id.startsWith('\0collected:') ? exports.sourceOf(id.slice('\0collected:'.length)) : undefined,
};

/**
 * Prints a digest of all collected files, which is an Nx input (nx.json) of tasks that bundle these files. Nx
 * therefore builds again after a change of a file that no import reveals.
 *
 * Usage: node tools/workspace/collect.cjs
 */
if (require.main === module) {
  const digest = createHash('sha256');
  for (const kind of Object.keys(patterns))
    for (const file of collected(kind)) digest.update(`${file}\n${textOf(file)}\n`);
  process.stdout.write(`${digest.digest('hex')}\n`);
}
