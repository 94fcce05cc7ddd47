import { execFileSync } from 'node:child_process';
import type { Migration } from '../migrations';

const MARK = /^-- Contracts after (v\d+\.\d+\.\d+)\b/m;

const git = (...words: string[]) =>
  execFileSync('git', words, { cwd: __dirname, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter((line) => line !== '');

/**
 * Returns the tags of the releases that precede this commit, the newest first. Returns an empty array without
 * git.
 */
export function releases(): string[] {
  try {
    return git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname');
  } catch {
    return [];
  }
}

export function releasedFiles(tag: string): Set<string> {
  return new Set(git('ls-tree', '-r', '--name-only', '--full-tree', tag));
}

/**
 * Returns the reason why a migration would break running processes of the newest release. A migration may
 * remove an object if it names an earlier release that no longer uses the object: by `-- Contracts after
 * v1.2.0` in a .sql file, or by the static property `contractsAfter` of a class.
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
  return `Migration ${name} names the release ${contractsAfter}, which has no tag yet. Land it after that release.`;
}
