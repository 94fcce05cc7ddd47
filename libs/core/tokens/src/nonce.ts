import { randomBytes } from 'node:crypto';
import { base62 } from './base62';

/**
 * Number of base62 digits in a nonce of an app installation. A nonce has more than 256 random bits, because
 * 62^44 > 2^261 (docs/contract.md §4).
 */
const NONCE_LENGTH = 44;
const shape = new RegExp(`^[0-9A-Za-z]{${NONCE_LENGTH}}$`);

/**
 * Creates the nonce in an app's install URL. The app exchanges the nonce for a token (docs/contract.md §4),
 * and the server stores only a digest of the nonce.
 */
export function mintNonce(): string {
  return base62(randomBytes(64), NONCE_LENGTH);
}

export function isNonce(text: string): boolean {
  return shape.test(text);
}
