import { randomBytes } from 'node:crypto';
import { TextSeal } from './sealed-text';

const key = randomBytes(32);
const seal = new TextSeal(new Map([['k1', key]]), 'a purpose');

describe('TextSeal', () => {
  it('decrypts a text for the same place, on a different instance and after a restart', () => {
    const other = new TextSeal(new Map([['renamed', key]]), 'a purpose');
    for (const text of ['', '["a secret","é 💶"]', 'x'.repeat(10_000)])
      expect(other.open(seal.seal(text, 'here'), 'here')).toBe(text);
  });

  it('returns a base64url ciphertext that does not contain the plaintext', () => {
    const sealed = seal.seal('GIFT-9F3K', 'here');
    expect(sealed).toMatch(/^[\w-]+$/);
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('GIFT');
  });

  it('returns equal results for equal texts and places, and different results for different texts or places', () => {
    const other = new TextSeal(new Map([['k1', key]]), 'a purpose');
    expect(seal.seal('a', 'here')).toBe(seal.seal('a', 'here'));
    expect(other.seal('a', 'here')).toBe(seal.seal('a', 'here'));
    const starts = [seal.seal('a', 'here'), seal.seal('b', 'here'), seal.seal('a', 'there')];
    expect(new Set(starts.map((each) => each.slice(0, 16))).size).toBe(3);
  });

  it('returns undefined for a wrong place, a wrong purpose or a wrong key', () => {
    const sealed = seal.seal('a text', 'here');
    expect(seal.open(sealed, 'there')).toBeUndefined();
    expect(new TextSeal(new Map([['k1', key]]), 'another').open(sealed, 'here')).toBeUndefined();
    expect(
      new TextSeal(new Map([['k1', randomBytes(32)]]), 'a purpose').open(sealed, 'here'),
    ).toBeUndefined();
  });

  it('decrypts with every configured key and encrypts with the first key', () => {
    const next = randomBytes(32);
    const rotated = new TextSeal(
      new Map([
        ['k2', next],
        ['k1', key],
      ]),
      'a purpose',
    );
    expect(rotated.open(seal.seal('a text', 'here'), 'here')).toBe('a text');
    expect(seal.open(rotated.seal('a text', 'here'), 'here')).toBeUndefined();
  });

  it('returns undefined if a character of the encrypted text was changed, removed or added', () => {
    const sealed = seal.seal('a text', 'here');
    const changed = [...sealed].map(
      (letter, at) => sealed.slice(0, at) + (letter === 'A' ? 'B' : 'A') + sealed.slice(at + 1),
    );
    const others = [
      '',
      sealed.slice(0, 20),
      sealed.slice(0, -1),
      `${sealed}A`,
      `${sealed}=`,
      ` ${sealed}`,
      `${sealed}!`,
    ];
    for (const each of [...changed, ...others]) expect(seal.open(each, 'here')).toBeUndefined();
  });

  it('throws if no encryption key is configured', () => {
    expect(() => new TextSeal(new Map(), 'a purpose')).toThrow('no sealing key');
  });
});
