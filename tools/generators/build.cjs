const { execFileSync } = require('node:child_process');
const { join } = require('node:path');

/**
 * Compiles the generator's `src` before each run, because Nx on Node 20 cannot run TypeScript. Takes about a
 * second.
 */
module.exports = (tree) => {
  const built = join(tree.root, 'dist/tools/generators');
  const build = ['tools/workspace/build.mjs', 'tools/generators', built];
  execFileSync(process.execPath, build, { cwd: tree.root, stdio: ['ignore', 'ignore', 'inherit'] });
  return require(join(built, 'main.js'));
};
