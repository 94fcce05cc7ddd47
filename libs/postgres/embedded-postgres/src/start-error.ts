/**
 * Thrown if Postgres could not be started. The message is one line with the cause and the fix, so that
 * callers need not print a stack trace.
 */
export class PostgresStartError extends Error {
  override readonly name = 'PostgresStartError';
}

const advice: Record<string, string> = {
  EACCES: 'permission denied: give this user the right to write there, or choose another folder',
  EPERM: 'permission denied: give this user the right to write there, or choose another folder',
  EROFS: 'the file system is read-only: choose another folder',
  ENOSPC: 'the disk is full: free some space, or choose another folder',
};

/**
 * Converts a failed file operation on the data folder to an error that tells the user what to do. Returns all
 * other errors unchanged.
 */
export function asStartError(dataDirectory: string, cause: unknown): unknown {
  const { code = '', syscall, message } = cause as NodeJS.ErrnoException;
  if (!syscall) return cause;
  return new PostgresStartError(`cannot use the data folder ${dataDirectory}: ${advice[code] ?? message}`, {
    cause,
  });
}
