import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

export const root = resolve(__dirname, '../../..');

const notOurs = new Set(['node_modules', 'dist', 'coverage', '.git', '.nx', '.storewright']);

/**
 * Paths of the files that git tracks or would add, relative to the root folder. Without git, as in a source
 * archive, returns every file.
 */
export function committedFiles(): string[] {
  const git = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  const files = git.status === 0 ? git.stdout.split('\0').filter(Boolean) : walk(root);
  return files.filter((file) => lstatSync(join(root, file), { throwIfNoEntry: false })?.isFile());
}

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !notOurs.has(entry.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? walk(path) : [relative(root, path)];
    });
}

/** Returns the folder of each Nx project: `apps/<name>`, `libs/<layer or owner>/<name>`, `tools/<name>`. */
export function projectFolders(): string[] {
  const layers = subfolders('libs').map((layer) => `libs/${layer}`);
  return ['apps', ...layers, 'tools']
    .flatMap((parent) => subfolders(parent).map((name) => `${parent}/${name}`))
    .filter((folder) => existsSync(join(root, folder, 'project.json')));
}

function subfolders(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}

export function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

export function readJson<T>(file: string): T {
  return JSON.parse(read(file)) as T;
}

/**
 * Returns the environment for a child process that uses a separate workspace. Removes the `NX_*` variables of
 * a running Nx task, which name this workspace and its cache. Also removes SPEC_SET, which a nightly task
 * sets.
 */
export function outsideNx(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^NX_|^SPEC_SET$/.test(name));
  return { ...Object.fromEntries(own), CI: 'true', NX_DAEMON: 'false', NX_ISOLATE_PLUGINS: 'false' };
}

/** Returns the absolute path of the script of an installed command, which Node can run. */
export function installed(command: string): string {
  return realpathSync(join(root, 'node_modules/.bin', command));
}

/** A project in the output of `nx graph`. */
export interface GraphNode {
  name: string;
  data: { root: string; tags: string[]; targets: Record<string, unknown> };
}

export interface ProjectGraph {
  nodes: Record<string, GraphNode>;
  dependencies: Record<string, { source: string; target: string; type: string }[]>;
}

/**
 * Computes the Nx project graph of a workspace in a child process.
 *
 * @param workspace absolute path
 * @param scratch folder outside of the workspace for the graph and the data of Nx, so that Nx neither reads a
 * stale graph nor disturbs another running Nx
 */
export function computeGraph(workspace: string, scratch: string): ProjectGraph {
  const file = join(scratch, 'graph.json');
  execFileSync(process.execPath, [installed('nx'), 'graph', `--file=${file}`], {
    cwd: workspace,
    env: { ...outsideNx(), NX_WORKSPACE_DATA_DIRECTORY: join(scratch, 'nx') },
    stdio: 'pipe',
  });
  return (JSON.parse(readFileSync(file, 'utf8')) as { graph: ProjectGraph }).graph;
}
