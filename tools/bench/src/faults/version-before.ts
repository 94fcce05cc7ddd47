import { execFile } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { ServiceName } from '../stage';

const run = promisify(execFile);
const git = async (...words: string[]) => (await run('git', words)).stdout.trim();

const migrations = ['libs/platform/schema/src/auth', 'libs/platform/schema/src/shop'];

/** Another version of the platform, built. */
export interface VersionBefore {
  /** What git calls it, for people. */
  name: string;
  /** Its file to run. */
  programOf(name: ServiceName): string;
  /** Makes the roles and the schema of that version. */
  migrate(administratorUrl: string): Promise<unknown>;
  remove(): void;
}

/** The release before; where there is none, the code before the newest migration. Undefined where git does not have it: a clone without its history. */
export async function versionBefore(from?: string): Promise<VersionBefore | undefined> {
  const commit = await (from === undefined ? foundCommit() : git('rev-parse', '--verify', `${from}^{commit}`)).catch(() => undefined); // oxfmt-ignore
  if (!commit) return undefined;
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'storewright-before-'));
  try {
    await build(commit, folder);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  const programOf = (name: string) => join(folder, 'dist/apps', name, 'main.js');
  return {
    name: await git('describe', '--tags', '--always', commit),
    programOf,
    migrate: (administratorUrl) =>
      run(process.execPath, [programOf('operator'), 'migrate'], { env: migrating(administratorUrl) }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The passwords of tests. */
const migrating = (administratorUrl: string) => ({
  DATABASE_URL: administratorUrl,
  ...{ OWNER_DB_PASSWORD: 'owner', AUTH_DB_PASSWORD: 'auth', SHOP_DB_PASSWORD: 'shop', HOOKS_DB_PASSWORD: 'hooks' }, // oxfmt-ignore
});

async function foundCommit(): Promise<string> {
  const tag = await git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^').catch(() => undefined);
  if (tag) return git('rev-parse', `${tag}^{commit}`);
  const newest = await git('log', '-1', '--diff-filter=A', '--format=%H', '--', ...migrations);
  return git('rev-parse', '--verify', `${newest}^`);
}

/** By the build of that version, with the packages that are installed here. */
async function build(commit: string, folder: string): Promise<void> {
  await run('/bin/sh', ['-c', `git archive ${commit} | tar -x -C "$0"`, folder]);
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const projects = '--projects=shop-api,auth-api,hooks-worker,operator';
  await run(resolve('node_modules/.bin/nx'), ['run-many', '-t', 'build', projects], {
    cwd: folder,
    env: { ...process.env, NX_DAEMON: 'false', NX_WORKSPACE_ROOT_PATH: folder },
    maxBuffer: 2 ** 26,
  });
}
