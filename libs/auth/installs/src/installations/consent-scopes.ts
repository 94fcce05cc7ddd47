import type { App, Installation } from '@storewright/entities';
import { ordered } from '../apps/app-input';

export type Held = Pick<Installation, 'scopes' | 'withdrawn_scopes'>;
export const nothingHeld: Held = { scopes: [], withdrawn_scopes: [] };

/**
 * Returns the scopes that a grant withdraws: scopes that the app had before and still requests, but does not
 * get again.
 */
export function withdrawnAfter(held: Held, scopes: readonly string[], app: App): string[] {
  const requested = [...app.scopes, ...app.optional_scopes];
  return ordered([...held.withdrawn_scopes, ...held.scopes]).filter(
    (scope) => requested.includes(scope) && !scopes.includes(scope),
  );
}
