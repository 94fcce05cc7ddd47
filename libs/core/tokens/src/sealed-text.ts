import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { SealingKeys } from './sealed-secret';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Maximum number of cached encryption results. Clients that read a list repeatedly receive equal cursors, and
 * encrypting a cursor takes as long as reading ten rows.
 */
const MAX_CACHED_TEXTS = 5_000;

interface DerivedKeys {
  cipher: KeyObject;
  iv: KeyObject;
}

/**
 * Encrypts texts that clients store but must not read or change, such as cursors. Uses AES-256-GCM with a
 * separate key for each purpose (HKDF, RFC 5869). The IV is a MAC of the text and its place, so every server
 * returns the same result for the same text, and different texts never share an IV.
 */
export class TextSeal {
  private readonly keys: readonly DerivedKeys[];
  private readonly sealed = new LRUCache<string, string>({ max: MAX_CACHED_TEXTS });

  /** Throws if `keys` contains no encryption key. */
  constructor(keys: SealingKeys, purpose: string) {
    if (keys.size === 0) throw new Error('no sealing key is configured');
    const derive = (key: Uint8Array, use: string) =>
      createSecretKey(Buffer.from(hkdfSync('sha256', key, '', `storewright ${purpose} ${use}`, 32)));
    this.keys = [...keys.values()].map((key) => ({ cipher: derive(key, 'cipher'), iv: derive(key, 'iv') }));
  }

  /**
   * Encrypts a text. The result is valid only for `place`, such as one list of one shop. The result does not
   * contain the place.
   */
  seal(text: string, place: string): string {
    const placed = `${place}\0${text}`;
    let sealed = this.sealed.get(placed);
    if (sealed === undefined) this.sealed.set(placed, (sealed = this.sealNew(text, place)));
    return sealed;
  }

  private sealNew(text: string, place: string): string {
    const { cipher: key, iv: ivKey } = this.keys[0]!;
    const iv = createHmac('sha256', ivKey).update(`${place}\0${text}`).digest().subarray(0, IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place));
    const sealed = cipher.update(text, 'utf8');
    cipher.final();
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /**
   * Decrypts a text. Returns undefined if the text was not encrypted with a key of the service for the same
   * place, such as a list of a shop.
   */
  open(sealed: string, place: string): string | undefined {
    const bytes = Buffer.from(sealed, 'base64url');
    // Rejects text that is not canonical base64url, because Buffer ignores invalid characters.
    if (bytes.length < IV_BYTES + TAG_BYTES || bytes.toString('base64url') !== sealed) return undefined;
    const parts = {
      iv: bytes.subarray(0, IV_BYTES),
      tag: bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES),
      text: bytes.subarray(IV_BYTES + TAG_BYTES),
      place: Buffer.from(place),
    };
    for (const { cipher } of this.keys) {
      const text = opened(cipher, parts);
      if (text !== undefined) return text;
    }
    return undefined;
  }
}

function opened(
  key: KeyObject,
  { iv, tag, text, place }: Record<'iv' | 'tag' | 'text' | 'place', Buffer>,
): string | undefined {
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
    .setAAD(place)
    .setAuthTag(tag);
  const read = decipher.update(text, undefined, 'utf8');
  try {
    decipher.final();
    return read;
  } catch {
    return undefined;
  }
}
