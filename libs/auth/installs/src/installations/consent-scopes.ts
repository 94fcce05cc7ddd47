import type { App, Installation } from '@storewright/entities';
import { ordered } from '../apps/app-input';

export type Held = Pick<Installation, 'scopes' | 'withdrawn_scopes'>;
export const nothingHeld: Held = { scopes: [], withdrawn_scopes: [] };

/**
 * Returns the withdrawn scopes after a grant: scopes that the app still requests and that were granted or
 * withdrawn before, but are not granted now.
 */
export function withdrawnAfter(held: Held, scopes: readonly string[], app: App): string[] {
  const requested = [...app.scopes, ...app.optional_scopes];
  return ordered([...held.withdrawn_scopes, ...held.scopes]).filter(
    (scope) => requested.includes(scope) && !scopes.includes(scope),
  );
}
