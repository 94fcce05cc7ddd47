import { committedFiles, isDocument, read, workingPapers } from '@storewright/workspace';

const own = 'tools/tree/src/citations.spec.ts';
const texts = committedFiles().filter(
  (file) => /\.(?:tsx?|mjs|cjs|sql|template)$/.test(file) && file !== own,
);

/** Finds citations such as `docs/contract.md §8.3` in comments and test names, each with its file. */
const cited = texts.flatMap((file) =>
  [...read(file).matchAll(/docs\/contract\.md (§\d+(?:\.\d+)?)/g)].map(([, section]) => ({ file, section })),
);
const sections = [...read('docs/contract.md').matchAll(/^#+ (§\d+(?:\.\d+)?) /gm)].map(([, each]) => each);

/** Matches the ids of JSON:API rules that specs name, such as `CN-01`. */
const rule = /\b(?:CN|DS|FE|RL|IN|SF|SO|PG|CP|FI|QP|CR|UP|RU|DE|ER|HT|AU|AT|RC)-\d\d\b/g;
const page = read('docs/json-api.md');
const rules = [...page.matchAll(/^\| ([A-Z]{2}-\d\d) +\|/gm)].map(([, id]) => id!);

describe('citation in code', () => {
  it('refers to an existing section of docs/contract.md', () => {
    expect(cited.length).toBeGreaterThan(50);
    expect(cited.filter(({ section }) => !sections.includes(section))).toEqual([]);
  });

  it('refers to a JSON:API rule that docs/json-api.md lists once', () => {
    expect(new Set(rules).size).toBe(rules.length);
    const named = texts
      .filter((file) => /^(?:apps|libs)\//.test(file))
      .flatMap((file) => (read(file).match(rule) ?? []).map((id) => ({ file, id })));
    expect(named.length).toBeGreaterThan(200);
    expect(named.filter(({ id }) => !page.includes(id))).toEqual([]);
  });

  it('refers to no document outside of the repository', () => {
    expect(
      texts.filter((file) => !isDocument(file)).filter((file) => workingPapers.test(read(file))),
    ).toEqual([]);
  });
});
