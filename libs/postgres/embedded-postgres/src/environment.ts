/**
 * Environment of the Postgres programs. It omits the caller's PG… variables and library paths, which could
 * change their behavior. Messages are in English.
 */
export function processEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = process.env;
  return { PATH, LC_ALL: 'C', TZ: 'UTC', ...(SystemRoot && { SystemRoot }) };
}
