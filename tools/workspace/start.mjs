/**
 * Builds the programs, then runs `tools/start` in this process, so that signals to npm reach the platform
 * (`npm start`). `npm run dev -- auth-api` also restarts a service when one of its sources changes. The
 * default service is shop-api.
 */
import { resolve } from 'node:path';
import { buildBeside, root, whyNotBuilt } from './built.mjs';

const words = process.argv.slice(2);
if (words[0] === '--reload' && !words[1]) words.push('shop-api');

process.stdout.write('building …\n');
const sample = words.includes('--with-sample') ? ',sample-app' : '';
const reason = whyNotBuilt(
  `shop-api,auth-api,hooks-worker,mcp,operator,admin,admin-server,start,sdk,cli${sample}`,
);
if (reason) {
  process.stderr.write(`npm start: ${reason}\n`);
  process.exit(1);
}
process.chdir(root);
// Builds the documentation in the background. The auth API serves the documentation as soon as it is built.
buildBeside('docs-site', (said) =>
  process.stderr.write(`npm start: the documentation could not be built:\n${said}\n`),
);
process.argv.splice(2, Infinity, ...words);
await import(resolve(root, 'dist/tools/start/main.js'));
