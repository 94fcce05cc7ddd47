import { randomBytes } from 'node:crypto';
import { base62 } from './base62';

/**
 * Length of a nonce in base62 digits. 62^44 > 2^261, so a nonce has at least 256 random bits
 * (docs/contract.md §4).
 */
const NONCE_LENGTH = 44;
const shape = new RegExp(`^[0-9A-Za-z]{${NONCE_LENGTH}}$`);

/**
 * Creates the nonce that proves an installation to the app's install URL (docs/contract.md §4). Only the
 * digest of the nonce is stored.
 */
export function mintNonce(): string {
  return base62(randomBytes(64), NONCE_LENGTH);
}

export function isNonce(text: string): boolean {
  return shape.test(text);
}
