import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { requestIdPattern } from '@storewright/json-api';
import { isNonce } from '@storewright/tokens';

const wellFormed = new RegExp(requestIdPattern);
/**
 * Request IDs appear in logs, errors and traces, which must not contain credentials (docs/contract.md §8.5).
 */
const credential = /sw[a-z]_/;

/**
 * Returns the client's ID if it is valid, else a new one. Node joins several headers with a comma, which is
 * invalid in an ID.
 */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  if (typeof given !== 'string') return randomUUID();
  return wellFormed.test(given) && !credential.test(given) && !isNonce(given) ? given : randomUUID();
}
