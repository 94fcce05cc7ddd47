import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { computeGraph, installed, outsideNx, readJson, root } from './repository';

/** One finding of ESLint; `messageId` is the rule's own name of what is wrong. */
export interface Finding {
  ruleId: string | null;
  messageId?: string;
  message: string;
}

interface BaseConfig {
  compilerOptions: { paths: Record<string, string[]> };
}

/** What decides a lint verdict besides the files themselves. Without the lockfile Nx misses banned packages. */
const wiring = [
  'eslint.config.mjs',
  'eslint-rules.mjs',
  'nx.json',
  'package.json',
  'package-lock.json',
  'jest.preset.cjs',
];

/**
 * A throw-away workspace with this repository's lint rules and installed packages, to be filled with projects
 * that break them. ESLint runs there as `nx lint` runs it: in its own process, with a project graph on disk
 * (without one the boundary rule is silent and passes everything).
 */
export class ScratchWorkspace {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'storewright-workspace-')));
  private readonly paths: Record<string, string[]> = {};

  constructor() {
    for (const file of wiring) copyFileSync(join(root, file), join(this.folder, file));
    symlinkSync(join(root, 'node_modules'), join(this.folder, 'node_modules'));
    // One TypeScript program for all projects: a tsconfig for each would multiply the time.
    this.write('tsconfig.json', JSON.stringify({ extends: './tsconfig.base.json', include: ['libs'] }));
  }

  /** Adds `libs/<name>` with these tags, importable as `@storewright/<name>`. */
  addProject(name: string, tags: string[]): void {
    this.write(`libs/${name}/project.json`, JSON.stringify({ name, projectType: 'library', tags }));
    this.write(`libs/${name}/src/index.ts`, 'export const here = true;\n');
    this.paths[`@storewright/${name}`] = [`./libs/${name}/src/index.ts`];
  }

  /** Writes a file, its path relative to the workspace. */
  write(file: string, text: string): void {
    mkdirSync(dirname(join(this.folder, file)), { recursive: true });
    writeFileSync(join(this.folder, file), text);
  }

  /** Lints everything once; the findings by file, its path relative to the workspace. */
  lint(): Map<string, Finding[]> {
    const config = readJson<BaseConfig>('tsconfig.base.json');
    config.compilerOptions.paths = this.paths;
    this.write('tsconfig.base.json', JSON.stringify(config));
    // ESLint reads the graph that Nx left in the workspace's own data folder.
    computeGraph(this.folder, join(this.folder, '.nx'));

    const run = spawnSync(process.execPath, [installed('eslint'), '--format', 'json', 'libs'], {
      cwd: this.folder,
      env: { ...outsideNx(), NX_WORKSPACE_DATA_DIRECTORY: join(this.folder, '.nx/nx') },
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
    if (run.status !== 0 && run.status !== 1)
      throw new Error(`eslint ended with ${run.status}: ${run.stderr}`);
    const results = JSON.parse(run.stdout) as { filePath: string; messages: Finding[] }[];
    return new Map(results.map((result) => [result.filePath.slice(this.folder.length + 1), result.messages]));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
