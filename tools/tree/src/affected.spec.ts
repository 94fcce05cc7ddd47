import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installed, outsideNx, projectFolders, readJson, root } from '@storewright/workspace';

/** Elsewhere than the workspace's own, as for the project graph: the Nx that runs this spec uses that. */
const scratch = mkdtempSync(join(tmpdir(), 'storewright-affected-'));
afterAll(() => rmSync(scratch, { recursive: true }));

/** The projects whose tasks Nx runs when these files change. */
function affectedBy(file: string): string[] {
  const words = ['show', 'projects', '--affected', `--files=${file}`, '--json'];
  const printed = execFileSync(process.execPath, [installed('nx'), ...words], {
    cwd: root,
    env: { ...outsideNx(), NX_WORKSPACE_DATA_DIRECTORY: scratch },
    encoding: 'utf8',
  });
  return (JSON.parse(printed) as string[]).sort();
}

/** All projects are in the folders of the whole tree, which `tree` looks over. */
const withoutTree = (file: string) => affectedBy(file).filter((name) => name !== 'tree');

describe('what a change concerns', () => {
  it('is what compares the documents with the code alone for README.md', () => {
    expect(withoutTree('README.md')).toEqual(['docs']);
  });

  it.each(['docs/errors.md', 'docs/adr/filters.md'])('is that and the documentation site for %s', (file) => {
    expect(withoutTree(file)).toEqual(['docs', 'docs-e2e', 'docs-site']);
  });

  it('is who uses it for a script of the workspace', () => {
    expect(withoutTree('tools/workspace/shard.mjs')).toEqual(['deploy', 'docs', 'workspace']);
    const built = withoutTree('tools/workspace/build.mjs');
    expect(built).toEqual(expect.arrayContaining(['shop-api', 'auth-api', 'platform-e2e']));
    expect(built).not.toContain('sales');
    expect(withoutTree('tools/workspace/jest-count-reporter.cjs')).toContain('sales');
  });

  it('is everything for the lockfile, which names the programs that run every task', () => {
    expect(affectedBy('package-lock.json')).toEqual(
      projectFolders()
        .map((folder) => readJson<{ name: string }>(`${folder}/project.json`).name)
        .sort(),
    );
  });

  it.each(['sales', 'meta'])('is no other resource for %s, and nothing of the central API', (resource) => {
    const affected = affectedBy(`libs/shop/${resource}/src/index.ts`);
    expect(affected).toEqual(expect.arrayContaining([resource, 'shop-api', 'tree']));
    const resources = ['catalog', 'event-log', 'meta', 'sales', 'shops', 'webhook-deliveries'];
    const others = resources.filter((each) => each !== resource);
    for (const other of [...others, 'auth-api', 'installs', 'operator', 'admin', 'docs'])
      expect(affected).not.toContain(other);
  });
});
