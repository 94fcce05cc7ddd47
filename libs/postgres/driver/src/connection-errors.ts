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
 * Messages of errors without a code that pg, pg-pool and TypeORM throw. TypeORM throws the last error in a
 * transaction whose connection broke and was released.
 */
const lostConnection = [
  /Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout/i,
  /not queryable|Cannot use a pool after|connection was closed|Driver not Connected/i,
  /query runner (?:was )?already released/i,
];

const connectFailures = new WeakSet<object>();

/** Marks an error as a failure to connect. No statement was sent before the error. */
export function connectFailed<E>(error: E): E {
  if (typeof error === 'object' && error !== null) connectFailures.add(error);
  return error;
}

/** True if the error, one of its causes or one of its driver errors is a failure to connect. */
export function isConnectFailure(error: unknown, depth = 3): boolean {
  if (typeof error !== 'object' || error === null || depth === 0) return false;
  if (connectFailures.has(error)) return true;
  const { cause, driverError } = error as { cause?: unknown; driverError?: unknown };
  return isConnectFailure(cause, depth - 1) || isConnectFailure(driverError, depth - 1);
}

/**
 * Returns the message of a server that rejects connections for a reason that only an operator can fix, such
 * as a wrong password, a missing database or a missing privilege. Returns undefined for other errors.
 */
export function rejectionOf(error: unknown): string | undefined {
  const isRejection = isConnectFailure(error) && /^28|^3D|^42/.test(sqlState(error) ?? '');
  return isRejection ? (error as Error).message : undefined;
}

export function isLateConnection(error: unknown): boolean {
  return isConnectFailure(error) && sqlState(error) === 'ETIMEDOUT';
}

/**
 * True if the server rejected a connection because it has too many connections. Open connections still work.
 */
export function isTooFull(error: unknown): boolean {
  return sqlState(error) === '53300';
}

export function isOptionsRejection(error: unknown): boolean {
  return error instanceof Error && /unsupported startup parameter/i.test(error.message);
}

/** Returns the SQLSTATE or the system error code of an error of pg or TypeORM. */
export function sqlState(error: unknown): string | undefined {
  const { code, driverError } = (error ?? {}) as { code?: unknown; driverError?: { code?: unknown } };
  return [code, driverError?.code].find((each): each is string => typeof each === 'string');
}

/**
 * True if the database or the network is down, starting or stopping, if the server is a standby (25006), or
 * if the server lacks connections, memory or disk space (class 53). Citus reports XX000 if a worker node
 * fails. Every failure to connect counts, even a rejected password.
 */
export function isServerUnavailable(error: unknown): boolean {
  if (isConnectFailure(error)) return true;
  const code = sqlState(error) ?? '';
  if (/^08|^53|^57P0[1-5]$|^25006$|^XX000$/.test(code) || connectionCodes.has(code)) return true;
  return code === '' && error instanceof Error && lostConnection.some((each) => each.test(error.message));
}
