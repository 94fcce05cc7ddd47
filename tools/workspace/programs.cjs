const { mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { join, resolve } = require('node:path');

const root = resolve(__dirname, '../..');

/**
 * The fewest TypeScript programs for these folders of projects, as paths of their tsconfig files: most projects share most of the types that they need, and a
 * program for each would read them as often as there are projects. Those that compile as tsconfig.base.json says are one program, left in `file`; each other
 * one has its own.
 */
function programsOf(folders, file) {
  const isPlain = (folder) =>
    !JSON.parse(readFileSync(join(root, folder, 'tsconfig.json'), 'utf8')).compilerOptions;
  mkdirSync(resolve(root, 'dist'), { recursive: true });
  const include = folders.filter(isPlain).map((folder) => `../${folder}/src`);
  writeFileSync(file, JSON.stringify({ extends: '../tsconfig.base.json', include, files: [] }));
  const own = folders.filter((folder) => !isPlain(folder)).map((folder) => `${folder}/tsconfig.json`);
  return [file, ...own];
}

module.exports = { root, programsOf };
