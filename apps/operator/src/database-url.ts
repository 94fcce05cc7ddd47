import { SettingsError } from '@storewright/config';

/** The connection string of this setting. A wrong one is not repeated: it may hold a password. */
export function databaseUrl(environment: Readonly<Record<string, string | undefined>>, name: string): string {
  const url = environment[name];
  if (!url) throw new SettingsError(`${name} is not set.`);
  if (!URL.canParse(url) || !/^postgres(ql)?:$/.test(new URL(url).protocol))
    throw new SettingsError(`${name} is an address such as postgres://user:password@host:5432/database.`);
  return url;
}
