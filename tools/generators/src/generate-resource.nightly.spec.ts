import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { type Ended, root, WorkspaceCopy } from './testing/workspace-copy';

/**
 * A copy of this workspace. The specs run the generator with Nx in this copy, and then the commands that the
 * generator prints. The copy also contains the example of docs/adding-a-resource.md on top of generated
 * files.
 */
let workspace: WorkspaceCopy;
let refused: Ended;
let notes: Ended;
let returns: Ended;
/** Paths of the example's files. */
let shown: string[];
let linted: Ended;
/** Results of the type check, oxlint and oxfmt. */
const checked: Ended[] = [];
/** Result of the specs of both libraries. */
let own: Ended;
let ofService: Ended;

const owners = 'CODEOWNERS';
const generate = (name: string) => workspace.run('nx', ['g', '@storewright/tools:resource', name]);

/** Returns the files that Nx reports as created or updated. */
const written = ({ said }: Ended) =>
  [...said.matchAll(/^(?:CREATE|UPDATE) (\S+)$/gm)].map(([, file]) => file!);

beforeAll(async () => {
  workspace = new WorkspaceCopy();
  const text = workspace.read(owners);
  workspace.write(owners, '# No owners yet.\n');
  refused = await generate('notes');
  workspace.write(owners, text);
  notes = await generate('notes');
  returns = await generate('returns');
  shown = workspace.overlay(join(root, 'tools/generators/fixtures/returns'));
  replaceMigration(written(returns));
});
// Each step has the time limit of a whole test.
beforeAll(async () => {
  const projects = ['notes', 'returns', 'schema', 'shop-api'];
  // Also stores the project graph with the new libraries. Without it, lint would not check their boundaries.
  checked.push(await workspace.run('nx', ['run-many', '-t', 'typecheck', '-p', ...projects]));
});
beforeAll(async () => {
  const files = [...new Set([...written(notes), ...shown])];
  const code = files.filter((file) => /\.(?:ts|cjs)$/.test(file));
  linted = await workspace.run('oxlint', ['-c', 'oxlint.config.mjs', '--deny-warnings', ...code]);
  checked.push(linted, await workspace.run('oxfmt', ['--check', ...files]));
});
beforeAll(async () => {
  own = await workspace.jest(['--projects', 'libs/shop/notes', 'libs/shop/returns']);
});
beforeAll(async () => {
  const specs = ['src/entities.spec', 'src/conformance.spec'];
  ofService = await workspace.jest(['-c', 'apps/shop-api/jest.config.cjs', ...specs]);
});
afterAll(() => workspace.remove());

/** Gives the migration of the example the name of the generated one. */
function replaceMigration(files: readonly string[]): void {
  const generated = files.find((file) => file.includes('/migrations/'))!;
  const example = 'libs/shop/returns/migrations/shop/create-returns.sql';
  renameSync(join(workspace.folder, example), join(workspace.folder, generated));
  shown[shown.indexOf(example)] = generated;
}

const wentWell = ({ status, said }: Ended) => expect([status, said]).toEqual([0, said]);

function expectChecked(): void {
  for (const each of checked) wentWell(each);
  expect([checked.length, linted.said]).toEqual([3, expect.not.stringContaining('No cached ProjectGraph')]);
}

/** Checks that all tests passed and that these spec files ran. */
function expectPassed(tested: Ended, ...specs: string[]): void {
  wentWell(tested);
  expect(tested.said).toMatch(/Tests: +(\d+) passed, \1 total/);
  for (const spec of specs) expect(tested.said).toMatch(new RegExp(`^PASS .*${spec}\\.spec\\.ts`, 'm'));
}

describe('generated resource', () => {
  it('is written to a new library and registered', () => {
    wentWell(notes);
    expect(written(notes)).toEqual(
      expect.arrayContaining(['libs/shop/notes/src/notes/notes.resource.ts', owners]),
    );
    for (const file of written(notes))
      expect([file, existsSync(join(workspace.folder, file))]).toEqual([file, true]);
  });

  it('passes the type check, oxlint with project boundaries, and oxfmt', () => expectChecked());

  it('has a table that follows the rules of the schema', async () => {
    const specs = ['isolation', 'distribution', 'required-grants', 'version-before'];
    wentWell(await workspace.jest(['-c', 'libs/platform/schema/jest.config.cjs', ...specs]));
  });

  it('passes the specs of its library', () =>
    expectPassed(own, 'libs/shop/notes/src/notes/notes', 'libs/shop/notes/src/\\S*conformance'));

  it('passes the entity and conformance specs of the shop API', () =>
    expectPassed(ofService, 'entities', 'conformance'));

  it('has the size that resource-size.txt states', () => {
    const [size] = /^\d+ new files of \d+ lines, \d+ edits of \d+ lines$/m.exec(notes.said) ?? [];
    expect(readFileSync(join(root, 'tools/generators/resource-size.txt'), 'utf8')).toBe(`${size}\n`);
  });
});

describe('nx g @storewright/tools:resource without an owner in CODEOWNERS', () => {
  it('fails with a one-line message before writing a file', () => {
    expect(refused.status).toBe(1);
    expect(refused.said).toContain(`${owners} has no line that begins with /libs/shop/`);
    expect(refused.said).not.toMatch(/^\s+at /m);
    expect(refused.said).not.toMatch(/CREATE|UPDATE/);
  });
});

describe('example in docs/adding-a-resource.md', () => {
  it('starts with the output of the generator', () => wentWell(returns));

  it('passes the type check, oxlint and oxfmt', () => expectChecked());

  it('passes its specs', () => {
    const specs = ['returns.dto', 'returns.repository', 'returns', '\\S*conformance'];
    expectPassed(own, ...specs.map((name) => `libs/shop/returns/src/\\S*${name}`));
  });

  it('passes the entity and conformance specs of the shop API', () =>
    expectPassed(ofService, 'conformance', 'entities'));
});
