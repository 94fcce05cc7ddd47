import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { requestIdPattern } from '@storewright/json-api';
import { isNonce } from '@storewright/tokens';

const wellFormed = new RegExp(requestIdPattern);
/**
 * Matches the prefix of credentials. Request ids appear in logs, errors and traces, which must not contain
 * credentials (docs/contract.md §8.5).
 */
const credential = /sw[a-z]_/;

/**
 * Returns the client's X-Request-Id if it is valid, or else a new id. Node joins repeated headers with a comma,
 * which makes the id invalid.
 */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  if (typeof given !== 'string') return randomUUID();
  return wellFormed.test(given) && !credential.test(given) && !isNonce(given) ? given : randomUUID();
}
