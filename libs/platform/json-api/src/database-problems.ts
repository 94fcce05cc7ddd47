import type { DatabaseError, DatabaseProblem } from '@storewright/postgres-driver';
import { ApiError } from './api-error';
import type { ErrorCode } from './error-codes';

interface ProblemResponse {
  code: ErrorCode;
  detail: string;
  retryAfterSeconds?: number;
}

/** Retry-After of database errors in seconds. A failover takes seconds (docs/contract.md §8.3). */
const RETRY_AFTER_SECONDS = 2;

const LOCK_RETRY_AFTER_SECONDS = 1;

const responses: Readonly<Record<DatabaseProblem, ProblemResponse>> = {
  unavailable: {
    code: 'unavailable',
    detail:
      'The database is temporarily unavailable. Retry after the time in Retry-After. ' +
      'Acknowledged writes are safe.',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  },
  rows_locked: {
    code: 'rows_locked',
    detail:
      'Other requests are changing the same objects, so this request changed nothing. ' +
      'Retry after the time in Retry-After, and send fewer requests for these objects at once.',
    retryAfterSeconds: LOCK_RETRY_AFTER_SECONDS,
  },
  values_taken: {
    code: 'overloaded',
    detail:
      'Concurrent requests took every unique value that this request tried, so this request changed nothing. ' +
      'Retry after the time in Retry-After.',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  },
  timed_out: {
    code: 'overloaded',
    detail: 'The request exceeded the time limit and was canceled. Retry after the time in Retry-After.',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  },
  pool_exhausted: {
    code: 'overloaded',
    detail:
      'Other requests of this shop hold its share of the database connections, ' +
      'so this request changed nothing. Retry after the time in Retry-After, and send fewer requests at once.',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  },
  duplicate: {
    code: 'already_exists',
    detail: 'A resource with this id or unique value already exists.',
  },
  value_out_of_range: { code: 'invalid_attribute', detail: 'A value in the request is out of range.' },
};

export function responseToProblem(error: DatabaseError): ApiError {
  const { code, detail, retryAfterSeconds } = responses[error.problem];
  return new ApiError(code, {
    detail,
    ...(retryAfterSeconds !== undefined && { headers: { 'retry-after': String(retryAfterSeconds) } }),
    cause: error.cause ?? error,
  });
}
