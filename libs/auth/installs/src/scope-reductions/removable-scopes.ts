import type { CredentialUses } from '@storewright/activity';
import { invalidAttribute } from '@storewright/json-api';
import type { CreateScopeReduction } from './scope-reduction.resource';

/** Returns the scopes that a scope reduction removes. Throws 422 if a requested scope is not granted or is in use. */
export function removableScopes(
  credential: CredentialUses,
  { scopes, unused_days }: CreateScopeReduction,
): string[] {
  if (scopes === undefined && unused_days === undefined)
    throw invalidAttribute('scopes', 'The scopes to remove are missing. Send scopes, unused_days, or both.');
  const unused = unused_days && credential[`unused_${unused_days}_days`];
  const removed = scopes === undefined ? unused! : [...new Set(scopes)].sort();
  if (removed.length === 0) throw nothingToRemove(unused_days);
  const granted = credential.uses.map(({ scope }) => scope);
  refuse(
    removed.filter((scope) => !granted.includes(scope)),
    'is not granted.',
  );
  if (unused)
    refuse(
      removed.filter((scope) => !unused.includes(scope)),
      `was used in the last ${unused_days} days, or its uses were counted for fewer days. Read scope_uses again.`,
    );
  return removed;
}

function nothingToRemove(unused_days?: number) {
  return unused_days === undefined
    ? invalidAttribute('scopes', 'scopes must contain at least one scope.')
    : invalidAttribute(
        'unused_days',
        `Every granted scope was used in the last ${unused_days} days, or its uses were counted for fewer days.`,
      );
}

/** Throws 422 about the first scope in the list, if any. `what` completes the sentence "The scope x". */
function refuse([scope]: readonly string[], what: string): void {
  if (scope !== undefined) throw invalidAttribute('scopes', `The scope "${scope}" ${what}`);
}
