import { ApiError } from '@storewright/json-api';
import { isServerUnavailable, sqlState } from '@storewright/postgres-driver';

/**
 * Retry-After in seconds while the database is unavailable. A failover takes seconds (docs/contract.md §8.3).
 */
const retryAfter = '2';

/** Retry-After in seconds when other requests lock the rows. */
const lockRetryAfter = '1';

/** True for a serialization failure or a deadlock: the transaction can run again. */
export function isRetryable(error: unknown): boolean {
  return ['40001', '40P01'].includes(sqlState(error) ?? '');
}

/** The rows to lock changed after the transaction planned its locks. The transaction runs again. */
export class OutdatedLocks extends Error {
  /** SQLSTATE serialization_failure. */
  readonly code = '40001';

  constructor() {
    super('the rows to lock have changed');
  }
}

export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === '23505';
}

/**
 * True if a unique index or a foreign key rejected the write. The caller must query for the cause: constraint
 * names differ on distributed tables, and Postgres omits the values for tables with row-level security.
 */
export function isRefused(error: unknown): boolean {
  let refusal = error;
  while (refusal instanceof ApiError) refusal = refusal.cause;
  return ['23505', '23503'].includes(sqlState(refusal) ?? '');
}

/** True if the client may retry the request because the database was unavailable. */
export function isUnavailable(error: unknown): boolean {
  return !(error instanceof ApiError) && isServerUnavailable(error);
}

/** SQLSTATEs of values that Postgres cannot store or compare. */
const unfitValue = new Set(['22P02', '22003', '22021', '22P05', '54000', '54001']);

/**
 * True if Postgres rejected a value that input validation should have rejected. The missing rule is a bug, so
 * the error is logged.
 */
export function isMissedByValidation(error: unknown): boolean {
  return unfitValue.has(sqlState(error) ?? '');
}

/**
 * SQLSTATEs of the statement timeout and the idle transaction timeout (libs/platform/schema/src/roles.ts).
 */
const tookTooLong = new Set(['57014', '25P03']);

/**
 * True if waiting for a lock exceeded lock_timeout (SQLSTATE lock_not_available), or if every attempt of a
 * transaction failed because of concurrent writes.
 */
const isHeldByOthers = (error: unknown) => sqlState(error) === '55P03' || isRetryable(error);

const lockedDetail =
  'Other requests are changing the same objects, so this request changed nothing. ' +
  'Retry after the time in Retry-After, and send fewer requests for these objects at once.';

/**
 * Converts a database error to the error that a client receives. Returns other errors unchanged; they are
 * logged and cause a 500.
 */
export function asApiError(error: unknown): unknown {
  if (isUnavailable(error)) {
    return new ApiError('unavailable', {
      detail:
        'The database is temporarily unavailable. Retry after the time in Retry-After. ' +
        'Acknowledged writes are safe.',
      headers: { 'retry-after': retryAfter },
      cause: error,
    });
  }
  if (isHeldByOthers(error)) {
    return new ApiError('rows_locked', {
      detail: lockedDetail,
      headers: { 'retry-after': lockRetryAfter },
      cause: error,
    });
  }
  const code = sqlState(error) ?? '';
  if (tookTooLong.has(code)) {
    return new ApiError('overloaded', {
      detail: 'The request exceeded the time limit and was canceled. Retry after the time in Retry-After.',
      headers: { 'retry-after': retryAfter },
      cause: error,
    });
  }
  if (code === '23505') {
    return new ApiError('already_exists', {
      detail: 'A resource with this id or unique value already exists.',
      cause: error,
    });
  }
  if (isMissedByValidation(error)) {
    return new ApiError('invalid_attribute', {
      detail: 'A value in the request is out of range.',
      cause: error,
    });
  }
  return error;
}
