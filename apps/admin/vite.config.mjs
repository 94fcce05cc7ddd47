import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Writes a compressed copy of each asset for the web server. */
const compressed = {
  name: 'compressed-copies',
  configResolved({ root, build }) {
    compressed.folder = resolve(root, build.outDir, 'assets');
  },
  closeBundle() {
    const { folder } = compressed;
    for (const file of readdirSync(folder).filter((name) => /\.(?:js|css|svg)$/.test(name))) {
      const content = readFileSync(resolve(folder, file));
      const quality = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } };
      writeFileSync(resolve(folder, `${file}.br`), brotliCompressSync(content, quality));
      writeFileSync(resolve(folder, `${file}.gz`), gzipSync(content, { level: 9 }));
    }
  },
};

/** Removes React Aria's texts in languages that the panel does not support. */
const foreignWords = {
  name: 'foreign-words',
  load: (id) =>
    /\/react-aria\/.*\/intl\/.*\/[a-z]{2}-[A-Z]{2}\.m?js$/.test(id) && !/\/(?:en-US|de-DE)\.m?js$/.test(id)
      ? 'export default {}'
      : undefined,
};

export default defineConfig({
  base: '/admin/',
  plugins: [react(), foreignWords, compressed],
  build: {
    outDir: '../../dist/apps/admin',
    emptyOutDir: true,
    // Compiles for the browser versions of Baseline Widely Available.
    target: 'baseline-widely-available',
    // Keeps assets in files, because the content security policy allows data: URLs only for images.
    assetsInlineLimit: 0,
    // Lists the files that the first screen needs. A test adds up the file sizes. The web server does not serve the
    // list.
    manifest: 'manifest.json',
    // Puts modules that many screens use into one chunk, to limit the number of files.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 10 }] } },
      // Prevents modules that import only `fold` from the text library from also loading the transliteration table.
      treeshake: {
        moduleSideEffects: [{ test: /\/(?:libs\/core\/text\/src|any-ascii)\//, sideEffects: false }],
      },
    },
  },
});
