import { committedFiles, read } from '@storewright/workspace';

/** `npx storewright …`, `npm install @storewright/sdk`: names on the public registry, which are not ours. */
const ofRegistry =
  /\b(?:npx|npm (?:i|install|exec|x)|(?:pnpm|yarn|bun) (?:add|dlx|x))(?: +-\S+)* +@?storewright\b/;

/** This repository's own command, which npm finds in the workspace. */
const inWorkspace = ['tools/tree/src/downloads.spec.ts', 'tools/workspace/storewright.mjs'];

it('nobody is told to run or install a name that is not ours: packages come from {auth_url}/downloads', () => {
  const told = committedFiles().filter((file) => /\.(?:md|tsx?|mjs|cjs|js|sh|html|vue|json)$/.test(file));
  expect(told.length).toBeGreaterThan(500);
  expect(told.filter((file) => ofRegistry.test(read(file)))).toEqual(inWorkspace);
  const shown = ['docs/sdk.md', 'docs/cli.md', 'docs/webhooks.md', 'README.md'];
  for (const file of shown) expect(read(file)).toMatch(/\/downloads\/storewright-(?:sdk|cli)\.tgz/);
});
