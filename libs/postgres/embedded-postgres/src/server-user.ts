import { execFileSync, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { PostgresStartError } from './start-error';

/** Whom the server runs as; passed to `spawn`. */
export interface ServerUser {
  uid: number;
  gid: number;
}

export const isRoot = () => process.getuid?.() === 0;

/**
 * Postgres refuses to run as root, so root lends it another user: the owner of the data where there is some already, else
 * `postgres`, else `nobody`. Absent where we are not root: then it runs as ourselves.
 */
export function serverUser(cluster: string): ServerUser | undefined {
  if (!isRoot()) return undefined;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const user = accountNamed('postgres') ?? accountNamed('nobody');
  if (!user) {
    throw new PostgresStartError(
      'PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it as: start as a normal user, or set DATABASE_URL',
    );
  }
  return user;
}

/** True where the user may enter the folder: every folder above it has to let them through too. */
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
