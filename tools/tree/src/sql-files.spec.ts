import { committedFiles, holdsSql, read, readJson } from '@storewright/workspace';

/** True for code that serves users. Specs and their helpers may contain any SQL. */
const isOfThePlatform = (file: string) =>
  /^(?:apps|libs)\/.*\.tsx?$/.test(file) &&
  !/\.(?:spec|sample)\.tsx?$|\/(?:testing|fixtures)\/|-e2e\//.test(file);

/**
 * Files with SQL, each with the reason why QueryBuilder cannot build its statements. This list may only
 * shrink.
 */
const known = readJson<Record<string, string>>('tools/tree/sql-files.json');

describe('SQL in production code', () => {
  const found = committedFiles().filter((file) => isOfThePlatform(file) && holdsSql(read(file)));

  it('occurs exactly in the files that sql-files.json lists', () => {
    expect(found.sort()).toEqual(Object.keys(known).sort());
  });

  it.each(Object.entries(known))('has a reason in sql-files.json for %s: %s', (_file, reason) => {
    expect(reason.length).toBeGreaterThan(10);
  });
});
