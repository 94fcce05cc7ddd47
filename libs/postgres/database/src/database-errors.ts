import { ApiError } from '@storewright/json-api';

/** Seconds after which a client may try again when the database is away: it is back within seconds (docs/contract.md §8.3). */
const retryAfter = '2';

/** Seconds after which a client may retry when other requests hold its rows. */
const lockRetryAfter = '1';

const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
/**
 * Messages of errors that pg, pg-pool and TypeORM throw without a code. TypeORM throws the last one in a transaction
 * whose connection died and was released.
 */
const lostConnection =
  /Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|not queryable|Cannot use a pool after|connection was closed|Driver not Connected|query runner (?:was )?already released/i;

const connectFailures = new WeakSet<object>();

/** Marks an error as raised while connecting, before any statement was sent. */
export function connectFailed<E>(error: E): E {
  if (typeof error === 'object' && error !== null) connectFailures.add(error);
  return error;
}

/** Whether the error, one of its causes or one of its driver errors was raised while connecting. */
function isConnectFailure(error: unknown, depth = 3): boolean {
  if (typeof error !== 'object' || error === null || depth === 0) return false;
  if (connectFailures.has(error)) return true;
  const { cause, driverError } = error as { cause?: unknown; driverError?: unknown };
  return isConnectFailure(cause, depth - 1) || isConnectFailure(driverError, depth - 1);
}

/**
 * Message of a server that rejects a connection (wrong password, missing database or privilege). Only an operator can
 * fix this. Undefined for other errors.
 */
export function rejectionOf(error: unknown): string | undefined {
  const isRejection = isConnectFailure(error) && /^28|^3D|^42/.test(sqlState(error) ?? '');
  return isRejection ? (error as Error).message : undefined;
}

/** True if a new connection timed out. Open connections may still work. */
export function isLateConnection(error: unknown): boolean {
  return isConnectFailure(error) && sqlState(error) === 'ETIMEDOUT';
}

/** The SQLSTATE of a database error, by which alone errors are told apart (constraint names differ on distributed tables). */
export function sqlState(error: unknown): string | undefined {
  const { code, driverError } = (error ?? {}) as { code?: unknown; driverError?: { code?: unknown } };
  return [code, driverError?.code].find((each): each is string => typeof each === 'string');
}

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

/** It has no place for one more connection; those that are there go on. */
export function isTooFull(error: unknown): boolean {
  return sqlState(error) === '53300';
}

/**
 * The database or the way to it is away, starting, stopping, a standby (25006), or out of something: connections, memory, disk (class 53). XX000: a server behind it does not
 * do its part, as Citus says of a shard. Every failure to connect counts, for example a rejected password.
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof ApiError) return false;
  if (isConnectFailure(error)) return true;
  const code = sqlState(error) ?? '';
  if (/^08|^53|^57P0[1-5]$|^25006$|^XX000$/.test(code) || connectionCodes.has(code)) return true;
  return code === '' && error instanceof Error && lostConnection.test(error.message);
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
