import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSync } from 'recheck';
import { patternsIn, type FoundPattern, type FoundPatterns } from './regular-expressions';

const root = join(__dirname, '../../..');

/** Folders of code that neither runs in production nor is sent to users. */
const notInProduction = [
  /** The documentation site builds static pages from files of this repository. */
  'apps/docs-site/',
  ...['apps/admin-e2e/', 'apps/docs-e2e/', 'apps/platform-e2e/'],
  'libs/testing/',
  /** Embedded Postgres starts databases for development and specs. */
  'libs/postgres/embedded-postgres/',
];

const isProduction = (file: string) =>
  /^(?:apps|libs|tools\/cli)\/(?:.*\/)?src\/.*\.tsx?$/.test(file) &&
  !/\.spec\.tsx?$|\.d\.ts$|\/testing\//.test(file) &&
  !notInProduction.some((folder) => file.startsWith(folder));

interface Allowed {
  source: string;
  /** Reason why no client input reaches the pattern. */
  reason: string;
}
const read = (file: string) => readFileSync(join(root, file), 'utf8');
export const { allowed, composed } = JSON.parse(read('tools/tree/regular-expressions.json')) as {
  allowed: Allowed[];
  composed: { file: string; source: string; reason: string }[];
};

// The JavaScript version of the checker gives the same verdict on every machine. The default version depends
// on installed programs.
process.env['RECHECK_BACKEND'] = 'pure';

/** Options without a time limit, which would make the verdict depend on the machine. */
const untimed = {
  ...{ timeout: null, seedingTimeout: null, incubationTimeout: null, attackTimeout: null },
  randomSeed: 0,
};

/** Returns the reasons why a pattern is slow. Empty if its time is linear in the length of the text. */
export function faultOf({ at, source, flags }: FoundPattern): string[] {
  const result = checkSync(source, flags, untimed);
  if (result.status === 'safe') return [];
  const summary = result.status === 'vulnerable' ? result.complexity.summary : 'not decided';
  return [`${at} /${source}/${flags}: ${summary}`];
}

/** Returns the patterns of each file of production code. */
export function patternsOfFiles(): FoundPatterns[] {
  const words = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', words, { cwd: root }).toString().split('\n').filter(isProduction);
  return files.map((file) => patternsIn(file, read(file)));
}

/** Returns the patterns that must be safe by `verdictKey`, one for each combination of text and flags. */
export function patternsToCheck(found: readonly FoundPatterns[]): Map<string, FoundPattern> {
  const exempt = new Set(allowed.map(({ source }) => source));
  return new Map(
    found
      .flatMap(({ patterns }) => patterns)
      .concat(composed.map(({ file, source }) => ({ at: file, source, flags: '' })))
      .filter(({ source }) => !exempt.has(source))
      .map((pattern) => [verdictKey(pattern), pattern]),
  );
}

const verdictKey = ({ source, flags }: FoundPattern) => `${flags}/${source}`;

/** Keys of the patterns that the nightly spec found safe. Checking all patterns takes half a minute. */
export const savedVerdicts = JSON.parse(read('tools/tree/safe-patterns.json')) as string[];
export const savedVerdictsFile = join(root, 'tools/tree/safe-patterns.json');
