import { join } from 'node:path';
import { type Ended, root, WorkspaceCopy } from './testing/workspace-copy';

/** The worked example of docs/adding-a-resource.md: what the generator makes, and over it what the document shows. */
let workspace: WorkspaceCopy;
let files: string[];
let generated: Ended;

const specs = (lib: string, words: string[] = []) =>
  workspace.run('jest', ['-c', `${lib}/jest.config.cjs`, ...words]);

beforeAll(async () => {
  workspace = new WorkspaceCopy();
  generated = await workspace.run('nx', ['g', '@storewright/tools:resource', 'returns']);
  files = workspace.overlay(join(root, 'tools/generators/fixtures/returns'));
  register();
});
afterAll(() => workspace.remove());

/** As docs/adding-a-resource.md shows: returns ask the module of sales, which the service makes once. */
function register(): void {
  const file = 'apps/shop-api/src/modules.ts';
  const made = 'SalesModule.forRoot({ imports: [CatalogModule], inventory: Inventory })';
  const registered = workspace
    .read(file)
    .replace(`    ${made},`, '    sales,')
    .replace('  return [', `  const sales = ${made};\n  return [`)
    .replace(
      /^ {4}ReturnsModule,$/m,
      '    ReturnsModule.forRoot({ imports: [sales], orderLines: OrderLines }),',
    )
    .replace('import { SalesModule }', 'import { OrderLines, SalesModule }');
  workspace.write(file, registered);
  files.push(file);
}

const wentWell = ({ status, said }: Ended) => expect([status, said]).toEqual([0, said]);

describe('the example of returns', () => {
  it('begins with what the generator makes', () => wentWell(generated));

  it('type-checks, and is as eslint and prettier want it', async () => {
    // Leaves the project graph with the new library, without which lint passes over its boundaries.
    wentWell(
      await workspace.run('nx', ['run-many', '-t', 'typecheck', '-p', 'returns', 'scopes', 'shop-api']),
    );
    wentWell(await workspace.run('eslint', ['--max-warnings', '0', ...files]));
    wentWell(await workspace.run('prettier', ['--check', ...files]));
  });

  it('passes its specs: input, rules, over HTTP, and what is promised of every resource', async () =>
    wentWell(await specs('libs/shop/returns')));

  it('is tested as all that the service has, and has an entity that is what the migration made', async () =>
    wentWell(await specs('apps/shop-api', ['src/(entities|conformance).spec'])));
});
