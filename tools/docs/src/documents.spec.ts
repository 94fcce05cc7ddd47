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

/** Where the links of a page to other documents lead, without the place on the page. */
const linked = (page: string): string[] =>
  [...read(page).matchAll(/\]\((?!\w+:|#)([^)\s#]+)/g)]
    .map(([, target]) => posix.join(posix.dirname(page), target!))
    .filter(isDocument);

describe('a document', () => {
  it('is found at all', () => {
    expect(documents).toEqual(expect.arrayContaining(['README.md', 'docs/architecture.md']));
  });

  it('says what is in it by its name', () => expect(vaguelyNamed(documents)).toEqual([]));

  it('names no path of the machine it was written on, and no package registry', () => {
    expect(namingTheirMachine(documents)).toEqual([]);
  });

  it('cites sections of the contract that are there, and no paper that is not', () => {
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

  it('links to documents that are there', () => {
    const pages = documents.filter((file) => file.endsWith('.md'));
    const dead = pages.flatMap((page) => linked(page).map((target) => `${page} → ${target}`));
    expect(dead.length).toBeGreaterThan(10);
    expect(dead.filter((link) => !documents.includes(link.split(' → ')[1]!))).toEqual([]);
  });
});
