import { committedFiles, read } from '@storewright/workspace';

/** Commands that would load packages of that name from the public registry, where they are not ours. */
const ofRegistry =
  /\b(?:npx|npm (?:i|install|exec|x)|(?:pnpm|yarn|bun) (?:add|dlx|x))(?: +-\S+)* +@?storewright\b/;

/** Files that describe the command inside of this workspace, where npm finds it. */
const inWorkspace = ['tools/workspace/storewright.mjs'];

it('no text tells readers to install a package of the platform from the public registry', () => {
  const told = committedFiles().filter((file) => /\.(?:md|tsx?|mjs|cjs|js|sh|html|vue|json)$/.test(file));
  expect(told.length).toBeGreaterThan(500);
  expect(told.filter((file) => ofRegistry.test(read(file)))).toEqual(inWorkspace);
  const shown = ['docs/sdk.md', 'docs/cli.md', 'docs/webhooks.md', 'README.md'];
  for (const file of shown) expect(read(file)).toMatch(/\/downloads\/storewright-(?:sdk|cli)\.tgz/);
});
