/**
 * Builds an npm package that contains its dependencies, so that users can install the package without a
 * registry. Its package.json is the project's manifest.json. Replaces the output folder (default:
 * dist/<project root>). Writes `storewright-<project>.tgz`, its SHA-512 and the files in `downloads` of the
 * manifest to the downloads folder (default: dist/downloads), which the auth API serves at /downloads.
 *
 * Usage: node tools/workspace/build-package.mjs <project root> [<output folder> [<downloads folder>]]
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, isAbsolute, join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './built.mjs';
import { plugin as collectedFiles } from './collect.cjs';

const [projectRoot, folder, downloads = 'dist/downloads'] = process.argv.slice(2);
if (!projectRoot)
  throw new Error('usage: build-package.mjs <project root> [<output folder> [<downloads folder>]]');
const out = folder ? resolve(folder) : resolve('dist', projectRoot);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const manifest = JSON.parse(readFileSync(join(projectRoot, 'manifest.json'), 'utf8'));
const isProgram = manifest.bin !== undefined;

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
for (const entry of entriesOf(manifest)) await bundle(entry);
if (!isProgram) declarations();
const { name, downloads: files = [], ...others } = manifest;
writeFileSync(join(out, 'package.json'), JSON.stringify({ name, version, ...others }, null, 2) + '\n');
// The package gets PACKAGE.md as its README.md, because the README.md of a library is for contributors.
copyFileSync(join(projectRoot, 'PACKAGE.md'), join(out, 'README.md'));
// Copies the template of a new app, which the packaged program reads at run time.
const template = join(projectRoot, 'src/template');
if (existsSync(template)) cpSync(template, join(out, 'template'), { recursive: true });
pack();
for (const file of files) copyFileSync(join(projectRoot, file), join(downloads, basename(file)));

/**
 * Returns the entry files of the package: `main` for a program, or one file for each export of a library.
 */
function entriesOf({ exports = {} }) {
  return isProgram ? ['main'] : Object.values(exports).map((each) => basename(each.default, '.js'));
}

/**
 * Bundles a program with its dependencies into one file. Keeps the modules of a library in separate files, so
 * that the user's bundler can remove unused modules.
 */
async function bundle(entry) {
  const banner = ({ isEntry }) => (isEntry ? '#!/usr/bin/env node' : '');
  const built = await rolldown({
    input: { [entry]: resolve(projectRoot, `src/${entry}.ts`) },
    platform: isProgram ? 'node' : 'neutral',
    plugins: [collectedFiles],
    tsconfig: resolve(projectRoot, isProgram ? 'tsconfig.json' : 'tsconfig.build.json'),
    transform: { define: { 'process.env.STOREWRIGHT_VERSION': JSON.stringify(version) } },
    // Removes unused entities and Nest modules from the bundle.
    treeshake: { moduleSideEffects: false },
    external: (id) => id.startsWith('node:') || (!isProgram && !id.startsWith('.') && !isAbsolute(id)),
    // Ignores missing optional packages, because only unused modules import them.
    onLog: (level, log, say) => log.code !== 'UNRESOLVED_IMPORT' && say(level, log),
  });
  await built.write({
    dir: out,
    format: isProgram ? 'cjs' : 'esm',
    entryFileNames: '[name].js',
    ...(isProgram && { chunkFileNames: '[name].js', minify: true, banner }),
  });
  await built.close();
}

/**
 * Writes type declarations for each module, with the file extensions that Node's module resolution requires.
 */
function declarations() {
  const compiler = resolve(root, 'node_modules/typescript7/bin/tsc');
  const words = ['-p', join(projectRoot, 'tsconfig.build.json'), '--outDir', out];
  execFileSync(process.execPath, [compiler, ...words], { stdio: 'inherit' });
  for (const file of readdirSync(out).filter((each) => each.endsWith('.d.ts'))) {
    const text = readFileSync(join(out, file), 'utf8');
    writeFileSync(join(out, file), text.replace(/(from |import\()(['"])(\.\/[\w./-]+)\2/g, '$1$2$3.js$2'));
  }
}

/** Packs the folder into a reproducible archive: the same files always result in the same bytes. */
function pack() {
  const to = resolve(downloads);
  mkdirSync(to, { recursive: true });
  const words = ['pack', '--silent', '--ignore-scripts', '--pack-destination', out];
  const packed = execFileSync('npm', words, { cwd: out, encoding: 'utf8' }).trim().split('\n').at(-1);
  const name = `storewright-${basename(projectRoot)}.tgz`;
  const digest = createHash('sha512')
    .update(readFileSync(join(out, packed)))
    .digest('hex');
  renameSync(join(out, packed), join(to, name));
  writeFileSync(join(to, `${name}.sha512`), `${digest}  ${name}\n`);
}
