/**
 * Environment of the Postgres programs. Omits PG… variables and library paths of the caller, which could
 * change their behavior. Sets English messages.
 */
export function processEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = process.env;
  return { PATH, LC_ALL: 'C', TZ: 'UTC', ...(SystemRoot && { SystemRoot }) };
}
