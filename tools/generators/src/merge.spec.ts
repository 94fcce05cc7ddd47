import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { FsTree } from 'nx/src/generators/tree';
import { makeResource } from './make-resource';
import { root } from './testing/workspace-copy';

/** Files in which two branches add a line at the same place. This list may only shrink. */
const conflicting = [
  'apps/shop-api/src/resources.ts',
  'apps/shop-api/src/testing/samples.ts',
  'libs/core/scopes/src/events.ts',
  'libs/core/scopes/src/scope-registry.ts',
  'tsconfig.base.json',
];

/** The files that a resource makes and edits, with their new texts. */
function filesOf(name: string): Map<string, string> {
  const tree = new FsTree(root, false);
  makeResource(tree, { name });
  return new Map(tree.listChanges().map(({ path, content }) => [path, content!.toString()]));
}

/** A file as it is; JSON as the generator writes it before prettier does. */
function ofRoot(path: string): string {
  const text = readFileSync(join(root, path), 'utf8');
  return path.endsWith('.json') ? JSON.stringify(JSON.parse(text), null, 2) : text;
}

/** A repository with the files of this one that a resource edits. */
class Repository {
  readonly folder = mkdtempSync(join(tmpdir(), 'storewright-merge-'));

  git(...words: string[]): string {
    const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
    return execFileSync('git', [...author, ...words], { cwd: this.folder, encoding: 'utf8', stdio: 'pipe' });
  }

  commit(files: Iterable<[path: string, text: string]>): void {
    for (const [path, text] of files) {
      mkdirSync(dirname(join(this.folder, path)), { recursive: true });
      writeFileSync(join(this.folder, path), text);
    }
    this.git('add', '--all');
    this.git('commit', '--quiet', '--message', 'change');
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), 'utf8');
  }
}

const withGit = spawnSync('git', ['--version']).status === 0 ? describe : describe.skip;

withGit('two branches that make a resource each', () => {
  const repository = new Repository();
  const first = 'gift_cards';
  const second = 'hampers';

  beforeAll(() => {
    // Neighbours: no other name is between them, so all that is kept in order gets both at one place.
    const [ours, theirs] = [filesOf(first), filesOf(second)];
    const edited = [...ours.keys()].filter((path) => theirs.has(path));
    repository.git('init', '--quiet', '--initial-branch=main');
    repository.commit(['.gitattributes', ...edited].map((path) => [path, ofRoot(path)]));
    repository.git('checkout', '--quiet', '-b', 'theirs');
    repository.commit(theirs);
    repository.git('checkout', '--quiet', 'main');
    repository.commit(ours);
    spawnSync('git', ['merge', '--quiet', 'theirs'], { cwd: repository.folder });
  });

  afterAll(() => rmSync(repository.folder, { recursive: true, force: true }));

  it('meet in the files that are known for it alone', () => {
    const unmerged = repository.git('diff', '--name-only', '--diff-filter=U').split('\n').filter(Boolean);
    expect(unmerged).toEqual(conflicting);
  });

  it('have both migrations and both teams when they are merged', () => {
    const migrations = repository.read('libs/platform/schema/src/shop/index.ts').split('\n');
    expect(migrations).toEqual(
      expect.arrayContaining(["export * from './create-gift-cards';", "export * from './create-hampers';"]),
    );
    const owners = repository.read('CODEOWNERS').split('\n');
    expect(owners).toEqual(
      expect.arrayContaining([
        '/libs/shop/gift-cards/ @storewright/shop-gift-cards',
        '/libs/shop/hampers/ @storewright/shop-hampers',
      ]),
    );
  });
});
