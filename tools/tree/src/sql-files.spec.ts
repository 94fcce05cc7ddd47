import { committedFiles, holdsSql, read, readJson } from '@storewright/workspace';

/** What runs for the platform's users; specs, and what they are written with, may ask the database what they like. */
const isOfThePlatform = (file: string) =>
  /^(?:apps|libs)\/.*\.tsx?$/.test(file) &&
  !/\.(?:spec|sample)\.tsx?$|\/(?:testing|fixtures)\/|-e2e\//.test(file);

/** Each with the reason why QueryBuilder does not make its statements. This list may only shrink. */
const known = readJson<Record<string, string>>('tools/tree/sql-files.json');

describe('rows are read and written through entities', () => {
  const found = committedFiles().filter((file) => isOfThePlatform(file) && holdsSql(read(file)));

  it('and SQL stands in the files that are listed with their reasons, no other and none less', () => {
    expect(found.sort()).toEqual(Object.keys(known).sort());
  });

  it.each(Object.entries(known))('%s says why: %s', (_file, reason) => {
    expect(reason.length).toBeGreaterThan(10);
  });
});
