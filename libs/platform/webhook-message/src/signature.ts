import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { keyOf } from './webhook-secret';

/** The parts of a webhook request that the signature covers. */
export interface SignedMessage {
  /** Event id. Receivers use it to ignore repeated deliveries. */
  id: string;
  /** Time of the webhook request in milliseconds since 1970. */
  at: number;
  body: string | Buffer;
}

/**
 * Returns the headers of the Standard Webhooks specification. `webhook-signature` contains one signature per
 * valid secret, the newest first, so that receivers can verify with the old or the new secret during a
 * rotation.
 */
export function signatureHeaders(
  { id, at, body }: SignedMessage,
  secrets: readonly string[],
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(at / 1000));
  const sign = (secret: string) =>
    `v1,${createHmac('sha256', keyFor(secret)).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(sign).join(' '),
  };
}

const keys = new LRUCache<string, KeyObject>({ max: 10_000 });

function keyFor(secret: string): KeyObject {
  let key = keys.get(secret);
  if (!key) keys.set(secret, (key = createSecretKey(keyOf(secret))));
  return key;
}
