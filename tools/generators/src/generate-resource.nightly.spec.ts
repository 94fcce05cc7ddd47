import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { type Ended, root, WorkspaceCopy } from './testing/workspace-copy';

/**
 * The generator as a developer meets it: run by Nx in a copy of this workspace, then what it says is next. In the same copy stands the worked example of
 * docs/adding-a-resource.md: what the generator makes, and over it what the document shows. Both are checked and tested in one run of each program.
 */
let workspace: WorkspaceCopy;
let refused: Ended;
let notes: Ended;
let returns: Ended;
/** Of the example: what the document shows, or changes. */
let shown: string[];
let linted: Ended;
/** Types, lint and format. */
const checked: Ended[] = [];
/** The specs of both libraries. */
let own: Ended;
let ofService: Ended;

const owners = 'CODEOWNERS';
const generate = (name: string) => workspace.run('nx', ['g', '@storewright/tools:resource', name]);

/** The files that Nx says it made or changed. */
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
// Each step has the time of a test.
beforeAll(async () => {
  const projects = ['notes', 'returns', 'schema', 'shop-api'];
  // Leaves the project graph with the new libraries, without which lint passes over its boundaries.
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

/** The fixture has no time in the name of its migration. */
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

/** All that ran; these were among it. */
function expectPassed(tested: Ended, ...specs: string[]): void {
  wentWell(tested);
  expect(tested.said).toMatch(/Tests: +(\d+) passed, \1 total/);
  for (const spec of specs) expect(tested.said).toMatch(new RegExp(`^PASS .*${spec}\\.spec\\.ts`, 'm'));
}

describe('a generated resource', () => {
  it('is written and registered', () => {
    wentWell(notes);
    expect(written(notes)).toEqual(
      expect.arrayContaining(['libs/shop/notes/src/notes/notes.resource.ts', owners]),
    );
    for (const file of written(notes))
      expect([file, existsSync(join(workspace.folder, file))]).toEqual([file, true]);
  });

  it('type-checks, with the schema, the app and all its specs, and every file is as oxlint, with the boundaries of projects, and oxfmt want it', () =>
    expectChecked());

  it('has a table that keeps shops apart', async () => {
    const specs = ['isolation', 'distribution', 'required-grants', 'version-before'];
    wentWell(await workspace.jest(['-c', 'libs/platform/schema/jest.config.cjs', ...specs]));
  });

  it('passes the tests of its library, over HTTP against Postgres', () =>
    expectPassed(own, 'libs/shop/notes/src/notes/notes', 'libs/shop/notes/src/\\S*conformance'));

  it('has an entity that is what the migration made, and is tested as all that the service has', () =>
    expectPassed(ofService, 'entities', 'conformance'));

  it('is as large as resource-size.txt says, and so the README', () => {
    const [size] = /^\d+ new files of \d+ lines, \d+ edits of \d+ lines$/m.exec(notes.said) ?? [];
    expect(readFileSync(join(root, 'tools/generators/resource-size.txt'), 'utf8')).toBe(`${size}\n`);
  });
});

describe('a resource that has no place in a file', () => {
  it('is refused in one line, and nothing is written', () => {
    expect(refused.status).toBe(1);
    expect(refused.said).toContain(`${owners} has no line that begins with /libs/shop/`);
    expect(refused.said).not.toMatch(/^\s+at /m);
    expect(refused.said).not.toMatch(/CREATE|UPDATE/);
  });
});

describe('the example of returns', () => {
  it('begins with what the generator makes', () => wentWell(returns));

  it('type-checks, and is as oxlint and oxfmt want it', () => expectChecked());

  it('passes its specs: input, rules, over HTTP, and what is promised of every resource', () => {
    const specs = ['returns.dto', 'returns.repository', 'returns', '\\S*conformance'];
    expectPassed(own, ...specs.map((name) => `libs/shop/returns/src/\\S*${name}`));
  });

  it('is tested as all that the service has, and has an entity that is what the migration made', () =>
    expectPassed(ofService, 'conformance', 'entities'));
});
