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

/** A finding of Oxlint. `code` is the rule, such as `typescript(no-floating-promises)`. */
export interface Finding {
  code: string;
  message: string;
  filename: string;
}

interface BaseConfig {
  compilerOptions: { paths: Record<string, string[]> };
}

/**
 * Configuration files that affect lint results. The lockfile is necessary, because Nx detects banned packages
 * by it.
 */
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
 * A temporary workspace with the lint rules and packages of this repository. Specs fill the workspace with
 * projects that violate the rules. Oxlint runs in a separate process with a project graph on disk, as in `nx
 * lint`. Without the project graph, the boundary rule would accept every import.
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
    // Uses one TypeScript program for all projects, because a tsconfig for each project would take several
    // times as long.
    this.write('tsconfig.json', JSON.stringify({ extends: './tsconfig.base.json', include: ['libs'] }));
  }

  /**
   * Adds the project `libs/<name>` with the given Nx tags. Other projects can import it as
   * `@storewright/<name>`.
   */
  addProject(name: string, tags: string[]): void {
    this.write(`libs/${name}/project.json`, JSON.stringify({ name, projectType: 'library', tags }));
    this.write(`libs/${name}/src/index.ts`, 'export const here = true;\n');
    this.paths[`@storewright/${name}`] = [`./libs/${name}/src/index.ts`];
  }

  write(file: string, text: string): void {
    mkdirSync(dirname(join(this.folder, file)), { recursive: true });
    writeFileSync(join(this.folder, file), text);
  }

  lint(): Map<string, Finding[]> {
    const config = readJson<BaseConfig>('tsconfig.base.json');
    config.compilerOptions.paths = this.paths;
    this.write('tsconfig.base.json', JSON.stringify(config));
    // Writes the project graph to the Nx data folder of the temporary workspace, from which the linter reads
    // it.
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
