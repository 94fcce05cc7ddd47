import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { computeGraph, installed, outsideNx, readJson, root } from './repository';

/** One finding of Oxlint; `code` names the rule: `typescript(no-floating-promises)`. */
export interface Finding {
  code: string;
  message: string;
  filename: string;
}

interface BaseConfig {
  compilerOptions: { paths: Record<string, string[]> };
}

/** Files that influence lint, besides the linted ones. Without the lockfile Nx misses banned packages. */
const wiring = [
  'oxlint.config.mjs',
  'oxlint-rules.mjs',
  'nx.json',
  'package.json',
  'package-lock.json',
  'jest.preset.cjs',
  'tools/workspace/save-tasks.cjs',
];

/**
 * A temporary workspace with this repository's lint rules and packages, to fill with projects that break
 * the rules. Oxlint runs in its own process with a project graph on disk, as in `nx lint`: without the
 * graph the boundary rule accepts everything.
 */
export class ScratchWorkspace {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'storewright-workspace-')));
  private readonly paths: Record<string, string[]> = {};

  constructor() {
    for (const file of wiring) {
      mkdirSync(dirname(join(this.folder, file)), { recursive: true });
      copyFileSync(join(root, file), join(this.folder, file));
    }
    symlinkSync(join(root, 'node_modules'), join(this.folder, 'node_modules'));
    // One TypeScript program for all projects. A tsconfig for each would multiply the time.
    this.write('tsconfig.json', JSON.stringify({ extends: './tsconfig.base.json', include: ['libs'] }));
  }

  /** Adds `libs/<name>` with these tags, importable as `@storewright/<name>`. */
  addProject(name: string, tags: string[]): void {
    this.write(`libs/${name}/project.json`, JSON.stringify({ name, projectType: 'library', tags }));
    this.write(`libs/${name}/src/index.ts`, 'export const here = true;\n');
    this.paths[`@storewright/${name}`] = [`./libs/${name}/src/index.ts`];
  }

  /** Writes a file. The path is relative to the workspace. */
  write(file: string, text: string): void {
    mkdirSync(dirname(join(this.folder, file)), { recursive: true });
    writeFileSync(join(this.folder, file), text);
  }

  /** Lints the workspace. Returns the findings by path, relative to the workspace. */
  lint(): Map<string, Finding[]> {
    const config = readJson<BaseConfig>('tsconfig.base.json');
    config.compilerOptions.paths = this.paths;
    this.write('tsconfig.base.json', JSON.stringify(config));
    // The linter reads the project graph from the data folder of Nx in the workspace.
    computeGraph(this.folder, join(this.folder, '.nx'));

    const words = [installed('oxlint'), '-c', 'oxlint.config.mjs', '--format', 'json', 'libs'];
    const run = spawnSync(process.execPath, words, {
      cwd: this.folder,
      env: { ...outsideNx(), NX_WORKSPACE_DATA_DIRECTORY: join(this.folder, '.nx/nx') },
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
    if (run.status !== 0 && run.status !== 1)
      throw new Error(`oxlint ended with ${run.status}: ${run.stderr}`);
    const report = JSON.parse(run.stdout) as { diagnostics: Finding[]; number_of_files: number };
    const files = readdirSync(this.folder, { recursive: true, encoding: 'utf8' });
    const linted = files.filter((file) => /^libs\/.*\.ts$/.test(file));
    if (report.number_of_files !== linted.length)
      throw new Error(`${report.number_of_files} files of ${linted.length} were linted`);
    return new Map(linted.map((file) => [file, report.diagnostics.filter((each) => each.filename === file)]));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
