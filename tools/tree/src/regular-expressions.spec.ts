import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSync } from 'recheck';
import { patternsIn, type FoundPattern } from './regular-expressions';

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
const { allowed, composed } = JSON.parse(read('tools/tree/regular-expressions.json')) as {
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
function faultOf({ at, source, flags }: FoundPattern): string[] {
  const result = checkSync(source, flags, untimed);
  if (result.status === 'safe') return [];
  const summary = result.status === 'vulnerable' ? result.complexity.summary : 'not decided';
  return [`${at} /${source}/${flags}: ${summary}`];
}

describe('patternsIn', () => {
  it('finds literals, calls with constants of the file, and named patterns', () => {
    const text = [
      'const size = 2 + 1;',
      'const literal = /^a+$/gi;',
      'const call = new RegExp(`^b{${size}}$`, "u");',
      'const schema = { pattern: "^c$" };',
      'const idPattern = "^d$";',
      'const known = new RegExp(idPattern);',
    ].join('\n');
    expect(patternsIn('a.ts', text)).toEqual({
      patterns: [
        { at: 'a.ts:2', source: '^a+$', flags: 'gi' },
        { at: 'a.ts:3', source: '^b{3}$', flags: 'u' },
        { at: 'a.ts:4', source: '^c$', flags: '' },
        { at: 'a.ts:5', source: '^d$', flags: '' },
      ],
      composed: [],
    });
  });

  it('reports a call whose pattern is composed while the program runs', () => {
    const text = 'const build = (word: string) => new RegExp(`^${word}$`);';
    expect(patternsIn('a.ts', text)).toEqual({
      patterns: [],
      composed: [{ at: 'a.ts:1', text: 'new RegExp(`^${word}$`)' }],
    });
  });
});

describe('the checker', () => {
  it.each([
    ['^\\s*(?:identity)?\\s*$', 'i'],
    ['=+$', ''],
    ['^(a+)+$', ''],
  ])('rejects /%s/%s', (source, flags) => {
    expect(faultOf({ at: 'here', source, flags })).toEqual([expect.stringMatching(/polynomial|exponential/)]);
  });
});

describe('regular expressions in production code', () => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
    .toString()
    .split('\n')
    .filter(isProduction);
  const found = files.map((file) => patternsIn(file, read(file)));

  it('take time that grows linearly with the text', () => {
    const exempt = new Set(allowed.map(({ source }) => source));
    const each = new Map(
      found
        .flatMap(({ patterns }) => patterns)
        .concat(composed.map(({ file, source }) => ({ at: file, source, flags: '' })))
        .filter(({ source }) => !exempt.has(source))
        .map((pattern) => [`${pattern.flags}/${pattern.source}`, pattern]),
    );
    expect(each.size).toBeGreaterThan(150);
    expect([...each.values()].flatMap(faultOf)).toEqual([]);
  });

  it('are listed with an example and a reason if they are composed while the program runs', () => {
    const files = found.flatMap((each) => each.composed.map(({ at }) => at.replace(/:\d+$/, '')));
    expect(files.toSorted()).toEqual(composed.map(({ file }) => file).toSorted());
  });

  it('are exempt only while they exist, each with a reason', () => {
    const sources = new Set(found.flatMap(({ patterns }) => patterns.map(({ source }) => source)));
    for (const { source, reason } of allowed) {
      expect([...sources]).toContain(source);
      expect(reason).toMatch(/\w{3}/);
    }
  });
});
