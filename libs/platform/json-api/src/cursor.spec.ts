import fc from 'fast-check';
import { decodeCursor, encodeCursor, isUuid, type Order } from './cursor';

const byId: Order[] = [{ column: 'id', descending: false }];
const byTitle: Order[] = [{ column: 'title', descending: true }, ...byId];
const id = '0190d6a0-0000-7000-8000-000000000001';
const encoded = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url');
const text = fc.string({ unit: 'binary' }).filter((each) => each.isWellFormed() && !each.includes('\0'));

describe('a cursor', () => {
  it('comes back as it was made, whatever the values hold', () => {
    fc.assert(
      fc.property(text, fc.uuid(), (title, at) => {
        expect(decodeCursor(byTitle, encodeCursor(byTitle, [title, at]))).toEqual([title, at]);
      }),
    );
  });

  it('can stand behind the last object', () => {
    expect(decodeCursor(byTitle, encodeCursor(byTitle, []))).toEqual([]);
  });

  it('has only characters that need no encoding in a URL', () => {
    fc.assert(fc.property(text, (title) => /^[\w-]+$/.test(encodeCursor(byTitle, [title, id]))));
  });

  it('is refused with another sort or another direction than it was made for', () => {
    const cursor = encodeCursor(byTitle, ['a', id]);
    expect(decodeCursor(byId, cursor)).toBeUndefined();
    expect(decodeCursor([{ column: 'title', descending: false }, ...byId], cursor)).toBeUndefined();
    expect(decodeCursor([{ column: 'name', descending: true }, ...byId], cursor)).toBeUndefined();
  });

  it.each([
    ['an empty text', ''],
    ['no JSON', Buffer.from('{').toString('base64url')],
    ['no list', encoded({ 0: '-title,id' })],
    ['null', encoded(null)],
    ['no order', encoded([])],
    ['too few values', encoded(['-title,id', id])],
    ['too many values', encoded(['-title,id', 'a', id, id])],
    ['values that are no strings', encoded(['-title,id', 1, id])],
    ['an id that is no UUID', encoded(['-title,id', 'a', "' OR 1=1"])],
    ['U+0000, which no column holds', encoded(['-title,id', '\0', id])],
    ['an unpaired surrogate', Buffer.from(`["-title,id","\\ud800","${id}"]`).toString('base64url')],
    ['deep nesting', Buffer.from('['.repeat(100_000)).toString('base64url')],
  ])('is refused with %s', (_, forged) => {
    expect(decodeCursor(byTitle, forged)).toBeUndefined();
  });

  it('never makes trouble, whatever a client sends', () => {
    const garbage = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.base64String(),
      fc.json().map((json) => Buffer.from(json).toString('base64url')),
      fc.array(fc.jsonValue()).map((values) => encoded(['-title,id', ...values])),
    );
    fc.assert(
      fc.property(garbage, (sent) => {
        const cursor = decodeCursor(byTitle, sent);
        if (cursor === undefined || cursor.length === 0) return;
        expect(cursor).toHaveLength(2);
        expect(cursor.every((value) => typeof value === 'string')).toBe(true);
        expect(isUuid(cursor[1]!)).toBe(true);
      }),
    );
  });
});

it('a UUID of any version and case is one, and nothing around it is', () => {
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
