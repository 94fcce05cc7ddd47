import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Encryption keys, keyed by id. The first key encrypts, and all keys decrypt. */
export type SealingKeys = ReadonlyMap<string, Uint8Array>;

/**
 * Encrypts a secret that the server must decrypt again, such as the secret of an app. The result contains the
 * id of the key.
 */
export function seal(keys: SealingKeys, secret: string): string {
  const [first] = keys;
  if (!first) throw new Error('no sealing key is configured');
  const [keyId, key] = first;
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return ['v1', keyId, ...[iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join(
    ':',
  );
}

/** Decrypts a secret. Throws if its key is not configured or the encrypted text was changed. */
export function open(keys: SealingKeys, sealed: string): string {
  const [version, keyId = '', ...parts] = sealed.split(':');
  const [iv, tag, text] = parts.map((part) => Buffer.from(part, 'base64url'));
  const key = keys.get(keyId);
  if (version !== 'v1' || !iv || !tag || !text) throw new Error('not a sealed secret');
  if (!key) throw new Error(`the sealing key "${keyId}" is not configured`);
  const decipher = createDecipheriv('aes-256-gcm', key, iv).setAuthTag(tag);
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
}

/**
 * Returns the header `Secret-Proof` (docs/contract.md §3): hex(HMAC-SHA256(key = app secret, message =
 * token)).
 */
export function secretProof(appSecret: string, token: string): string {
  return createHmac('sha256', appSecret).update(token).digest('hex');
}

/** Compares two texts in constant time, so that the duration reveals nothing about a secret. */
export function sameText(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHmac('sha256', 'compare').update(text).digest());
  return timingSafeEqual(a!, b!);
}
