import { ApiError } from '@storewright/json-api';
import { isServerUnavailable, sqlState } from '@storewright/postgres-driver';

/** Seconds after which a client may try again when the database is away: it is back within seconds (docs/contract.md §8.3). */
const retryAfter = '2';

/** Seconds after which a client may retry when other requests hold its rows. */
const lockRetryAfter = '1';

/** Lost serialisation or a deadlock: the transaction may simply be run again. */
export function isRetryable(error: unknown): boolean {
  return ['40001', '40P01'].includes(sqlState(error) ?? '');
}

/** Rows changed between the moment at which a transaction planned its locks and the moment at which it got them. The transaction runs again. */
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
 * A unique index or a foreign key did not let a write pass, or the answer says so already. Which value it was is to be looked up: names of constraints differ on
 * distributed tables, and values are not told of a table with row-level security.
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

/** A value that cannot be stored or compared: the input's validation should have caught it. */
const unfitValue = new Set(['22P02', '22003', '22021', '22P05', '54000', '54001']);

/** Not the client's fault alone: a rule is missing in the input's validation, which the log has to say. */
export function isMissedByValidation(error: unknown): boolean {
  return unfitValue.has(sqlState(error) ?? '');
}

/** SQLSTATEs of the statement timeout and the timeout of an idle transaction (libs/platform/schema/src/roles.ts). */
const tookTooLong = new Set(['57014', '25P03']);

/** A wait for a lock exceeded lock_timeout (SQLSTATE lock_not_available), or a transaction lost against others in every attempt. */
const isHeldByOthers = (error: unknown) => sqlState(error) === '55P03' || isRetryable(error);

/** What a client may see of a database error; anything else is passed on as it is and becomes a 500 in the log. */
export function asApiError(error: unknown): unknown {
  if (isUnavailable(error)) {
    return new ApiError('unavailable', {
      detail: 'The database is away for a moment; nothing was lost that was acknowledged. Please try again.',
      headers: { 'retry-after': retryAfter },
      cause: error,
    });
  }
  if (isHeldByOthers(error)) {
    return new ApiError('rows_locked', {
      detail:
        'Other requests are changing the same objects, so this request changed nothing. Retry after the time in Retry-After, and send fewer requests for these objects at once.',
      headers: { 'retry-after': lockRetryAfter },
      cause: error,
    });
  }
  const code = sqlState(error) ?? '';
  if (tookTooLong.has(code)) {
    return new ApiError('overloaded', {
      detail: 'The request took too long and was given up. Please try again.',
      headers: { 'retry-after': retryAfter },
      cause: error,
    });
  }
  if (code === '23505') {
    return new ApiError('already_exists', {
      detail: 'A resource with this id or unique value exists already.',
      cause: error,
    });
  }
  if (isMissedByValidation(error)) {
    return new ApiError('invalid_attribute', {
      detail: 'A value of the request is outside of what can be stored or compared.',
      cause: error,
    });
  }
  return error;
}
