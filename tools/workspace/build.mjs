/**
 * Builds one app: src/main.ts with every @storewright lib and Nest inside, other npm packages left outside.
 * Usage: node tools/workspace/build.mjs <project root> [<output folder>]. Writes main.js (CommonJS) into the output
 * folder, dist/<project root> by default, in place of what is there, and beside it what main.js imports when it needs it.
 */
import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { plugin as collectedFiles } from './collect.cjs';

const [projectRoot, folder] = process.argv.slice(2);
if (!projectRoot) throw new Error('usage: build.mjs <project root> [<output folder>]');
const out = folder ? resolve(folder) : resolve('dist', projectRoot);
rmSync(out, { recursive: true, force: true });

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const bundle = await rolldown({
  input: { main: resolve(projectRoot, 'src/main.ts') },
  platform: 'node',
  plugins: [collectedFiles],
  // What a program takes nothing of stays outside, with the packages that it would load: a name of a library brings not all of it. No module of ours is there for
  // what happens while it is loaded.
  treeshake: { moduleSideEffects: (id) => id === 'reflect-metadata' },
  tsconfig: resolve(projectRoot, 'tsconfig.json'),
  transform: { define: { 'process.env.STOREWRIGHT_VERSION': JSON.stringify(version) } },
  external: (id, importer) => !id.startsWith('.') && !isAbsolute(id) && !isInside(id, importer),
});
await bundle.write({ dir: out, format: 'cjs', sourcemap: true, entryFileNames: '[name].js' });
await bundle.close();

/**
 * @oxc-project/runtime holds the decorator helpers; it is a development dependency. Nest is four hundred ES modules, which Node loads slowly: a third of what the start
 * of a service costs.
 */
function isInside(id, importer) {
  if (/^(@storewright|@oxc-project\/runtime|collected:)/.test(id)) return true;
  const place = placeOf(id, importer);
  // What is optional and not installed is not there either; what the program would find elsewhere than Nest does goes inside with it.
  return place !== undefined && (id.startsWith('@nestjs/') || place !== placeOf(id, resolve('package.json')));
}

/** Where this file finds that package; undefined where it is not installed. */
function placeOf(id, file) {
  try {
    return createRequire(file).resolve(id);
  } catch {
    return undefined;
  }
}
