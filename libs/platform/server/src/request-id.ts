import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { requestIdPattern } from '@storewright/json-api';
import { isNonce } from '@storewright/tokens';

const wellFormed = new RegExp(requestIdPattern);
/**
 * Matches credentials. Request ids appear in logs, errors and traces, which must not contain credentials
 * (docs/contract.md §8.5).
 */
const credential = /sw[a-z]_/;

/**
 * Returns the id that the client sent if it is valid, otherwise a new id. Node joins several headers with a
 * comma, which is invalid in an id.
 */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  if (typeof given !== 'string') return randomUUID();
  return wellFormed.test(given) && !credential.test(given) && !isNonce(given) ? given : randomUUID();
}
