/** The environment of Postgres' programs: no PG… variable or library path of the caller's changes what they do; messages in English. */
export function processEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = process.env;
  return { PATH, LC_ALL: 'C', TZ: 'UTC', ...(SystemRoot && { SystemRoot }) };
}
