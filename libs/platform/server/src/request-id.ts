import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { requestIdPattern } from '@storewright/json-api';
import { isNonce } from '@storewright/tokens';

const wellFormed = new RegExp(requestIdPattern);
/** An id is in log lines, errors and traces, where no credential may be (docs/contract.md §8.5), by mistake neither. */
const credential = /sw[a-z]_/;

/** The client's own id where it is well-formed, else a new one. Node joins several headers with a comma, which is in no id. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  if (typeof given !== 'string') return randomUUID();
  return wellFormed.test(given) && !credential.test(given) && !isNonce(given) ? given : randomUUID();
}
