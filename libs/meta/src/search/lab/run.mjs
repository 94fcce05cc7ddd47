/** Bundles the lab and runs it: `node libs/meta/src/search/lab/run.mjs [objects…]` from the root of the workspace. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';

const out = mkdtempSync(resolve('node_modules/.meta-lab-'));
try {
  const bundle = await rolldown({
    input: { main: resolve('libs/meta/src/search/lab/main.ts') },
    platform: 'node',
    tsconfig: resolve('libs/meta/tsconfig.json'),
    external: (id) =>
      !id.startsWith('.') && !id.startsWith('/') && !/^(@storewright|@oxc-project\/runtime)\b/.test(id),
  });
  await bundle.write({ dir: out, format: 'cjs', entryFileNames: '[name].cjs' });
  await bundle.close();
  await import(join(out, 'main.cjs'));
} finally {
  process.once('exit', () => rmSync(out, { recursive: true, force: true }));
}
