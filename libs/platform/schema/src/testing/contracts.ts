import { execFileSync } from 'node:child_process';
import type { Migration } from '../migrations';

const MARK = /^-- Contracts after (v\d+\.\d+\.\d+)\b/m;

const git = (...words: string[]) =>
  execFileSync('git', words, { cwd: __dirname, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter((line) => line !== '');

/** Returns the tags of releases that this commit contains, newest first. Empty without git. */
export function releases(): string[] {
  try {
    return git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname');
  } catch {
    return [];
  }
}

/** Returns the paths of all files of a release, relative to the root of the repository. */
export function releasedFiles(tag: string): Set<string> {
  return new Set(git('ls-tree', '-r', '--name-only', '--full-tree', tag));
}

/**
 * Returns the reason why a migration must not run while processes of the newest release run. A migration may
 * remove something that an earlier release used if it names a release that works without it: `-- Contracts
 * after v1.2.0` in a .sql file, or the static property `contractsAfter` of a class.
 */
export function contractRefusal(
  {
    name,
    sql = '',
    contractsAfter = MARK.exec(sql)?.[1],
  }: Pick<Migration, 'name' | 'sql' | 'contractsAfter'>,
  broken: readonly string[],
  released: readonly string[],
): string | undefined {
  if (broken.length === 0) return undefined;
  if (contractsAfter === undefined)
    return (
      `${name} breaks processes of the previous release: ${broken.join('; ')}. Expand first. To contract later, ` +
      'name the release that works without: "-- Contracts after v1.2.0" (docs/migrations.md).'
    );
  if (released.includes(contractsAfter)) return undefined;
  return `${name} waits for the release ${contractsAfter}, which has no tag. Land it after that release.`;
}
