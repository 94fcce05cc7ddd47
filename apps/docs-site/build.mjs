/**
 * Builds the documentation site into dist/apps/docs-site: writes its pages (src/pages.ts), then VitePress makes HTML of them. A dead link stops it.
 * Usage: node apps/docs-site/build.mjs
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { build } from 'vitepress';

const root = resolve(import.meta.dirname, '../..');
const out = resolve(root, 'dist/apps/docs-site');
const work = resolve(root, 'dist/docs-site');
for (const folder of [out, work]) rmSync(folder, { recursive: true, force: true });

const program = await rolldown({
  input: resolve(import.meta.dirname, 'src/main.ts'),
  platform: 'node',
  tsconfig: resolve(import.meta.dirname, 'tsconfig.json'),
  external: (id) => !/^(?:[./]|@storewright\/|@oxc-project\/runtime)/.test(id),
});
await program.write({ file: join(work, 'main.mjs'), format: 'esm' });
await program.close();
const { writePages } = await import(pathToFileURL(join(work, 'main.mjs')).href);
writePages(root, join(work, 'pages'));

await build(import.meta.dirname);

// Web servers send the compressed copy as it is.
for (const name of readdirSync(out, { recursive: true }).filter((each) =>
  /\.(?:html|js|css|svg)$/.test(each),
)) {
  const content = readFileSync(join(out, name));
  if (content.length > 1024) writeFileSync(join(out, `${name}.gz`), gzipSync(content, { level: 9 }));
}
