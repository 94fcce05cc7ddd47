import { createHmac, hash, randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { crc32 } from 'node:zlib';
import { base62, base62OfNumber } from './base62';

/** The credentials of the platform by their prefix (docs/contract.md §3; sessions and app secrets are ours). */
export const prefixes = {
  access_token: 'swa_',
  oauth_token: 'swo_',
  session: 'sws_',
  app_secret: 'swk_',
  password_reset: 'swp_',
  invitation: 'swi_',
  session_transfer: 'swt_',
  device_code: 'swd_',
  email_change: 'swe_',
} as const;
export type TokenKind = keyof typeof prefixes;

const bodyLength = 40; // 62^40 > 2^238: at least 238 random bits
const checksumLength = 6; // 62^6 > 2^32: a whole CRC-32
const shape = new RegExp(`^[0-9A-Za-z]{${bodyLength + checksumLength}}$`);
const kinds = new Map(
  Object.entries(prefixes).map(([kind, prefix]) => [prefix as string, kind as TokenKind]),
);

/** The hex SHA-256 of a credential: the only form that is stored, looked up or cached. */
export type Digest = string & { readonly digest: unique symbol };

/** A credential in plain text, shown once. It never prints itself: not in a log, a template or JSON. */
export class PlainToken {
  readonly #text: string;
  #digest: Digest | undefined;
  constructor(
    readonly kind: TokenKind,
    text: string,
  ) {
    this.#text = text;
  }
  /** The text itself: for the one answer that shows it, and for nothing else. */
  reveal(): string {
    return this.#text;
  }
  get digest(): Digest {
    return (this.#digest ??= digestOf(this.#text));
  }
  /** For lists in the panel: enough to recognise a token, useless to guess it. */
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

/** The digest as its column holds it. */
export function digestBytes(digest: Digest): Buffer {
  return Buffer.from(digest, 'hex');
}

/** A new random credential: prefix, 40 base62 digits, CRC-32 of these as 6 base62 digits. */
export function mintToken(kind: TokenKind): PlainToken {
  return withChecksum(kind, base62(randomBytes(64), bodyLength));
}

/**
 * The OAuth token that belongs to a nonce: the same for every repeat of the exchange, so that a lost answer can be asked for again
 * although only its digest is stored (docs/contract.md §4). `key`: the server's secret, 32 bytes.
 */
export function deriveOAuthToken(key: Uint8Array, nonce: string): PlainToken {
  return withChecksum(
    'oauth_token',
    base62(createHmac('sha512', key).update(`oauth_token:${nonce}`).digest(), bodyLength),
  );
}

/** A credential as somebody sent it, or undefined where its form or checksum is wrong: refused without a look into the database. */
export function parseToken(text: string): PlainToken | undefined {
  const kind = kinds.get(text.slice(0, 4));
  const rest = text.slice(4);
  if (!kind || !shape.test(rest)) return undefined;
  return rest.slice(bodyLength) === checksum(rest.slice(0, bodyLength))
    ? new PlainToken(kind, text)
    : undefined;
}

function withChecksum(kind: TokenKind, body: string): PlainToken {
  return new PlainToken(kind, prefixes[kind] + body + checksum(body));
}

function checksum(body: string): string {
  return base62OfNumber(crc32(body), checksumLength);
}
