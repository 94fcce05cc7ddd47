import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outsideNx, projectFolders, readJson, root } from '@storewright/workspace';

/** A separate folder for the data of Nx, because the Nx that runs this spec uses the default folder. */
const scratch = mkdtempSync(join(tmpdir(), 'storewright-affected-'));
afterAll(() => rmSync(scratch, { recursive: true }));

/** Files that the tests change. */
const FILES = [
  ...['README.md', 'docs/errors.md', 'docs/adr/filters.md', 'package-lock.json'],
  ...['shard.mjs', 'build.mjs', 'jest-count-reporter.cjs'].map((name) => `tools/workspace/${name}`),
  ...['apps/shop-api/src/modules/returns.ts', 'libs/shop/sales/migrations/shop/1-create.sql'],
  ...['sales', 'meta'].map((name) => `libs/shop/${name}/src/index.ts`),
];

/**
 * Projects whose tasks Nx runs after a change, by changed file. One process computes them from one project
 * graph.
 */
let affected: Record<string, string[]>;
beforeAll(() => {
  const printed = execFileSync(process.execPath, [join(root, 'tools/tree/affected-by.mjs'), ...FILES], {
    cwd: root,
    env: { ...outsideNx(), NX_WORKSPACE_DATA_DIRECTORY: scratch },
    encoding: 'utf8',
  });
  affected = JSON.parse(printed) as Record<string, string[]>;
});

const affectedBy = (file: string) => affected[file]!;

/** Omits the project `tree`, because it reads the whole repository and every file affects it. */
const withoutTree = (file: string) => affectedBy(file).filter((name) => name !== 'tree');

describe('nx affected', () => {
  it('selects only the project docs if README.md changes', () => {
    expect(withoutTree('README.md')).toEqual(['docs']);
  });

  it.each(['docs/errors.md', 'docs/adr/filters.md'])('selects docs and docs-site if %s changes', (file) => {
    expect(withoutTree(file)).toEqual(['docs', 'docs-e2e', 'docs-site']);
  });

  it('selects the projects that use a script in tools/workspace if this script changes', () => {
    expect(withoutTree('tools/workspace/shard.mjs')).toEqual(['deploy', 'docs', 'workspace']);
    const built = withoutTree('tools/workspace/build.mjs');
    expect(built).toEqual(expect.arrayContaining(['shop-api', 'auth-api', 'platform-e2e']));
    expect(built).not.toContain('sales');
    expect(withoutTree('tools/workspace/jest-count-reporter.cjs')).toContain('sales');
  });

  it('selects all projects if package-lock.json changes', () => {
    expect(affectedBy('package-lock.json')).toEqual(
      projectFolders()
        .map((folder) => readJson<{ name: string }>(`${folder}/project.json`).name)
        .sort(),
    );
  });

  it('selects no other resource, auth API or browser story for a new resource', () => {
    const files = ['apps/shop-api/src/modules/returns.ts', 'libs/shop/sales/migrations/shop/1-create.sql'];
    expect(withoutTree(files[0]!)).toEqual(['shop-api']);
    const projects = affectedBy(files[1]!);
    for (const other of ['auth-api', 'catalog', 'hooks-worker', 'meta', 'operator', 'schema', 'testing'])
      expect(projects).not.toContain(other);
  });

  it('selects the browser stories of the admin panel if a resource that the panel shows changes', () =>
    expect(affectedBy('libs/shop/sales/src/index.ts')).toEqual(
      expect.arrayContaining(['admin-e2e', 'demo-store', 'sales', 'shop-api']),
    ));

  it.each(['sales', 'meta'])('selects no other resource and no auth API project for %s', (resource) => {
    const projects = affectedBy(`libs/shop/${resource}/src/index.ts`);
    expect(projects).toEqual(expect.arrayContaining([resource, 'shop-api', 'tree']));
    const resources = ['catalog', 'event-log', 'meta', 'sales', 'shops', 'webhook-deliveries'];
    const others = resources.filter((each) => each !== resource);
    for (const other of [...others, 'auth-api', 'installs', 'operator', 'admin', 'docs'])
      expect(projects).not.toContain(other);
  });
});
