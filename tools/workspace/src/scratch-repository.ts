import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { outsideNx, root } from './repository';

/** Configuration files that define Nx tasks, without project.json files. */
const wiring = [
  '.nxignore',
  'nx.json',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'jest.preset.cjs',
  'oxlint.config.mjs',
  'oxlint-rules.mjs',
  '.oxfmtrc.json',
  'tools/workspace/package.json',
  'tools/workspace/executors.json',
  'tools/workspace/not-on-citus.json',
  'tools/workspace/check.schema.json',
];

export interface Ended {
  status: number | null;
  lines: string[];
  errors: string;
}

/**
 * A temporary Git repository with the `npm test` of this repository and small test projects. Specs clone this
 * repository and run `npm test` in the clone.
 */
export class ScratchRepository {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'storewright-repository-')));
  private readonly origin = join(this.folder, 'origin');
  private clones = 0;

  constructor() {
    const commands = readdirSync(join(root, 'tools/workspace')).filter((file) => /\.[cm]js$/.test(file));
    for (const file of [...wiring, ...commands.map((name) => `tools/workspace/${name}`)]) {
      mkdirSync(dirname(join(this.origin, file)), { recursive: true });
      copyFileSync(join(root, file), join(this.origin, file));
    }
    this.write('.gitignore', ['node_modules', '.nx', 'dist', 'untracked'].join('\n'));
  }

  /** Adds the project `libs/<name>`. `targets` contains only differences from nx.json. */
  addProject(name: string, targets: Record<string, object>, specs: Record<string, string>): void {
    this.write(`libs/${name}/project.json`, JSON.stringify({ name, projectType: 'library', targets }));
    this.write(
      `libs/${name}/jest.config.cjs`,
      "module.exports = require('../../jest.preset.cjs')(__dirname);\n",
    );
    for (const [file, text] of Object.entries(specs)) this.write(`libs/${name}/src/${file}.spec.ts`, text);
  }

  write(file: string, text: string): void {
    mkdirSync(dirname(join(this.origin, file)), { recursive: true });
    writeFileSync(join(this.origin, file), text);
  }

  /** Commits all files and clones the repository. The clone shares the installed packages. */
  clone(): Clone {
    const identity = ['-c', 'user.name=spec', '-c', 'user.email=spec@example.com'];
    git(this.origin, 'init', '--quiet');
    git(this.origin, 'add', '.');
    git(this.origin, ...identity, 'commit', '--quiet', '--allow-empty', '--message=state');
    const folder = join(this.folder, `clone-${(this.clones += 1)}`);
    git(this.folder, 'clone', '--quiet', this.origin, folder);
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    return new Clone(folder, join(this.folder, 'home'));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function git(folder: string, ...words: string[]): void {
  const { status, stderr } = spawnSync('git', words, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${words.join(' ')}: ${stderr}`);
}

/** A clone of a temporary test repository. All clones share one user and home folder. */
export class Clone {
  constructor(
    readonly folder: string,
    private readonly home: string,
  ) {}

  leave(file: string): void {
    writeFileSync(join(this.folder, file), '');
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), 'utf8');
  }

  lose(file: string): void {
    rmSync(join(this.folder, file));
  }

  change(file: string): void {
    appendFileSync(join(this.folder, file), '// changed\n');
  }

  /** Runs `npm test -- <words>`. The variable `CI` is unset by default. */
  check(words: string[] = [], environment: Record<string, string> = {}): Ended {
    return this.run('check.mjs', words, environment);
  }

  run(command: string, words: string[] = [], environment: Record<string, string> = {}): Ended {
    mkdirSync(this.home, { recursive: true });
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(this.folder, 'tools/workspace', command), ...words],
      {
        cwd: this.folder,
        env: { ...outsideNx(), HOME: this.home, CI: 'false', ...environment },
        encoding: 'utf8',
      },
    );
    return { status, lines: stdout.trimEnd().split('\n'), errors: stderr };
  }
}
