/**
 * Environment variables of the Postgres programs. Omits the caller's library paths and variables such as
 * PGHOST, because they could change the behavior of the programs. Sets English messages.
 */
export function processEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = process.env;
  return { PATH, LC_ALL: 'C', TZ: 'UTC', ...(SystemRoot && { SystemRoot }) };
}
