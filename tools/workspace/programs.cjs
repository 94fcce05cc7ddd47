const { mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { join, resolve } = require('node:path');

const root = resolve(__dirname, '../..');

/**
 * Returns the smallest set of TypeScript programs that covers the given project folders, as paths of tsconfig
 * files. All projects with default compiler options share one program, which is written to `file`. Every
 * project with different compiler options has a separate program.
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
