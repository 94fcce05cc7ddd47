import { spawnSync } from 'node:child_process';
import { root } from '@storewright/workspace';

const MAX_CHARACTERS = 72;
/** The rule is newer than the first commits. */
const SINCE = '2026-11-26T18:20:00Z';

const longSubjects = (subjects: string) =>
  subjects.split('\n').filter((subject) => [...subject].length > MAX_CHARACTERS);

describe('a commit subject', () => {
  it('has at most 72 characters (CONTRIBUTING.md)', () => {
    // A source archive has no history, and no subjects to check.
    const git = spawnSync('git', ['log', `--since=${SINCE}`, '--no-merges', '--format=%s'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(longSubjects(git.stdout)).toEqual([]);
  });

  it('is reported when it has 73 characters', () => {
    expect(longSubjects(`${'a'.repeat(72)}\n${'b'.repeat(73)}`)).toEqual(['b'.repeat(73)]);
  });
});
