/**
 * Prints the share of all test seconds that run after a change of one file, as a table for docs/ci.md. With
 * files as arguments, prints the shares for these files. Reads the seconds of each project from seconds.json.
 *
 * Usage: node tools/workspace/affected.mjs [<file> …]
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { format } from 'oxfmt';
import { affectedProjects, allProjects } from './plan.mjs';

const EXAMPLES = {
  'a new resource': [
    'apps/shop-api/src/modules/returns.ts',
    'libs/shop/returns/src/returns/return.entity.ts',
    'libs/shop/returns/migrations/shop/1800000000000-create-returns.sql',
    'docs/openapi/shop.json',
    'libs/client/sdk/src/openapi.ts',
    'CODEOWNERS',
  ],
  'a line in `order.entity.ts`': ['libs/shop/sales/src/orders/order.entity.ts'],
  'a line in `product.entity.ts`': ['libs/shop/catalog/src/products/product.entity.ts'],
  'a line in `list-query.ts`': ['libs/platform/json-api/src/list-query.ts'],
  'a line in `libs/auth/installs`': ['libs/auth/installs/src/index.ts'],
  'a line in `apps/admin`': ['apps/admin/src/main.tsx'],
  'a line in `docs/shop-api.md`': ['docs/shop-api.md'],
  '`package-lock.json`': ['package-lock.json'],
};

const seconds = JSON.parse(readFileSync(resolve(import.meta.dirname, 'seconds.json'), 'utf8'));
const secondsOf = (projects) => projects.reduce((sum, { name }) => sum + (seconds[name] ?? 0), 0);

const given = process.argv.slice(2);
const changes =
  given.length > 0 ? Object.fromEntries(given.map((file) => [`\`${file}\``, [file]])) : EXAMPLES;
const total = secondsOf(allProjects());

function row([change, files]) {
  const projects = affectedProjects([`--files=${files.join(',')}`]);
  const affected = secondsOf(projects);
  return `| ${[change, projects.length, affected, `${Math.round((100 * affected) / total)} %`].join(' | ')} |`;
}

const lines = [
  '| Change | projects | seconds | share |',
  '| --- | --: | --: | --: |',
  ...Object.entries(changes).map(row),
];
process.stdout.write((await format('affected.md', lines.join('\n'))).code);
