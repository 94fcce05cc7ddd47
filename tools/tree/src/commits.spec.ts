import { spawnSync } from 'node:child_process';
import { root } from '@storewright/workspace';

const MAX_LENGTH = 72;

/** Commits before this time are exempt. */
const RULE_SINCE = '2026-11-26T18:11:00Z';

describe('commit subject', () => {
  const words = ['log', '--no-merges', `--since=${RULE_SINCE}`, '--format=%h %s'];
  // A source archive has no history, so the list is empty there.
  const { stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
  const commits = stdout.split('\n').filter(Boolean);

  it(`has at most ${MAX_LENGTH} characters`, () => {
    const isTooLong = (commit: string) => commit.replace(/^\S+ /, '').length > MAX_LENGTH;
    expect(commits.filter(isTooLong)).toEqual([]);
  });
});
