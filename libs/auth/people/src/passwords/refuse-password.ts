import { invalidAttribute } from '@storewright/json-api';

/** Throws where the new password has a problem. */
export function refusePassword(problem: string | undefined): void {
  if (problem !== undefined) throw invalidAttribute('password', `password ${problem}.`);
}
