import { committedFiles, holdsSql, read } from '@storewright/workspace';

const isProduction = (file: string) =>
  /^(?:apps|libs)\/.*\.ts$/.test(file) &&
  !/\.spec\.ts$|\/(?:testing|api-testing|conformance|fixtures|schema)\/|-e2e\//.test(file);

/** Matches from a DELETE to the end of its statement, and from `.delete()` of a query to its `execute()`. */
const deletion = /\bDELETE FROM\b[^`;]*|\.delete\(\)[\s\S]{0,400}?\.execute\(\)/g;
/**
 * Matches a comparison with the clock of the server, except `> now()`, which selects rows that are still
 * valid.
 */
const serverTime = /(?<!> )\b(?:now|clock_timestamp|statement_timestamp)\(\)/;
/** Matches an SQL expression for the earlier of two times: the database time and the process time. */
const bothClocks = /least\(now\(\), (?:\$\d+::timestamptz|:now)\)/g;

/** Returns the deletions in a text that rely only on the clock of the database. */
function trusting(text: string): string[] {
  return [...text.matchAll(deletion)]
    .map(([each]) => each)
    .filter((each) => serverTime.test(each.replace(bothClocks, '')));
}

describe('SQL statement that deletes rows by age', () => {
  it('is reported if it compares only with now()', () => {
    expect(trusting("`DELETE FROM auth.sessions WHERE expires_at < now() - interval '1 day'`")).toHaveLength(
      1,
    );
    expect(trusting("rows.delete().where('expires_at < now()').execute()")).toHaveLength(1);
    expect(trusting('`DELETE FROM auth.sessions WHERE expires_at < least(now(), $2::timestamptz)`')).toEqual(
      [],
    );
  });

  const files = committedFiles().filter(isProduction);
  const found = files.filter((file) => holdsSql(read(file)) || read(file).includes('.delete()'));
  it.each(found)('in %s uses the earlier time of the database clock and the process clock', (file) => {
    expect(trusting(read(file))).toEqual([]);
  });
});
