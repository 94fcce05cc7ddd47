import { posix } from 'node:path';
import {
  committedFiles,
  isDocument,
  namingTheirMachine,
  read,
  vaguelyNamed,
  workingPapers,
} from '@storewright/workspace';

const documents = committedFiles().filter(isDocument);
const pages = documents.filter((file) => file.endsWith('.md'));

/** Documents that a page links to, without anchors. */
const linked = (page: string): string[] =>
  [...read(page).matchAll(/\]\((?!\w+:|#)([^)\s#]+)/g)]
    .map(([, target]) => posix.join(posix.dirname(page), target!))
    .filter(isDocument);

/** The anchors that VitePress and GitHub create for the headings of a page. */
const anchorsOf = (page: string): Set<string> => {
  const text = read(page).replace(/^\s*```[^]*?^\s*```/gm, '');
  return new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!)));
};
const anchorOf = (heading: string): string =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

describe('document', () => {
  it('is read by this spec', () => {
    expect(documents).toEqual(expect.arrayContaining(['README.md', 'docs/architecture.md']));
  });

  it('has a specific name', () => expect(vaguelyNamed(documents)).toEqual([]));

  it('contains no local path and no package registry', () => {
    expect(namingTheirMachine(documents)).toEqual([]);
  });

  it('cites only existing sections of the contract, and no document outside of the repository', () => {
    const contract = read('docs/contract.md');
    const cited = documents.flatMap((file) =>
      [...read(file).matchAll(/\[contract\]\([^)]*contract\.md\) (§\d+(?:\.\d+)?)/gi)].map(
        ([, each]) => each!,
      ),
    );
    expect(cited.length).toBeGreaterThan(5);
    expect(cited.filter((section) => !new RegExp(`^#+ ${section} `, 'm').test(contract))).toEqual([]);
    expect(documents.filter((file) => workingPapers.test(read(file)))).toEqual([]);
  });

  it('links only to files that exist', () => {
    const dead = pages.flatMap((page) => linked(page).map((target) => `${page} → ${target}`));
    expect(dead.length).toBeGreaterThan(10);
    expect(dead.filter((link) => !documents.includes(link.split(' → ')[1]!))).toEqual([]);
  });

  it('links only to headings that exist', () => {
    const links = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!\w+:)([^)\s#]*)#([^)\s]+)\)/g)].map(([, target, anchor]) => ({
        page,
        to: target ? posix.join(posix.dirname(page), target) : page,
        anchor: anchor!,
      })),
    );
    expect(links.length).toBeGreaterThan(50);
    // Sections of docs/errors.md get the code of the error as their anchor.
    const checked = links.filter(({ to }) => pages.includes(to) && to !== 'docs/errors.md');
    expect(checked.filter(({ to, anchor }) => !anchorsOf(to).has(anchor))).toEqual([]);
  });
});
