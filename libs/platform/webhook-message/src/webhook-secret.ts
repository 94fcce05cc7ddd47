import { randomBytes } from 'node:crypto';

const prefix = 'whsec_';
/** Standard Webhooks, "Signature scheme": between 24 and 64 random bytes. */
const secretBytes = 32;

/** A new secret that signs an app's webhooks: `whsec_` and 32 random bytes in base64 (Standard Webhooks). Shown once, kept sealed. */
export function mintWebhookSecret(): string {
  return prefix + randomBytes(secretBytes).toString('base64');
}

/** The key of a secret, bytes. */
export function keyOf(secret: string): Buffer {
  if (!secret.startsWith(prefix)) throw new Error('not a webhook secret');
  return Buffer.from(secret.slice(prefix.length), 'base64');
}
