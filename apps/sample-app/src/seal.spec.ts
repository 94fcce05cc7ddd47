import { Seal } from './seal';

const seal = new Seal(Buffer.alloc(32, 7));

it('Seal.open decrypts a sealed text, which does not contain the plain text', () => {
  const sealed = seal.seal('swo_secret', 'token of s-1');
  expect(sealed).not.toContain('swo_secret');
  expect(seal.seal('swo_secret', 'token of s-1')).not.toBe(sealed);
  expect(seal.open(sealed, 'token of s-1')).toBe('swo_secret');
});

it('Seal.open returns undefined for text that was changed, truncated, or sealed with another key or purpose', () => {
  const sealed = seal.seal('swo_secret', 'token of s-1');
  expect(seal.open(sealed, 'token of s-2')).toBeUndefined();
  expect(new Seal(Buffer.alloc(32, 8)).open(sealed, 'token of s-1')).toBeUndefined();
  const changed = [sealed.slice(0, -4), `${sealed}AAAA`, `AAAA${sealed.slice(4)}`, '', 'x'];
  for (const each of changed) expect([each, seal.open(each, 'token of s-1')]).toEqual([each, undefined]);
});
