import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSync } from 'recheck';
import { patternsIn, type FoundPattern, type FoundPatterns } from './regular-expressions';

const root = join(__dirname, '../../..');

/** The folders of code that neither runs in production nor reaches a user. */
const notInProduction = [
  /** Builds static pages from files of this repository. */
  'apps/docs-site/',
  ...['apps/admin-e2e/', 'apps/docs-e2e/', 'apps/platform-e2e/'],
  'libs/testing/',
  /** Starts databases for development and specs. */
  'libs/postgres/embedded-postgres/',
];

const isProduction = (file: string) =>
  /^(?:apps|libs|tools\/cli)\/(?:.*\/)?src\/.*\.tsx?$/.test(file) &&
  !/\.spec\.tsx?$|\.d\.ts$|\/testing\//.test(file) &&
  !notInProduction.some((folder) => file.startsWith(folder));

interface Allowed {
  source: string;
  /** Reason why no input of a client reaches the pattern. */
  reason: string;
}
const read = (file: string) => readFileSync(join(root, file), 'utf8');
export const { allowed, composed } = JSON.parse(read('tools/tree/regular-expressions.json')) as {
  allowed: Allowed[];
  composed: { file: string; source: string; reason: string }[];
};

// The checker in JavaScript gives the same verdict on every machine. The default checker depends on the installed
// programs.
process.env['RECHECK_BACKEND'] = 'pure';

/** A time limit would make the verdict depend on the machine. */
const untimed = {
  ...{ timeout: null, seedingTimeout: null, incubationTimeout: null, attackTimeout: null },
  randomSeed: 0,
};

/** Describes what makes a pattern slow. Empty if its time grows only linearly with the length of the text. */
export function faultOf({ at, source, flags }: FoundPattern): string[] {
  const result = checkSync(source, flags, untimed);
  if (result.status === 'safe') return [];
  const summary = result.status === 'vulnerable' ? result.complexity.summary : 'not decided';
  return [`${at} /${source}/${flags}: ${summary}`];
}

/** Patterns of each file of production code. */
export function patternsOfFiles(): FoundPatterns[] {
  const words = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', words, { cwd: root }).toString().split('\n').filter(isProduction);
  return files.map((file) => patternsIn(file, read(file)));
}

/** One pattern for each text and flags that must be safe, by `verdictKey`. */
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

/** Keys of patterns that the nightly spec found safe. The checker takes half a minute for all of them. */
export const savedVerdicts = JSON.parse(read('tools/tree/safe-patterns.json')) as string[];
export const savedVerdictsFile = join(root, 'tools/tree/safe-patterns.json');
