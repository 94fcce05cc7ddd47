import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSync } from 'recheck';
import { patternsIn, type FoundPattern, type FoundPatterns } from './regular-expressions';

const root = join(__dirname, '../../..');

/** Folders of code that neither runs in production nor is delivered to users. */
const notInProduction = [
  /** The documentation site reads only files of this repository and no user input. */
  'apps/docs-site/',
  ...['apps/admin-e2e/', 'apps/docs-e2e/', 'apps/platform-e2e/'],
  'libs/testing/',
  /** The embedded Postgres runs only in development and specs. */
  'libs/postgres/embedded-postgres/',
];

const isProduction = (file: string) =>
  /^(?:apps|libs|tools\/cli)\/(?:.*\/)?src\/.*\.tsx?$/.test(file) &&
  !/\.spec\.tsx?$|\.d\.ts$|\/testing\//.test(file) &&
  !notInProduction.some((folder) => file.startsWith(folder));

interface Allowed {
  source: string;
  /** Reason why client input cannot reach the regular expression. */
  reason: string;
}
const read = (file: string) => readFileSync(join(root, file), 'utf8');
export const { allowed, composed } = JSON.parse(read('tools/tree/regular-expressions.json')) as {
  allowed: Allowed[];
  composed: { file: string; source: string; reason: string }[];
};

// Uses the JavaScript version of the package recheck, which returns the same result on every machine. The
// default version depends on installed programs.
process.env['RECHECK_BACKEND'] = 'pure';

/**
 * Options without a time limit, because with a time limit the result would depend on the speed of the
 * machine.
 */
const untimed = {
  ...{ timeout: null, seedingTimeout: null, incubationTimeout: null, attackTimeout: null },
  randomSeed: 0,
};

/**
 * Returns the reasons why a regular expression is slow, or an empty array if its time is linear in the length
 * of the text.
 */
export function faultOf({ at, source, flags }: FoundPattern): string[] {
  const result = checkSync(source, flags, untimed);
  if (result.status === 'safe') return [];
  const summary = result.status === 'vulnerable' ? result.complexity.summary : 'not decided';
  return [`${at} /${source}/${flags}: ${summary}`];
}

export function patternsOfFiles(): FoundPatterns[] {
  const words = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', words, { cwd: root }).toString().split('\n').filter(isProduction);
  return files.map((file) => patternsIn(file, read(file)));
}

/**
 * Returns the regular expressions to check, keyed by `verdictKey`. Each combination of source and flags
 * occurs once.
 */
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

/**
 * Keys of the regular expressions that the nightly spec found safe. The keys are stored, because checking all
 * regular expressions takes half a minute.
 */
export const savedVerdicts = JSON.parse(read('tools/tree/safe-patterns.json')) as string[];
export const savedVerdictsFile = join(root, 'tools/tree/safe-patterns.json');
