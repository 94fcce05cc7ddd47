/** Postgres could not be started. The message is one line that says what is wrong and what to do; it needs no stack. */
export class PostgresStartError extends Error {
  override readonly name = 'PostgresStartError';
}

/** A failed file operation on the data folder, as a line that a person can act on. */
export function folderError(path: string, cause: unknown): PostgresStartError {
  const { code, message } = cause as NodeJS.ErrnoException;
  const reason = {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'read-only file system',
    ENOSPC: 'disk full',
  }[code ?? ''];
  return new PostgresStartError(
    `cannot use the data folder ${path}: ${reason ?? message}. Give this user the right to write there, or choose another folder`,
    { cause },
  );
}
