import fc from 'fast-check';
import { TextSeal } from '@storewright/tokens';
import type { Order } from '@storewright/pages';
import { SealedCursors } from './cursor';
import { isUuid } from '@storewright/text';

const byId: Order[] = [{ column: 'id', descending: false }];
const byTitle: Order[] = [{ column: 'title', descending: true }, ...byId];
const id = '0190d6a0-0000-7000-8000-000000000001';
const text = fc.string({ unit: 'binary' }).filter((each) => each.isWellFormed() && !each.includes('\0'));

const keys = new Map([['test', Buffer.alloc(32, 7)]]);
const cursors = new SealedCursors(keys).of('a shop', '/api/notes');

describe('SealedCursors', () => {
  it('decodes a cursor to the values that were encoded', () => {
    fc.assert(
      fc.property(text, fc.uuid(), (title, at) => {
        expect(cursors.decode(byTitle, cursors.encode(byTitle, [title, at]))).toEqual([title, at]);
      }),
    );
  });

  it('encodes and decodes the cursor at the end of a list, which has no values', () => {
    expect(cursors.decode(byTitle, cursors.encode(byTitle, []))).toEqual([]);
  });

  it('encodes a cursor with only characters that need no encoding in a URL', () => {
    fc.assert(fc.property(text, (title) => /^[\w-]+$/.test(cursors.encode(byTitle, [title, id]))));
  });

  it('encrypts the values of a cursor', () => {
    const cursor = cursors.encode(byTitle, ['GIFT-9F3K', id]);
    const bytes = Buffer.from(cursor, 'base64url').toString('latin1');
    for (const value of ['GIFT', id, 'title']) expect(`${cursor} ${bytes}`).not.toContain(value);
  });

  it('rejects a cursor for a different sort order or direction', () => {
    const cursor = cursors.encode(byTitle, ['a', id]);
    expect(cursors.decode(byId, cursor)).toBeUndefined();
    expect(cursors.decode([{ column: 'title', descending: false }, ...byId], cursor)).toBeUndefined();
    expect(cursors.decode([{ column: 'name', descending: true }, ...byId], cursor)).toBeUndefined();
  });

  it('accepts a cursor of a second instance, and rejects a cursor of a different shop, list or key', () => {
    const cursor = cursors.encode(byTitle, ['a', id]);
    const decode = (shop: string, path: string, key = 7) =>
      new SealedCursors(new Map([['test', Buffer.alloc(32, key)]])).of(shop, path).decode(byTitle, cursor);
    expect(decode('a shop', '/api/notes')).toEqual(['a', id]);
    expect(decode('another', '/api/notes')).toBeUndefined();
    expect(decode('a shop', '/api/things')).toBeUndefined();
    expect(decode('a shop', '/api/notes', 8)).toBeUndefined();
  });

  it('rejects an encrypted cursor whose values do not fit the sort order', () => {
    const seal = new TextSeal(keys, 'cursors');
    const sealed = (values: unknown) => seal.seal(JSON.stringify(values), 'a shop /api/notes -title,id');
    expect(cursors.decode(byTitle, sealed(['a', id]))).toEqual(['a', id]);
    for (const values of [[id], ['a', id, id], ['a', 'no id'], ['\0', id], ['\ud800', id]])
      expect(cursors.decode(byTitle, sealed(values))).toBeUndefined();
  });

  it('rejects any text that the server did not encode', () => {
    const garbage = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.base64String(),
      // The format of cursors without encryption.
      fc.array(fc.jsonValue()).map((values) => encoded(['-title,id', ...values])),
      fc.constantFrom(encoded(['-title,id', 'a', id]), encoded(['-title,id']), ''),
    );
    fc.assert(fc.property(garbage, (sent) => cursors.decode(byTitle, sent) === undefined));
  });
});

const encoded = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url');

it('isUuid accepts UUIDs of any version and case, without surrounding text', () => {
  fc.assert(fc.property(fc.uuid(), (uuid) => isUuid(uuid) && isUuid(uuid.toUpperCase())));
  for (const no of [
    '',
    id + '\n',
    ` ${id}`,
    id.replaceAll('-', ''),
    `{${id}}`,
    id.slice(1),
    'x' + id.slice(1),
  ])
    expect(isUuid(no)).toBe(false);
});
