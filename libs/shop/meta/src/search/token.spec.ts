import fc from 'fast-check';
import { byCodePoint } from '../testing/naive';
import { entryTokens, isExact, tokenOf } from './token';

const text = fc.string({ unit: 'binary', maxLength: 100 }).filter((value) => !value.includes('\0'));
const double = fc.double({ noNaN: true, noDefaultInfinity: true });
const compare = (one: unknown, other: unknown) => Buffer.compare(tokenOf('k', one), tokenOf('k', other));

describe('search token of a value', () => {
  it('sorts numbers in the order of doubles', () => {
    fc.assert(
      fc.property(double, double, (one, other) =>
        expect(compare(one, other)).toBe(
          Math.sign(one - other) + 0 || Number(one > other) - Number(one < other),
        ),
      ),
    );
  });

  it('sorts the smallest and largest numbers correctly, and treats -0 as 0', () => {
    const rising = [
      -Number.MAX_VALUE,
      -1e300,
      -1,
      -1e-320,
      -5e-324,
      0,
      5e-324,
      1e-320,
      0.1,
      0.1 + Number.EPSILON,
      1,
      2 ** 53,
      1e300,
      Number.MAX_VALUE,
    ];
    const tokens = rising.map((value) => tokenOf('k', value));
    expect([...tokens].sort(Buffer.compare)).toEqual(tokens);
    expect(tokenOf('k', -0)).toEqual(tokenOf('k', 0));
  });

  it('sorts strings by code point up to the maximum length in a token', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        const difference = Math.sign(byCodePoint(one, other));
        // Two strings with the same first 64 bytes may share a token, but are never in reverse order.
        if (isExact(one) && isExact(other)) expect(compare(one, other)).toBe(difference);
        else expect([0, difference]).toContain(compare(one, other));
      }),
    );
  });

  it('sorts characters above U+FFFF after all lower characters', () => {
    expect(compare('\u{1F600}', '\uFFFD')).toBe(1); // UTF-16 has the reverse order.
  });

  it('separates types, so that no number sorts between strings', () => {
    fc.assert(
      fc.property(fc.boolean(), double, text, (flag, number, string) => {
        expect(compare(flag, number)).toBe(-1);
        expect(compare(number, string)).toBe(-1);
        expect(compare(string, null)).toBe(-1);
      }),
    );
  });

  it('separates keys, so that no key shares a prefix with the tokens of a second key', () => {
    fc.assert(
      fc.property(text, text, fc.anything(), (one, other, value) => {
        fc.pre(one !== other);
        const range = tokenOf(one, value).subarray(0, Buffer.byteLength(one) + 1);
        expect(tokenOf(other, value).subarray(0, range.length).equals(range)).toBe(false);
      }),
    );
  });

  it('is short enough for the index for any key and value', () => {
    const token = tokenOf('\u{1F600}'.repeat(255), '\u{1F600}'.repeat(20_000));
    expect(token.length).toBe(255 * 4 + 2 + 64);
  });

  it('contains a string truncated by bytes instead of UTF-16 code units', () => {
    const token = tokenOf('k', `${'x'.repeat(63)}\u{1F600}`);
    expect(token.at(-1)).toBe(0xf0);
  });
});

it('entryTokens returns one token per key, including `__proto__`, and no token for nested values', () => {
  const data = JSON.parse('{"__proto__":1,"list":[1,2],"object":{"inner":"x"},"none":null}') as Record<
    string,
    unknown
  >;
  expect(entryTokens(data)).toEqual([
    tokenOf('__proto__', 1),
    tokenOf('list', []),
    tokenOf('object', {}),
    tokenOf('none', null),
  ]);
});
