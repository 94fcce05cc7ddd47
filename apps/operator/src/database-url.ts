import { SettingsError } from '@storewright/config';

/**
 * Reads a Postgres connection string from an environment variable. Error messages omit the connection string,
 * because it can contain a password.
 */
export function databaseUrl(environment: Readonly<Record<string, string | undefined>>, name: string): string {
  const url = environment[name];
  if (!url) throw new SettingsError(`${name} is not set.`);
  if (!URL.canParse(url) || !/^postgres(ql)?:$/.test(new URL(url).protocol))
    throw new SettingsError(
      `${name} must be an address such as postgres://user:password@host:5432/database.`,
    );
  return url;
}

/**
 * Returns the connection strings of the database administrator: AUTH_ADMIN_URL and SHOP_ADMIN_URL, or
 * DATABASE_URL for both databases.
 */
export function serversOf(environment: Readonly<Record<string, string | undefined>>) {
  const server = (name: string) => databaseUrl(environment, environment[name] ? name : 'DATABASE_URL');
  return { auth: server('AUTH_ADMIN_URL'), shop: server('SHOP_ADMIN_URL') };
}
