import { committedFiles, read } from '@storewright/workspace';

/**
 * Matches commands that would load packages from the public registry, in which somebody else may own their
 * names.
 */
const ofRegistry =
  /\b(?:npx|npm (?:i|install|exec|x)|(?:pnpm|yarn|bun) (?:add|dlx|x))(?: +-\S+)* +@?storewright\b/;

/** Files that mention the command as used inside this workspace, in which npm finds it. */
const inWorkspace = ['tools/workspace/storewright.mjs'];

it('files do not tell readers to install a package of the platform from the npm registry', () => {
  const told = committedFiles().filter((file) => /\.(?:md|tsx?|mjs|cjs|js|sh|html|vue|json)$/.test(file));
  expect(told.length).toBeGreaterThan(500);
  expect(told.filter((file) => ofRegistry.test(read(file)))).toEqual(inWorkspace);
  const shown = ['docs/sdk.md', 'docs/cli.md', 'docs/webhooks.md', 'README.md'];
  for (const file of shown) expect(read(file)).toMatch(/\/downloads\/storewright-(?:sdk|cli)\.tgz/);
});
