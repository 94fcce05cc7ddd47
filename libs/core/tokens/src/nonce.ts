import { randomBytes } from 'node:crypto';
import { base62 } from './base62';

/**
 * Length of a nonce in base62 digits. The nonce has more than 256 random bits, because 62^44 > 2^261
 * (docs/contract.md §4).
 */
const NONCE_LENGTH = 44;
const shape = new RegExp(`^[0-9A-Za-z]{${NONCE_LENGTH}}$`);

/**
 * Creates the nonce for the app's install URL, which the app exchanges for a token (docs/contract.md §4).
 * Only its digest is stored.
 */
export function mintNonce(): string {
  return base62(randomBytes(64), NONCE_LENGTH);
}

export function isNonce(text: string): boolean {
  return shape.test(text);
}
