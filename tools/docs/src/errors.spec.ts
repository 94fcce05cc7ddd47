import { errorCodes } from '@storewright/json-api';
import { read } from '@storewright/workspace';

interface Section {
  code: string;
  status: number;
  title: string;
  meaning: string;
  advice: string;
}
const page = read('docs/errors.md');
const sections = page
  .split(/^## /m)
  .slice(1)
  .map((section): Section => {
    const [, status, code, title, meaning, advice] =
      /^(\d{3}) `(\w+)`\n\n\*\*(.+?)\.\*\* (.+)\n\n(.+)$/.exec(unwrapped(section)) ?? [];
    if (!advice) throw new Error(`docs/errors.md: cannot read the section "${section.split('\n', 1)[0]}"`);
    return { code: code!, status: Number(status), title: title!, meaning: meaning!, advice };
  });

/** The section with each paragraph on one line. */
function unwrapped(section: string): string {
  return section.trim().replace(/(?<!\n)\n(?!\n)/g, ' ');
}

describe('docs/errors.md', () => {
  it('has one section for each error code, in the order of the source code', () => {
    expect(sections.map(({ code }) => code)).toEqual(Object.keys(errorCodes));
  });

  it('contains the status, title and meaning of each error code from the source', () => {
    const written = sections.map(({ code, status, title, meaning }) => [code, [status, title, meaning]]);
    expect(Object.fromEntries(written)).toEqual(errorCodes);
  });

  it('contains advice of at least 15 characters for each error code', () => {
    for (const { advice } of sections) expect(advice).toMatch(/^.{15,}\.$/);
  });
});
