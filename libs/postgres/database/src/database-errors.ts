import { DatabaseError, isServerUnavailable, sqlState } from '@storewright/postgres-driver';

export function isRetryable(error: unknown): boolean {
  return ['40001', '40P01'].includes(sqlState(error) ?? '');
}

/**
 * Thrown if rows changed between the selection of the rows to lock and the lock. The transaction then runs
 * again.
 */
export class OutdatedLocks extends Error {
  /** SQLSTATE serialization_failure, which makes `Database` retry the transaction. */
  readonly code = '40001';

  constructor() {
    super('the rows to lock have changed');
  }
}

const [UNIQUE_VIOLATION, FOREIGN_KEY_VIOLATION] = ['23505', '23503'];

export function isUniqueViolation(error: unknown): boolean {
  return statesOf(error).includes(UNIQUE_VIOLATION);
}

/**
 * True if a unique index or a foreign key rejected a write. The caller must query for the cause, because
 * constraint names differ on distributed tables and Postgres omits the values for tables with row-level
 * security.
 */
export function isRefused(error: unknown): boolean {
  return statesOf(error).some((state) => state === UNIQUE_VIOLATION || state === FOREIGN_KEY_VIOLATION);
}

function statesOf(error: unknown): (string | undefined)[] {
  const states = [sqlState(error)];
  for (let each = error; each instanceof Error; each = each.cause) states.push(sqlState(each.cause));
  return states;
}

/** SQLSTATEs of errors about values that Postgres cannot store or compare. */
const unfitValue = new Set(['22P02', '22003', '22021', '22P05', '54000', '54001']);

/**
 * True if Postgres rejected a value that input validation should have rejected. The caller logs the error,
 * because the missing validation is a bug.
 */
export function isMissedByValidation(error: unknown): boolean {
  return unfitValue.has(sqlState(error) ?? '');
}

/**
 * True if the database server does not fit the service, because of an unsupported feature (SQLSTATE class
 * 0A), a missing table, function or privilege (class 42), or an error of Citus (class XX).
 */
export function isOfAnotherServer(error: unknown): boolean {
  return /^(?:0A|42|XX)/.test(sqlState(error) ?? '');
}

/**
 * SQLSTATEs of the statement timeout and the idle transaction timeout (libs/platform/schema/src/roles.ts).
 */
const tookTooLong = new Set(['57014', '25P03']);

/**
 * True if a transaction waited longer than lock_timeout (SQLSTATE lock_not_available), or if concurrent
 * writes made all attempts of a transaction fail.
 */
const isHeldByOthers = (error: unknown) => sqlState(error) === '55P03' || isRetryable(error);

/**
 * Converts a driver error with a known reason to a DatabaseError. Returns other errors unchanged, so that the
 * service logs them and responds with 500.
 */
export function asDatabaseError(error: unknown): unknown {
  if (error instanceof DatabaseError) return error;
  if (isServerUnavailable(error)) return new DatabaseError('unavailable', error);
  if (isHeldByOthers(error)) return new DatabaseError('rows_locked', error);
  const code = sqlState(error) ?? '';
  if (tookTooLong.has(code)) return new DatabaseError('timed_out', error);
  if (code === UNIQUE_VIOLATION) return new DatabaseError('duplicate', error);
  if (isMissedByValidation(error)) return new DatabaseError('value_out_of_range', error);
  return error;
}
