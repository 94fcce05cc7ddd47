import type { App, Installation } from '@storewright/entities';
import { ordered } from '../apps/app-input';

/** The scopes of a current installation. */
export type Held = Pick<Installation, 'scopes' | 'withdrawn_scopes'>;
export const nothingHeld: Held = { scopes: [], withdrawn_scopes: [] };

/**
 * Returns the scopes that the app requests and that members withdrew. A grant without a scope that the app had
 * withdraws this scope.
 */
export function withdrawnAfter(held: Held, scopes: readonly string[], app: App): string[] {
  const requested = [...app.scopes, ...app.optional_scopes];
  return ordered([...held.withdrawn_scopes, ...held.scopes]).filter(
    (scope) => requested.includes(scope) && !scopes.includes(scope),
  );
}
