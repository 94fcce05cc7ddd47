import { useRef } from 'react';

/** Creates an Idempotency-Key, which makes it safe to retry a write after a lost response. */
export function newIdempotencyKey(): string {
  // Generates a UUID from random bytes, because `crypto.randomUUID` exists only on HTTPS and localhost.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the same Idempotency-Key for the same request body, so that submitting a form twice creates one object. */
export function useIdempotencyKey(): (body: string) => string {
  const last = useRef<{ body: string; key: string }>(undefined);
  return (body) => {
    if (last.current?.body !== body) last.current = { body, key: newIdempotencyKey() };
    return last.current.key;
  };
}
