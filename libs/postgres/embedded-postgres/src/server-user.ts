import { execFileSync, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { PostgresStartError } from './start-error';

export interface ServerUser {
  uid: number;
  gid: number;
}

export const isRoot = () => process.getuid?.() === 0;

/**
 * Returns the user that runs the server: the owner of existing data, otherwise `postgres`, otherwise
 * `nobody`. Postgres refuses to run as root. Returns undefined if this process does not run as root.
 */
export function serverUser(cluster: string): ServerUser | undefined {
  if (!isRoot()) return undefined;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const user = accountNamed('postgres') ?? accountNamed('nobody');
  if (!user) {
    throw new PostgresStartError(
      'PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it as: ' +
        'start as a normal user, or set DATABASE_URL',
    );
  }
  return user;
}

export function mayEnter(user: ServerUser, folder: string): boolean {
  const shell = ['-c', 'test -x "$1"', 'sh', folder];
  return spawnSync('/bin/sh', shell, { ...user, cwd: '/', stdio: 'ignore' }).status === 0;
}

function accountNamed(name: string): ServerUser | undefined {
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}
