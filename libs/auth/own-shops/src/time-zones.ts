import type { AuthDatabase, Database } from '@storewright/database';
import { invalidAttribute, isTimeZone } from '@storewright/json-api';

// The names that the server has; in its own spelling, as the libraries of others want it.
const called = {
  name: 'time-zone-called',
  text: 'SELECT name FROM pg_timezone_names WHERE lower(name) = lower($1)',
};

/** What is wrong with the name of a time zone, to follow "time_zone"; undefined: this machine and Postgres both know it, spelled like this. */
export async function problemOfTimeZone(database: Database, name: string): Promise<string | undefined> {
  if (!isTimeZone(name)) return 'is no time zone of the IANA database, such as "Europe/Berlin" or "UTC"';
  const found = await database.query({}, { ...called, values: [name] });
  const names = (found as { name: string }[]).map((row) => row.name);
  if (names.includes(name)) return undefined;
  const [right] = names;
  if (right !== undefined) return `is written "${right}"`;
  return `is a time zone whose name "${name}" the database does not know; choose another name of it`;
}

/** Throws 422 where there is no such zone. */
export async function refuseUnknownTimeZone(database: AuthDatabase, name: string | undefined): Promise<void> {
  const problem = name === undefined ? undefined : await problemOfTimeZone(database, name);
  if (problem !== undefined) throw invalidAttribute('time_zone', `time_zone ${problem}.`);
}
