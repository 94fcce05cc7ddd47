import { useRef } from 'react';

/** Creates an Idempotency-Key, with which a request can be repeated after a lost response. */
export function newIdempotencyKey(): string {
  // Generates the UUID from random bytes, because browsers provide randomUUID only on https and localhost.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the same key for the same body, so that sending a form twice creates one object. */
export function useIdempotencyKey(): (body: string) => string {
  const last = useRef<{ body: string; key: string }>(undefined);
  return (body) => {
    if (last.current?.body !== body) last.current = { body, key: newIdempotencyKey() };
    return last.current.key;
  };
}
