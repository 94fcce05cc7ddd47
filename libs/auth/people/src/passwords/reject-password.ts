import { invalidAttribute } from '@storewright/json-api';

/** Throws a validation error if the new password has a problem. */
export function rejectPassword(problem: string | undefined): void {
  if (problem !== undefined) throw invalidAttribute('password', `password ${problem}.`);
}
