import { execFile } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { ServiceName } from '../stage';

const execute = promisify(execFile);
const git = async (...words: string[]) => (await execute('git', words)).stdout.trim();

const migrations = [':(glob)libs/*/*/migrations/**'];

export interface VersionBefore {
  name: string;
  programOf(name: ServiceName): string;
  migrate(administratorUrl: string): Promise<unknown>;
  remove(): void;
}

/**
 * Builds the previous release, or the commit before the newest migration. Returns undefined in a clone
 * without history.
 */
export async function versionBefore(from?: string): Promise<VersionBefore | undefined> {
  const commit = await (from === undefined ? previousCommit() : git('rev-parse', '--verify', `${from}^{commit}`)).catch(() => undefined); // oxfmt-ignore
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
      execute(process.execPath, [programOf('operator'), 'migrate'], { env: migrating(administratorUrl) }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const migrating = (administratorUrl: string) => ({
  DATABASE_URL: administratorUrl,
  ...{ OWNER_DB_PASSWORD: 'owner', AUTH_DB_PASSWORD: 'auth', SHOP_DB_PASSWORD: 'shop', HOOKS_DB_PASSWORD: 'hooks' }, // oxfmt-ignore
});

async function previousCommit(): Promise<string> {
  const tag = await git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^').catch(() => undefined);
  if (tag) return git('rev-parse', `${tag}^{commit}`);
  const newest = await git('log', '-1', '--diff-filter=A', '--format=%H', '--', ...migrations);
  return git('rev-parse', '--verify', `${newest}^`);
}

async function build(commit: string, folder: string): Promise<void> {
  await execute('/bin/sh', ['-c', `git archive ${commit} | tar -x -C "$0"`, folder]);
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const projects = '--projects=shop-api,auth-api,hooks-worker,operator';
  await execute(resolve('node_modules/.bin/nx'), ['run-many', '-t', 'build', projects], {
    cwd: folder,
    env: { ...process.env, NX_DAEMON: 'false', NX_WORKSPACE_ROOT_PATH: folder },
    maxBuffer: 2 ** 26,
  });
}
