import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  base: '/admin/',
  plugins: [react()],
  build: {
    outDir: '../../dist/apps/admin',
    emptyOutDir: true,
    // Newest features of the two last years of browsers; nothing is compiled for older ones.
    target: 'baseline-widely-available',
    // The content security policy has no room for data: addresses but of images.
    assetsInlineLimit: 0,
    // Says which files the first screen needs; a test adds up their size. Not served.
    manifest: 'manifest.json',
  },
});
