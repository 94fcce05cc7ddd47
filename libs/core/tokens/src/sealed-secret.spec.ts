import { randomBytes } from 'node:crypto';
import { isNonce, mintNonce, open, sameText, seal, secretProof } from './index';

const keys = (...ids: string[]) => new Map(ids.map((id) => [id, randomBytes(32)]));

describe('seal', () => {
  it('returns a text that open() decrypts, even after a new key became the first key', () => {
    const old = keys('2025');
    const sealed = seal(old, 'swk_secret é');
    expect(sealed).not.toContain('secret');
    expect(open(new Map([...keys('2026'), ...old]), sealed)).toBe('swk_secret é');
  });

  it('returns a text that open() rejects if the text was changed or the key is not configured', () => {
    const mine = keys('k');
    const sealed = seal(mine, 'a secret');
    expect(() => open(mine, sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA'))).toThrow();
    expect(() => open(keys('other'), sealed)).toThrow('"k" is not configured');
  });
});

describe('mintNonce', () => {
  it('creates a nonce with at least 256 random bits', () => {
    expect(Math.log2(62) * mintNonce().length).toBeGreaterThanOrEqual(256);
    expect(isNonce(mintNonce())).toBe(true);
    expect(isNonce('short')).toBe(false);
  });
});

it('secretProof returns the hex HMAC-SHA256 of the token with the app secret (RFC 4231, test case 2)', () => {
  expect(secretProof('Jefe', 'what do ya want for nothing?')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
  expect(sameText('a', 'a')).toBe(true);
  expect(sameText('a', 'ab')).toBe(false);
});
