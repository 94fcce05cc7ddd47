import { inspect } from 'node:util';
import { crc32 } from 'node:zlib';
import {
  deriveOAuthToken,
  digestOf,
  mintToken,
  parseToken,
  prefixes,
  type TokenKind,
  tokensIn,
} from './index';

describe('mintToken', () => {
  it('returns a prefix, 40 base62 digits and their CRC-32 in 6 base62 digits', () => {
    for (const [kind, prefix] of [
      ['access_token', 'swa_'],
      ['oauth_token', 'swo_'],
    ] as const) {
      const text = mintToken(kind).reveal();
      expect(text).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{46}$`));
      const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
      const sum = [...text.slice(-6)].reduce((value, digit) => value * 62 + digits.indexOf(digit), 0);
      expect(sum).toBe(crc32(text.slice(4, 44)));
    }
  });

  it('returns a different token at each call', () => {
    const made = new Set(Array.from({ length: 1000 }, () => mintToken('access_token').reveal()));
    expect(made.size).toBe(1000);
  });

  it('returns a token that parseToken accepts, with the same digest', () => {
    const token = mintToken('oauth_token');
    expect(parseToken(token.reveal())?.kind).toBe('oauth_token');
    expect(parseToken(token.reveal())?.digest).toBe(token.digest);
    expect(token.digest).toBe(digestOf(token.reveal()));
  });

  it('returns a token that parseToken rejects after a change of checksum, prefix, length or alphabet', () => {
    const text = mintToken('access_token').reveal();
    const otherDigit = text[10] === 'x' ? 'y' : 'x';
    for (const wrong of [
      text.slice(0, 10) + otherDigit + text.slice(11),
      text.slice(0, -1) + (text.endsWith('0') ? '1' : '0'),
      text.slice(0, -1),
      text + '0',
      'swz_' + text.slice(4),
      text.replace(/.$/, '-'),
      '',
    ]) {
      expect(parseToken(wrong)).toBeUndefined();
    }
  });

  it('returns an object that logs only the kind of the token', () => {
    const token = mintToken('access_token');
    const printed = [
      `${String(token)}`,
      JSON.stringify({ token }),
      inspect({ token }, { showHidden: true }),
    ].join();
    expect(printed).not.toContain(token.reveal().slice(4, 20));
  });
});

describe('tokensIn', () => {
  it('returns the tokens of every kind in a text, and ignores strings with a wrong checksum', () => {
    const kinds = Object.keys(prefixes) as TokenKind[];
    const all = kinds.map((kind) => mintToken(kind).reveal());
    const wrong = `swa_${'0'.repeat(46)}`;
    const text = `TOKEN=${all.join('\n{"token":"')}" ${wrong} ${all[0]}`;
    expect(tokensIn(text).map((token) => token.reveal())).toEqual([...all, all[0]]);
    expect(tokensIn('no token')).toEqual([]);
  });
});

describe('deriveOAuthToken', () => {
  it('returns equal tokens for equal keys and nonces, and different tokens for different keys or nonces', () => {
    const [one, two] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    expect(deriveOAuthToken(one, 'n').reveal()).toBe(deriveOAuthToken(one, 'n').reveal());
    expect(deriveOAuthToken(one, 'n').reveal()).not.toBe(deriveOAuthToken(one, 'm').reveal());
    expect(deriveOAuthToken(one, 'n').reveal()).not.toBe(deriveOAuthToken(two, 'n').reveal());
    expect(parseToken(deriveOAuthToken(one, 'n').reveal())?.kind).toBe('oauth_token');
  });
});
