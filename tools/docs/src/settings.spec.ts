import { read } from '@storewright/workspace';

const SOURCES = [
  'libs/core/config/src/settings.ts',
  'libs/core/config/src/audit-settings.ts',
  'libs/core/config/src/image-store.ts',
  'libs/core/config/src/environment.ts',
  'libs/core/config/src/known-hosts.ts',
  'libs/core/config/src/reserved-domains.ts',
  'apps/admin-server/src/settings.ts',
  'apps/mcp/src/settings.ts',
];

/**
 * Matches variable names in quotes, which are arguments of the readers, and names destructured from `env`.
 */
const VARIABLE = /(?<=')[A-Z]+(?:_[A-Z]+)*(?=')|(?<=[{,] )[A-Z]+(?:_[A-Z]+)+(?=:|,| \})/g;

it('docs/settings.md lists exactly the environment variables that services read', () => {
  const variables = SOURCES.flatMap((file) => read(file).match(VARIABLE) ?? []);
  const rows = [...read('docs/settings.md').matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) +\|/gm)];
  const listed = rows.flatMap(([, names]) => names!.match(/[A-Z_]+/g)!);
  expect(new Set(listed)).toEqual(new Set(variables));
});
