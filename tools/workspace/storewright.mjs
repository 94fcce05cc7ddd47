#!/usr/bin/env node
/** Builds `tools/cli` if it changed, then runs the CLI in this process (`npx storewright …`). */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, whyNotBuilt } from './built.mjs';

const reason = whyNotBuilt('cli');
if (reason) {
  process.stderr.write(`storewright: ${reason}\n`);
  process.exit(1);
}
await import(pathToFileURL(resolve(root, 'dist/tools/cli/main.js')).href);
