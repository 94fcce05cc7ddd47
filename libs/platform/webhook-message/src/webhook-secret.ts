import { randomBytes } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';
/**
 * Number of random bytes in a webhook secret. Standard Webhooks, "Signature scheme", requires 24 to 64 bytes.
 */
const SECRET_BYTES = 32;

/**
 * Creates a webhook secret: `whsec_` and 32 random bytes in base64 (Standard Webhooks). The API returns the
 * secret only once and stores it encrypted.
 */
export function mintWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

export function keyOf(secret: string): Buffer {
  if (!secret.startsWith(SECRET_PREFIX)) throw new Error('not a webhook secret');
  return Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
}
