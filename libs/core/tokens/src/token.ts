import { createHmac, hash, randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { crc32 } from 'node:zlib';
import { base62, base62OfNumber } from './base62';

/** Prefixes of all kinds of credentials (docs/contract.md §3). */
export const prefixes = {
  access_token: 'swa_',
  oauth_token: 'swo_',
  session: 'sws_',
  refresh_token: 'swr_',
  app_secret: 'swk_',
  password_reset: 'swp_',
  invitation: 'swi_',
  session_transfer: 'swt_',
  device_code: 'swd_',
  email_change: 'swe_',
} as const;
export type TokenKind = keyof typeof prefixes;

/** Number of random base62 digits in a token. A token has at least 238 random bits, because 62^40 > 2^238. */
export const BODY_LENGTH = 40;
/** Number of base62 digits in the CRC-32 checksum of a token: 62^6 > 2^32. */
export const CHECKSUM_LENGTH = 6;
const shape = new RegExp(`^[0-9A-Za-z]{${BODY_LENGTH + CHECKSUM_LENGTH}}$`);
const kinds = new Map(
  Object.entries(prefixes).map(([kind, prefix]) => [prefix as string, kind as TokenKind]),
);

/**
 * SHA-256 of a credential in hexadecimal. The server stores, queries and caches a credential only in this
 * form.
 */
export type Digest = string & { readonly digest: unique symbol };

/**
 * A credential in plain text, for the only response that shows the credential. Logs, templates and JSON
 * contain only the kind of the credential.
 */
export class PlainToken {
  readonly #text: string;
  #digest: Digest | undefined;
  constructor(
    readonly kind: TokenKind,
    text: string,
  ) {
    this.#text = text;
  }
  /** Returns the credential in plain text. Use it only in the response that shows the credential. */
  reveal(): string {
    return this.#text;
  }
  get digest(): Digest {
    return (this.#digest ??= digestOf(this.#text));
  }
  /** Last four characters of a token, by which people recognize the token in a list. */
  get lastFour(): string {
    return this.#text.slice(-4);
  }
  toString(): string {
    return `[${this.kind}]`;
  }
  toJSON(): string {
    return this.toString();
  }
  [inspect.custom](): string {
    return this.toString();
  }
}

export function digestOf(credential: string): Digest {
  return hash('sha256', credential) as Digest;
}

export function digestBytes(digest: Digest): Buffer {
  return Buffer.from(digest, 'hex');
}

/** Creates a random credential: a prefix, 40 random base62 digits, and their CRC-32 in base62. */
export function mintToken(kind: TokenKind): PlainToken {
  return withChecksum(kind, base62(randomBytes(64), BODY_LENGTH));
}

/**
 * Derives an OAuth token from a nonce and a 32-byte key of the server. If an app repeats the exchange of the
 * nonce, the server can return the same token, although the database stores only a digest (docs/contract.md
 * §4).
 */
export function deriveOAuthToken(key: Uint8Array, nonce: string): PlainToken {
  return derived('oauth_token', key, nonce);
}

/** Derives a refresh token, so that the response to a repeated request contains the same token. */
export function deriveRefreshToken(key: Uint8Array, text: string): PlainToken {
  return derived('refresh_token', key, text);
}

/**
 * Derives the session token of a device, so that the response to a repeated request contains the same token.
 */
export function deriveSessionToken(key: Uint8Array, text: string): PlainToken {
  return derived('session', key, text);
}

function derived(kind: TokenKind, key: Uint8Array, text: string): PlainToken {
  const mac = createHmac('sha512', key).update(`${kind}:${text}`);
  return withChecksum(kind, base62(mac.digest(), BODY_LENGTH));
}

/** Parses a credential without a database query. Returns undefined if the format or the checksum is wrong. */
export function parseToken(text: string): PlainToken | undefined {
  const kind = kinds.get(text.slice(0, 4));
  const rest = text.slice(4);
  if (!kind || !shape.test(rest)) return undefined;
  return rest.slice(BODY_LENGTH) === checksum(rest.slice(0, BODY_LENGTH))
    ? new PlainToken(kind, text)
    : undefined;
}

function withChecksum(kind: TokenKind, body: string): PlainToken {
  return new PlainToken(kind, prefixes[kind] + body + checksum(body));
}

function checksum(body: string): string {
  return base62OfNumber(crc32(body), CHECKSUM_LENGTH);
}
