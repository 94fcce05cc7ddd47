import {
  allowed,
  composed,
  faultOf,
  patternsOfFiles,
  patternsToCheck,
  savedVerdicts,
} from './production-patterns';
import { patternsIn } from './regular-expressions';

describe('patternsIn()', () => {
  it('returns literals, RegExp calls with constants of the file, and named pattern strings', () => {
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

  it('reports a RegExp call whose pattern is composed at run time', () => {
    const text = 'const build = (word: string) => new RegExp(`^${word}$`);';
    expect(patternsIn('a.ts', text)).toEqual({
      patterns: [],
      composed: [{ at: 'a.ts:1', text: 'new RegExp(`^${word}$`)' }],
    });
  });
});

describe('faultOf()', () => {
  it.each([
    ['^\\s*(?:identity)?\\s*$', 'i'],
    ['=+$', ''],
    ['^(a+)+$', ''],
  ])('rejects the regular expression /%s/%s', (source, flags) => {
    expect(faultOf({ at: 'here', source, flags })).toEqual([expect.stringMatching(/polynomial|exponential/)]);
  });
});

describe('regular expressions in production code', () => {
  const found = patternsOfFiles();

  it('that safe-patterns.json does not list run in linear time', () => {
    const patterns = patternsToCheck(found);
    expect(patterns.size).toBeGreaterThan(150);
    for (const key of savedVerdicts) patterns.delete(key);
    // More take longer than all other tests of this file. "npm run patterns:print" saves their verdicts.
    expect(patterns.size).toBeLessThan(30);
    expect([...patterns.values()].flatMap(faultOf)).toEqual([]);
  });

  it('are in regular-expressions.json with an example and a reason if their pattern is composed at run time', () => {
    const files = found.flatMap((each) => each.composed.map(({ at }) => at.replace(/:\d+$/, '')));
    expect(files.toSorted()).toEqual(composed.map(({ file }) => file).toSorted());
  });

  it('are exempt only with a stated reason and while they exist in the code', () => {
    const sources = new Set(found.flatMap(({ patterns }) => patterns.map(({ source }) => source)));
    for (const { source, reason } of allowed) {
      expect([...sources]).toContain(source);
      expect(reason).toMatch(/\w{3}/);
    }
  });
});
