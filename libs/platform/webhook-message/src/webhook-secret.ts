import { randomBytes } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';
/** Standard Webhooks, "Signature scheme": between 24 and 64 random bytes. */
const SECRET_BYTES = 32;

/** A new secret that signs an app's webhooks: `whsec_` and 32 random bytes in base64 (Standard Webhooks). Shown once, kept sealed. */
export function mintWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** The key of a secret, bytes. */
export function keyOf(secret: string): Buffer {
  if (!secret.startsWith(SECRET_PREFIX)) throw new Error('not a webhook secret');
  return Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
}
