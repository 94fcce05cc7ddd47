import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { keyOf } from './webhook-secret';

/** What is signed of one attempt. */
export interface SignedMessage {
  /** The event's id: a receiver knows by it that it has seen the event. */
  id: string;
  /** Time of the attempt, ms since 1970. */
  at: number;
  /** Byte for byte what is sent. */
  body: string | Buffer;
}

/**
 * The three headers of Standard Webhooks. `webhook-signature` has one signature for each living secret, the newest first: while a secret is being
 * replaced, a receiver that knows either is satisfied.
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

/** Of secrets that were read last. */
const keys = new LRUCache<string, KeyObject>({ max: 10_000 });

function keyFor(secret: string): KeyObject {
  let key = keys.get(secret);
  if (!key) keys.set(secret, (key = createSecretKey(keyOf(secret))));
  return key;
}
