import { committedFiles, read } from '@storewright/workspace';

const MAX_WORDS = 600;
const HEADINGS = ['Context', 'Decision', 'Consequences', 'Alternatives', 'Revisit when'];

const records = committedFiles().filter((file) => /^docs\/adr\/(?!README).+\.md$/.test(file));
const headingsOf = (text: string) => [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
/** Counts the words of a page without the borders of tables and the markers of lists. */
const wordsIn = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

describe('decision record', () => {
  it.each(records)('%s has the five headings and at most 600 words', (file) => {
    const text = read(file);
    expect(headingsOf(text)).toEqual(HEADINGS);
    expect(wordsIn(text)).toBeLessThanOrEqual(MAX_WORDS);
  });

  it('appears in docs/adr/README.md', () => {
    const index = read('docs/adr/README.md');
    const names = records.map((file) => file.slice('docs/adr/'.length));
    expect(names.length).toBeGreaterThan(30);
    expect(names.filter((name) => !index.includes(`(${name})`))).toEqual([]);
  });
});
