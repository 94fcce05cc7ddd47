/**
 * Builds the documentation site into dist/apps/docs-site. Writes the pages (src/main.ts) and runs VitePress on the
 * pages. A dead link fails the build.
 *
 * Usage: node apps/docs-site/build.mjs
 */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { build } from 'vitepress';

const root = resolve(import.meta.dirname, '../..');
const { plugin: collectedFiles } = createRequire(import.meta.url)(join(root, 'tools/workspace/collect.cjs'));
const out = resolve(root, 'dist/apps/docs-site');
const work = resolve(root, 'dist/docs-site');
for (const folder of [out, work]) rmSync(folder, { recursive: true, force: true });

const program = await rolldown({
  input: resolve(import.meta.dirname, 'src/main.ts'),
  platform: 'node',
  plugins: [collectedFiles],
  tsconfig: resolve(import.meta.dirname, 'tsconfig.json'),
  external: (id) => !/^(?:[./\0]|@storewright\/|@oxc-project\/runtime|collected:)/.test(id),
});
await program.write({ file: join(work, 'main.mjs'), format: 'esm' });
await program.close();
const { writeFilesForPrograms, writePages } = await import(pathToFileURL(join(work, 'main.mjs')).href);
writePages(root, join(work, 'pages'));

await build(import.meta.dirname);
writeFilesForPrograms(root, out);

// Copies the API explorer, a page that VitePress does not build.
const explorer = join(out, 'explorer');
cpSync(resolve(import.meta.dirname, 'explorer'), explorer, { recursive: true });
const swaggerUi = createRequire(import.meta.url)('swagger-ui-dist').absolutePath();
for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js'])
  writeFileSync(join(explorer, name), withoutSourceMap(readFileSync(join(swaggerUi, name), 'utf8')));

// Writes the compressed copies that web servers send.
for (const name of readdirSync(out, { recursive: true }).filter((each) =>
  /\.(?:html|js|css|svg|md|txt)$|^(?:openapi|postman)\//.test(each),
)) {
  const content = readFileSync(join(out, name));
  if (content.length > 1024) writeFileSync(join(out, `${name}.gz`), gzipSync(content, { level: 9 }));
}

/** Removes the source map reference, because the site does not publish source maps. */
function withoutSourceMap(text) {
  return text.replace(/\n(?:\/\/|\/\*)# sourceMappingURL=[^\n]*/, '');
}
