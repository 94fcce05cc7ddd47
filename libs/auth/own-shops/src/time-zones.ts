import type { AuthDatabase, Database } from '@storewright/database';
import { invalidAttribute, isTimeZone } from '@storewright/json-api';

// Finds the spelling of a time zone name in Postgres, which ignores case although other libraries do not.
const called = {
  name: 'time-zone-called',
  text: 'SELECT name FROM pg_timezone_names WHERE lower(name) = lower($1)',
};

/**
 * Returns the end of an error sentence about an invalid time zone name, or undefined for a valid name. Node
 * and Postgres must both know the name in this spelling.
 */
export async function problemOfTimeZone(database: Database, name: string): Promise<string | undefined> {
  if (!isTimeZone(name)) return 'must be a time zone of the IANA database, such as "Europe/Berlin" or "UTC"';
  const found = await database.query({}, { ...called, values: [name] });
  const names = (found as { name: string }[]).map((row) => row.name);
  if (names.includes(name)) return undefined;
  const [right] = names;
  if (right !== undefined) return `must be spelled "${right}"`;
  return `is unknown to the database under the name "${name}". Use another name of the time zone`;
}

export async function rejectUnknownTimeZone(database: AuthDatabase, name: string | undefined): Promise<void> {
  const problem = name === undefined ? undefined : await problemOfTimeZone(database, name);
  if (problem !== undefined) throw invalidAttribute('time_zone', `time_zone ${problem}.`);
}
