import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { requestIdPattern } from '@storewright/json-api';
import { isNonce } from '@storewright/tokens';

const wellFormed = new RegExp(requestIdPattern);
/**
 * Matches the prefix of a credential. Credentials must not become request ids, which appear in logs, errors
 * and traces (docs/contract.md §8.5).
 */
const credential = /sw[a-z]_/;

/**
 * Returns the X-Request-Id of the client if it is valid, or else a new id. A repeated header is invalid,
 * because Node joins the values with a comma.
 */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  if (typeof given !== 'string') return randomUUID();
  return wellFormed.test(given) && !credential.test(given) && !isNonce(given) ? given : randomUUID();
}
