import type { App, Installation } from '@storewright/entities';
import { ApiError, type ErrorFields } from '@storewright/json-api';
import { ordered } from '../apps/app-input';

/**
 * Thrown if the app or its installation changed after the owner saw the grant screen: the app no longer
 * requests the granted scopes, or the installation has different scopes.
 */
export class ConsentOutdated extends ApiError {
  constructor(
    fields: ErrorFields,
    readonly changed: 'app' | 'installation' = 'app',
  ) {
    super('invalid_attribute', fields);
  }
}

/** Throws if the app changed its requested scopes after the owner saw the grant screen. */
export function checkAsked(
  agreed: readonly string[],
  { scopes, optional_scopes }: App,
  required: readonly string[],
): void {
  const beyond = agreed.filter((scope) => !scopes.includes(scope) && !optional_scopes.includes(scope));
  if (beyond.length === 0 && required.every((scope) => agreed.includes(scope))) return;
  const requested = [...scopes, ...optional_scopes].join(', ') || 'no scopes';
  const granted = (beyond.length ? beyond : agreed).join(', ') || 'none';
  throw new ConsentOutdated({
    detail: `The app now requests ${requested}, not ${granted}. Show the shop owner the requested scopes again.`,
    source: { pointer: '/data/attributes/scopes' },
    meta: { attribute: 'scopes', asked: scopes },
  });
}

/**
 * Throws if the installation changed its scopes after the owner saw the grant screen. Granting the current
 * scopes again is always allowed.
 */
export function checkSeen(
  seen: string[] | null | undefined,
  { before, scopes }: Pick<Installation, 'scopes'> & { before?: string[] },
): void {
  if (seen === undefined || before?.join() === scopes.join()) return;
  if ((seen && ordered(seen).join()) === (before ? ordered(before).join() : null)) return;
  const granted = before ? `has the scopes ${before.join(', ') || 'none'}` : 'is not installed';
  throw new ConsentOutdated(
    {
      detail: `The app ${granted}. The installation has changed. Show the shop owner its current scopes.`,
      source: { pointer: '/data/attributes/scopes' },
      meta: { attribute: 'scopes' },
    },
    'installation',
  );
}
