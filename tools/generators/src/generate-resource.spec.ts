import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Ended, root, WorkspaceCopy } from './testing/workspace-copy';

/** The generator as a developer meets it: run by Nx in a copy of this workspace, then what it says is next. */
let workspace: WorkspaceCopy;
let refused: Ended;
let generated: Ended;

const modules = 'apps/shop-api/src/modules.ts';
const generate = (name: string) => workspace.run('nx', ['g', '@storewright/tools:resource', name]);
const specs = (lib: string, words: string[], environment = {}) =>
  workspace.run('jest', ['-c', `${lib}/jest.config.cjs`, ...words], environment);

/** Of the schema, by the names of its tests: all but what another catalogue would look like. */
const promises = 'is what the migrations make|what keeps tenants apart|every table of the shop data';

/** The files that Nx says it made or changed. */
const written = () => [...generated.said.matchAll(/^(?:CREATE|UPDATE) (\S+)$/gm)].map(([, file]) => file!);

beforeAll(async () => {
  workspace = new WorkspaceCopy();
  const text = workspace.read(modules);
  workspace.write(modules, text.replace('return [', 'return ([').replace('];', '] as never);'));
  refused = await generate('notes');
  workspace.write(modules, text);
  generated = await generate('notes');
});
afterAll(() => workspace.remove());

const wentWell = ({ status, said }: Ended) => expect([status, said]).toEqual([0, said]);

describe('a generated resource', () => {
  it('is written and registered', () => {
    wentWell(generated);
    expect(written()).toEqual(
      expect.arrayContaining(['libs/shop/notes/src/notes/notes.resource.ts', modules]),
    );
    for (const file of written())
      expect([file, existsSync(join(workspace.folder, file))]).toEqual([file, true]);
  });

  it('type-checks, with the schema, the app and all its specs, and every file is as eslint, with the boundaries of projects, and prettier want it', async () => {
    // Leaves the project graph with the new library, without which lint passes over its boundaries.
    wentWell(await workspace.run('nx', ['run-many', '-t', 'typecheck', '-p', 'notes', 'schema', 'shop-api']));
    const code = written().filter((file) => /\.(?:ts|cjs)$/.test(file));
    const linted = await workspace.run('eslint', ['--max-warnings', '0', ...code]);
    wentWell(linted);
    expect(linted.said).not.toContain('No cached ProjectGraph');
    wentWell(await workspace.run('prettier', ['--check', '--ignore-unknown', ...written()]));
  });

  it('has a table, which is in schema.sql once it is printed, and keeps shops apart', async () => {
    const print = ['catalog', '-t', 'is what the migrations make'];
    wentWell(await specs('libs/platform/schema', print, { SCHEMA_PRINT: '1' }));
    expect(workspace.read('libs/platform/schema/schema.sql')).toMatch(/^CREATE TABLE shop\.notes \(/m);
    wentWell(await specs('libs/platform/schema', ['catalog', 'isolation', 'distribution', '-t', promises]));
  });

  it('passes the tests of its library, over HTTP against Postgres', async () => {
    const own = await specs('libs/shop/notes', []);
    wentWell(own);
    expect(own.said).toMatch(/PASS \S+ \S+conformance\.spec\.ts/);
    expect(own.said).toMatch(/Tests: +(\d+) passed, \1 total/);
  });

  it('has an entity that is what the migration made, and is tested as all that the service has', async () => {
    const spec = await specs('apps/shop-api', ['src/entities.spec', 'src/conformance.spec']);
    wentWell(spec);
    expect(spec.said).toMatch(/Tests: +(\d+) passed, \1 total/);
  });

  it('is as large as resource-size.txt says, and so the README', () => {
    const [size] = /^\d+ new files of \d+ lines, \d+ edits of \d+ lines$/m.exec(generated.said) ?? [];
    expect(readFileSync(join(root, 'tools/generators/resource-size.txt'), 'utf8')).toBe(`${size}\n`);
  });
});

describe('a resource that has no place in a file', () => {
  it('is refused in one line, and nothing is written', () => {
    expect(refused.status).toBe(1);
    expect(refused.said).toContain(`${modules} has no array that "resourceModules" returns`);
    expect(refused.said).not.toMatch(/^\s+at /m);
    expect(refused.said).not.toMatch(/CREATE|UPDATE/);
  });
});
