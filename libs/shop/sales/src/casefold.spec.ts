import { fold, foldKey } from '@storewright/text';
import fc from 'fast-check';
import { Client } from 'pg';

/**
 * Full case folding of Unicode in Postgres, an independent implementation of the standard that `fold`
 * follows.
 */
const FOLDED_ONCE = 'casefold(normalize(t, NFKD) COLLATE "pg_unicode_fast")';
const FOLDED = `casefold(normalize(${FOLDED_ONCE}, NFKD) COLLATE "pg_unicode_fast")`;

/**
 * Unicode decomposes an acute accent into a space and a combining accent. `fold` treats the acute accent as
 * an apostrophe because people type it as one.
 */
const isApostrophe = (text: string) => text.normalize('NFC').includes('´');

describe('fold', () => {
  const client = new Client({ connectionString: process.env['TEST_DATABASE_URL'] });
  beforeAll(() => client.connect());
  afterAll(() => client.end());

  async function foldedByPostgres(texts: readonly string[]) {
    const { rows } = await client.query<{ t: string; folded: string }>(
      `SELECT t, ${FOLDED} AS folded FROM unnest($1::text[]) t`,
      [texts],
    );
    return rows.filter(({ t }) => !isApostrophe(t));
  }

  it('returns equal keys for every character and for the result of case folding in Postgres', async () => {
    const characters = [...Array(0x20000).keys()]
      .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff))
      .map((code) => String.fromCodePoint(code))
      .filter((character) => /\p{L}|\p{N}|\p{P}/u.test(character));
    const rows = await foldedByPostgres(characters);
    const differing = rows.filter(({ t, folded }) => foldKey(t) !== foldKey(folded));
    expect(differing.map(({ t }) => t.codePointAt(0)!.toString(16))).toEqual([]);
  });

  it('returns equal keys for random text and for the result of case folding in Postgres', async () => {
    const texts = fc
      .sample(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), 2_000)
      .filter((each) => !each.includes('\0'));
    const rows = await foldedByPostgres(texts);
    expect(rows.filter(({ t, folded }) => fold(t) !== fold(folded))).toEqual([]);
  });
});
