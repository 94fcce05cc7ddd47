/** `npm start`: builds what runs, then becomes `tools/start`, in this process, so that a signal to npm reaches it. */
import { resolve } from 'node:path';
import { buildBeside, root, whyNotBuilt } from './built.mjs';

process.stdout.write('building …\n');
const sample = process.argv.includes('--with-sample') ? ',sample-app' : '';
const reason = whyNotBuilt(
  `shop-api,auth-api,hooks-worker,operator,admin,admin-server,start,sdk,cli${sample}`,
);
if (reason) {
  process.stderr.write(`npm start: ${reason}\n`);
  process.exit(1);
}
process.chdir(root);
// Nothing waits for it: the auth API serves it from when it is there.
buildBeside('docs-site', (said) =>
  process.stderr.write(`npm start: the documentation could not be built:\n${said}\n`),
);
await import(resolve(root, 'dist/tools/start/main.js'));
