import { spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  lstatSync,
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
import { basename, dirname, join, relative, resolve } from 'node:path';

export const root = resolve(__dirname, '../../../..');

const notOurs = new Set(['node_modules', 'dist', 'coverage', '.git', '.nx', '.storewright', '.env']);

export interface Ended {
  status: number | null;
  said: string;
}

/** A copy of this workspace: all files that git would commit, and the installed packages. */
export class WorkspaceCopy {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'storewright-generated-')));

  constructor() {
    const listing = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const git = spawnSync('git', listing, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
    if (git.status === 0) this.take(git.stdout.split('\0'));
    else this.takeAll();
    symlinkSync(join(root, 'node_modules'), join(this.folder, 'node_modules'));
  }

  private take(files: readonly string[]): void {
    for (const file of files) {
      if (!lstatSync(join(root, file), { throwIfNoEntry: false })?.isFile()) continue;
      mkdirSync(dirname(join(this.folder, file)), { recursive: true });
      copyFileSync(join(root, file), join(this.folder, file));
    }
  }

  /** Copies all files that .gitignore does not exclude, on machines without git. */
  private takeAll(): void {
    const filter = (path: string) => !notOurs.has(basename(path));
    cpSync(root, this.folder, { recursive: true, filter });
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), 'utf8');
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text);
  }

  /**
   * Copies the files of a folder into the workspace copy and removes the extension `.template`. Returns the
   * paths of the copies.
   */
  overlay(folder: string): string[] {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => {
        const path = relative(folder, join(parentPath, name)).replace(/\.template$/, '');
        mkdirSync(dirname(join(this.folder, path)), { recursive: true });
        copyFileSync(join(parentPath, name), join(this.folder, path));
        return path;
      });
  }

  /**
   * Runs an installed command without the environment variables that control Nx and the nightly test run.
   */
  run(command: string, words: readonly string[], environment: Record<string, string> = {}): Promise<Ended> {
    const own = Object.entries(process.env).filter(([name]) => !/^NX_|^SPEC_SET$/.test(name));
    const script = realpathSync(join(root, 'node_modules/.bin', command));
    const child = spawn(process.execPath, [script, ...words], {
      cwd: this.folder,
      env: {
        ...Object.fromEntries(own),
        CI: 'true',
        NX_DAEMON: 'false',
        NX_ISOLATE_PLUGINS: 'false',
        NO_COLOR: '1',
        FORCE_COLOR: '0',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => (said += data.toString()));
    return new Promise((ended, failed) => {
      child.once('error', failed);
      child.once('close', (status) => ended({ status, said }));
    });
  }

  /** Runs specs of the workspace copy in one process, with the transform cache of the original workspace. */
  jest(words: readonly string[], environment?: Record<string, string>): Promise<Ended> {
    const cache = join(root, '.nx/jest');
    return this.run('jest', ['--runInBand', `--cacheDirectory=${cache}`, ...words], environment);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
