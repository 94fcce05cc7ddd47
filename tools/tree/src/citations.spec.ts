import { committedFiles, isDocument, read, workingPapers } from '@storewright/workspace';

const own = 'tools/tree/src/citations.spec.ts';
const texts = committedFiles().filter(
  (file) => /\.(?:tsx?|mjs|cjs|sql|template)$/.test(file) && file !== own,
);

/** `docs/contract.md §8.3` in comments and names of tests, with the file that says so. */
const cited = texts.flatMap((file) =>
  [...read(file).matchAll(/docs\/contract\.md (§\d+(?:\.\d+)?)/g)].map(([, section]) => ({ file, section })),
);
const sections = [...read('docs/contract.md').matchAll(/^#+ (§\d+(?:\.\d+)?) /gm)].map(([, each]) => each);

/** `CN-01`: a rule of JSON:API, as specs name it. */
const rule = /\b(?:CN|DS|FE|RL|IN|SF|SO|PG|CP|FI|QP|CR|UP|RU|DE|ER|HT|AU|AT|RC)-\d\d\b/g;
const page = read('docs/json-api.md');
const rules = [...page.matchAll(/^\| ([A-Z]{2}-\d\d) +\|/gm)].map(([, id]) => id!);

describe('what code cites is in the repository', () => {
  it('each section of the contract', () => {
    expect(cited.length).toBeGreaterThan(50);
    expect(cited.filter(({ section }) => !sections.includes(section))).toEqual([]);
  });

  it('each rule of JSON:API, listed once', () => {
    expect(new Set(rules).size).toBe(rules.length);
    const named = texts
      .filter((file) => /^(?:apps|libs)\//.test(file))
      .flatMap((file) => (read(file).match(rule) ?? []).map((id) => ({ file, id })));
    expect(named.length).toBeGreaterThan(200);
    expect(named.filter(({ id }) => !page.includes(id))).toEqual([]);
  });

  it('and no paper that is not', () => {
    expect(
      texts.filter((file) => !isDocument(file)).filter((file) => workingPapers.test(read(file))),
    ).toEqual([]);
  });
});
