/**
 * Builds one app. Bundles src/main.ts with every @storewright library and with Nest, but without all other
 * npm packages. Replaces the output folder (default: dist/<project root>) with main.js (CommonJS), lazily
 * imported modules, and source maps. `--watch` builds again after each change and reports each build to the
 * parent process (tools/start).
 *
 * Usage: node tools/workspace/build.mjs <project root> [<output folder>] [--watch]
 */
import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, resolve } from 'node:path';
import { rolldown, watch } from 'rolldown';
import { plugin as collectedFiles } from './collect.cjs';

const words = process.argv.slice(2);
const isWatching = words.includes('--watch');
const [projectRoot, folder] = words.filter((word) => word !== '--watch');
if (!projectRoot) throw new Error('usage: build.mjs <project root> [<output folder>] [--watch]');
const out = folder ? resolve(folder) : resolve('dist', projectRoot);

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const input = {
  input: { main: resolve(projectRoot, 'src/main.ts') },
  platform: 'node',
  plugins: [collectedFiles],
  // Removes unused modules and the packages that only these modules import. Modules of this repository have
  // no side effects when they are loaded.
  treeshake: { moduleSideEffects: (id) => id === 'reflect-metadata' },
  tsconfig: resolve(projectRoot, 'tsconfig.json'),
  transform: { define: { 'process.env.STOREWRIGHT_VERSION': JSON.stringify(version) } },
  external: (id, importer) => !id.startsWith('.') && !isAbsolute(id) && !isInside(id, importer),
};
const output = { dir: out, format: 'cjs', sourcemap: true, entryFileNames: '[name].js' };

if (isWatching) buildAgain();
else {
  rmSync(out, { recursive: true, force: true });
  const bundle = await rolldown(input);
  await bundle.write(output);
  await bundle.close();
}

function buildAgain() {
  const watcher = watch({ ...input, output });
  watcher.on('event', async (event) => {
    if (event.code === 'BUNDLE_END') process.send({});
    if (event.code === 'ERROR') process.send({ error: event.error.message });
    await event.result?.close();
  });
  process.once('disconnect', () => process.exit());
}

/**
 * Returns true if the bundle includes the package: libraries of this repository, decorator helpers
 * (@oxc-project/runtime, a development dependency) and Nest. Loading Nest as 400 separate ES modules would
 * take a third of a service's start time.
 */
function isInside(id, importer) {
  if (/^(@storewright|@oxc-project\/runtime|collected:)/.test(id)) return true;
  const path = pathOf(id, importer);
  // Excludes optional packages that are not installed. Includes a package if the importing file needs a
  // different version than the version at the root.
  return path !== undefined && (id.startsWith('@nestjs/') || path !== pathOf(id, resolve('package.json')));
}

/** Resolves a package from an importing file. Returns undefined if the package is not installed. */
function pathOf(id, file) {
  try {
    return createRequire(file).resolve(id);
  } catch {
    return undefined;
  }
}
