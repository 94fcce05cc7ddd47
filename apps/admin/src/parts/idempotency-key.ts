import { useRef } from 'react';

/** An Idempotency-Key: what is sent with it again after a lost answer is done once. */
export function newIdempotencyKey(): string {
  // Not randomUUID, which browsers have on https and localhost only.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** One for each body: sending the same again makes one object. */
export function useIdempotencyKey(): (body: string) => string {
  const last = useRef<{ body: string; key: string }>(undefined);
  return (body) => {
    if (last.current?.body !== body) last.current = { body, key: newIdempotencyKey() };
    return last.current.key;
  };
}
