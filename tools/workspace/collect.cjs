/**
 * Files that programs collect from libraries by their place. `import { files } from 'collected:migrations'` yields
 * pairs of path and content; the bundler (build.mjs) and jest (collected/*.cjs) both resolve such imports here. Nx sees
 * no import, so a new file affects the project that contains it, and no project that collects it.
 */
const { createHash } = require('node:crypto');
const { readdirSync, readFileSync } = require('node:fs');
const { join, resolve } = require('node:path');

const root = resolve(__dirname, '../..');

/** Folders to search and the paths to collect, by the name in the import. */
const kinds = {
  migrations: {
    folders: ['libs'],
    path: /^libs\/[\w-]+\/[\w-]+\/migrations\/(?:auth|shop)\/[\w-]+\.(?:sql|ts)$/,
  },
};

const ignored = new Set(['node_modules', 'dist', 'fixtures']);

function filesBelow(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return ignored.has(entry.name) ? [] : filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}

/** Paths relative to the root of the repository, in the order of the paths. */
function collected(kind) {
  const { folders, path } = kinds[kind];
  return folders
    .flatMap(filesBelow)
    .filter((file) => path.test(file))
    .sort();
}

const textOf = (file) => readFileSync(join(root, file), 'utf8');

/** Source code of the module `collected:<kind>` for the bundler. */
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

/** The module `collected:<kind>` for jest. `load` is the require function of the caller. */
exports.loaded = (kind, load) => ({
  files: collected(kind).map((file) => [file, file.endsWith('.sql') ? textOf(file) : load(join(root, file))]),
});

/** Rolldown plugin that resolves imports of collected files. */
exports.plugin = {
  name: 'collected-files',
  resolveId: (id) => (id.startsWith('collected:') ? `\0${id}` : undefined),
  load: (id) =>
    id.startsWith('\0collected:') ? exports.sourceOf(id.slice('\0collected:'.length)) : undefined,
};

/**
 * `node tools/workspace/collect.cjs` prints a digest of all collected files. It is an input of the tasks that bundle
 * them (nx.json), so that Nx builds again after a change that it cannot see in the imports.
 */
if (require.main === module) {
  const digest = createHash('sha256');
  for (const kind of Object.keys(kinds))
    for (const file of collected(kind)) digest.update(`${file}\n${textOf(file)}\n`);
  process.stdout.write(`${digest.digest('hex')}\n`);
}
