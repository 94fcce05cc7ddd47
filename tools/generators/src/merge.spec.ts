import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { FsTree } from 'nx/src/generators/tree';
import { makeResource } from './make-resource';
import { root } from './testing/workspace-copy';

/** Returns paths and unformatted texts of the files that a new resource creates or edits. */
function filesOf(name: string): [path: string, text: string][] {
  const tree = new FsTree(root, false);
  makeResource(tree, { name });
  return tree.listChanges().map(({ path, content }) => [path, content!.toString()]);
}

const ofRoot = (path: string) => readFileSync(join(root, path), 'utf8');

/** A repository with those files of this workspace that a new resource edits. */
class Repository {
  readonly folder = mkdtempSync(join(tmpdir(), 'storewright-merge-'));

  git(...words: string[]): string {
    const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
    return execFileSync('git', [...author, ...words], { cwd: this.folder, encoding: 'utf8', stdio: 'pipe' });
  }

  /** Writes and commits the files. */
  commit(files: [path: string, text: string][]): void {
    for (const [path, text] of files) {
      mkdirSync(dirname(join(this.folder, path)), { recursive: true });
      writeFileSync(join(this.folder, path), text);
    }
    this.git('add', '--all');
    this.git('commit', '--quiet', '--message', 'change');
  }

  /** Returns the text of a file in the work tree or in a commit. */
  read(file: string, commit?: string): string {
    return commit ? this.git('show', `${commit}:${file}`) : readFileSync(join(this.folder, file), 'utf8');
  }
}

const withGit = spawnSync('git', ['--version']).status === 0 ? describe : describe.skip;

withGit('two branches that each generate a resource', () => {
  const repository = new Repository();
  let edited: string[];

  beforeAll(() => {
    // The two names are neighbors in every sorted list, so both branches insert at the same position.
    const [ours, theirs] = [filesOf('gift_cards'), filesOf('hampers')];
    edited = ours.map(([path]) => path).filter((path) => theirs.some(([other]) => other === path));
    repository.git('init', '--quiet', '--initial-branch=main');
    repository.commit(['.gitattributes', ...edited].map((path) => [path, ofRoot(path)]));
    repository.git('checkout', '--quiet', '-b', 'theirs');
    repository.commit(theirs);
    repository.git('checkout', '--quiet', '-b', 'ours', 'main');
    repository.commit(ours);
    repository.git('checkout', '--quiet', '-b', 'both');
    spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', 'merge', '--quiet', 'theirs'], {
      cwd: repository.folder,
    });
  });

  afterAll(() => rmSync(repository.folder, { recursive: true, force: true }));

  it('resources generated on two branches edit no common file except CODEOWNERS', () =>
    expect(edited).toEqual(['CODEOWNERS']));

  it('branches with one generated resource each merge without a conflict', () => {
    expect(repository.git('diff', '--name-only', '--diff-filter=U')).toBe('');
    expect(repository.git('log', '--merges', '--oneline').trim().split('\n')).toHaveLength(1);
  });

  it('a merge of two generated resources contains each added line exactly once', () => {
    for (const path of edited) {
      const lines = repository.read(path).split('\n');
      const added = ['ours', 'theirs'].flatMap((branch) => {
        const before = new Set(repository.read(path, 'main').split('\n'));
        return repository
          .read(path, branch)
          .split('\n')
          .filter((line) => !before.has(line));
      });
      expect([path, added.length]).not.toEqual([path, 0]);
      for (const line of added) expect([path, lines.filter((each) => each === line)]).toEqual([path, [line]]);
    }
  });
});
