import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Puts a compressed copy beside each asset, which a web server sends as it is. */
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

/** React Aria says a few words of its own in thirty languages: those that the panel has not are left out. */
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
    // Newest features of the two last years of browsers; nothing is compiled for older ones.
    target: 'baseline-widely-available',
    // The content security policy has no room for data: addresses but of images.
    assetsInlineLimit: 0,
    // Says which files the first screen needs; a test adds up their size. Not served.
    manifest: 'manifest.json',
    // Keeps the number of files low. All styles together are 9 kB. Modules that a fifth of the screens use share one
    // script.
    cssCodeSplit: false,
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 8 }] } },
      // A module that imports only `fold` from the text library must not load the transliteration table.
      treeshake: {
        moduleSideEffects: [{ test: /\/(?:libs\/core\/text\/src|any-ascii)\//, sideEffects: false }],
      },
    },
  },
});
