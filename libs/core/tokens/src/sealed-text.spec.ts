import { randomBytes } from 'node:crypto';
import { TextSeal } from './sealed-text';

const key = randomBytes(32);
const seal = new TextSeal(new Map([['k1', key]]), 'a purpose');

describe('a sealed text', () => {
  it('comes back where it was sealed for, on another instance and after a restart too', () => {
    const other = new TextSeal(new Map([['renamed', key]]), 'a purpose');
    for (const text of ['', '["a secret","é 💶"]', 'x'.repeat(10_000)])
      expect(other.open(seal.seal(text, 'here'), 'here')).toBe(text);
  });

  it('shows nothing of itself, in whatever way it is decoded', () => {
    const sealed = seal.seal('GIFT-9F3K', 'here');
    expect(sealed).toMatch(/^[\w-]+$/);
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('GIFT');
  });

  it('is the same for the same text and place, and shares nothing with another', () => {
    const other = new TextSeal(new Map([['k1', key]]), 'a purpose');
    expect(seal.seal('a', 'here')).toBe(seal.seal('a', 'here'));
    expect(other.seal('a', 'here')).toBe(seal.seal('a', 'here'));
    const starts = [seal.seal('a', 'here'), seal.seal('b', 'here'), seal.seal('a', 'there')];
    expect(new Set(starts.map((each) => each.slice(0, 16))).size).toBe(3);
  });

  it('opens in no other place, for no other purpose and with no other key', () => {
    const sealed = seal.seal('a text', 'here');
    expect(seal.open(sealed, 'there')).toBeUndefined();
    expect(new TextSeal(new Map([['k1', key]]), 'another').open(sealed, 'here')).toBeUndefined();
    expect(
      new TextSeal(new Map([['k1', randomBytes(32)]]), 'a purpose').open(sealed, 'here'),
    ).toBeUndefined();
  });

  it('opens while its key is among those of the service, and the first one seals', () => {
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

  it('does not open when any of it was changed, cut off or added', () => {
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

  it('needs a key', () => {
    expect(() => new TextSeal(new Map(), 'a purpose')).toThrow('no sealing key');
  });
});
