import { committedFiles, holdsSql, read } from '@storewright/workspace';

const isProduction = (file: string) =>
  /^(?:apps|libs)\/.*\.ts$/.test(file) &&
  !/\.spec\.ts$|\/(?:testing|api-testing|conformance|fixtures|schema)\/|-e2e\//.test(file);

/** From a DELETE to the end of its statement, and from a `.delete()` of a query to its `execute()`. */
const deletion = /\bDELETE FROM\b[^`;]*|\.delete\(\)[\s\S]{0,400}?\.execute\(\)/g;
/** `> now()` finds what lives, which a use ends. */
const serverTime = /(?<!> )\b(?:now|clock_timestamp|statement_timestamp)\(\)/;
/** The earlier of the time of the database and that of the process. */
const bothClocks = /least\(now\(\), (?:\$\d+::timestamptz|:now)\)/g;

/** Deletions of a text that trust the clock of the database alone. */
function trusting(text: string): string[] {
  return [...text.matchAll(deletion)]
    .map(([each]) => each)
    .filter((each) => serverTime.test(each.replace(bothClocks, '')));
}

describe('a statement that deletes rows for their age', () => {
  it('is found in a text when it compares with now() alone', () => {
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
  it.each(found)('in %s compares with the earlier of the clocks of the database and the process', (file) => {
    expect(trusting(read(file))).toEqual([]);
  });
});
