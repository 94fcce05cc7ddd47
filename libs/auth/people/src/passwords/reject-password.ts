import { invalidAttribute } from '@storewright/json-api';

export function rejectPassword(problem: string | undefined): void {
  if (problem !== undefined) throw invalidAttribute('password', `password ${problem}.`);
}
