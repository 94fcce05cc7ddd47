import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installed, outsideNx, projectFolders, read, readJson } from './repository';
import { ScratchWorkspace } from './scratch-workspace';

interface Versioned {
  version: string;
}

const { release } = readJson<{ release: { groups: { platform: { projects: string[] } } } }>('nx.json');
const released = release.groups.platform.projects;
const { version } = readJson<Versioned>('package.json');

/** The next patch version. */
const next = version.replace(/\d+$/, (patch) => String(Number(patch) + 1));

describe('release configuration', () => {
  it('includes every app that has a build target', () => {
    const built = projectFolders()
      .filter((folder) => folder.startsWith('apps/'))
      .map((folder) => readJson<{ name: string; targets: object }>(`${folder}/project.json`))
      .filter(({ targets }) => 'build' in targets);
    expect(released).toEqual(built.map(({ name }) => name).sort());
  });

  it('has the same version in package.json and package-lock.json', () => {
    const lock = readJson<Versioned & { packages: Record<string, Versioned> }>('package-lock.json');
    expect([lock.version, lock.packages['']!.version]).toEqual([version, version]);
  });
});

// Skips the specs without git, from which Nx reads the commits.
const withGit = spawnSync('git', ['--version']).status === 0 ? describe : describe.skip;

withGit('nx release', () => {
  const workspace = new ScratchWorkspace();
  const git = (...words: string[]) => execFileSync('git', words, { cwd: workspace.folder, env: outsideNx() });
  const nxRelease = (...words: string[]) =>
    execFileSync(process.execPath, [installed('nx'), 'release', '--skip-publish', ...words], {
      cwd: workspace.folder,
      env: { ...outsideNx(), NX_WORKSPACE_DATA_DIRECTORY: join(workspace.folder, '.nx') },
      encoding: 'utf8',
    });
  const written = (file: string) => readFileSync(join(workspace.folder, file), 'utf8');
  let count = 0;
  const commit = (message: string) => {
    workspace.write('libs/notes/src/index.ts', `export const count = ${(count += 1)};\n`);
    git('add', '--all');
    git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '--message', message);
  };

  beforeAll(() => {
    workspace.addProject('notes', []);
    workspace.write(
      'tsconfig.base.json',
      JSON.stringify({
        compilerOptions: { paths: { '@storewright/notes': ['./libs/notes/src/index.ts'] } },
      }),
    );
    for (const name of released) {
      workspace.write(`apps/${name}/project.json`, JSON.stringify({ name }));
      workspace.write(`apps/${name}/src/main.ts`, "import '@storewright/notes';\n");
    }
    // Nx formats its files with the settings of this workspace.
    workspace.write('.oxfmtrc.json', read('.oxfmtrc.json'));
    workspace.write('tools/workspace/release-version.cjs', read('tools/workspace/release-version.cjs'));
    workspace.write('.gitignore', 'node_modules\n.nx\n');
    git('init', '--quiet', '--initial-branch=main');
    commit('How it began');
    commit('feat(notes): notes have a title');
    commit('docs: what a title is');
    commit('fix: a title is not empty');
  });

  afterAll(() => workspace.remove());

  it('dry run prints the next version and its changelog, and writes nothing', () => {
    const shown = nxRelease('--dry-run', '--first-release');
    expect(shown).toContain(`"version": "${next}"`);
    expect(shown).toContain('**notes:** notes have a title');
    expect([written('package.json'), existsSync(join(workspace.folder, 'CHANGELOG.md'))]).toEqual([
      read('package.json'),
      false,
    ]);
  });

  it('release writes the version, and a changelog with the commits of type feat and fix', () => {
    nxRelease('--first-release');
    const ours = /("name": "storewright",\s+"version": )"[^"]+"/g;
    for (const file of ['package.json', 'package-lock.json'])
      expect(written(file)).toBe(read(file).replaceAll(ours, `$1"${next}"`));
    expect(written('CHANGELOG.md')).toMatch(
      /^## .*\n\n### Features\n\n- \*\*notes:\*\* notes have a title\n\n### Fixes\n\n- a title is not empty\n?$/,
    );
  });
});
