import { SettingsError } from '@storewright/config';

/** The connection string of this setting. A wrong one is not repeated: it may hold a password. */
export function databaseUrl(environment: Readonly<Record<string, string | undefined>>, name: string): string {
  const url = environment[name];
  if (!url) throw new SettingsError(`${name} is not set.`);
  if (!URL.canParse(url) || !/^postgres(ql)?:$/.test(new URL(url).protocol))
    throw new SettingsError(`${name} is an address such as postgres://user:password@host:5432/database.`);
  return url;
}

/** DATABASE_URL, or SHOP_ADMIN_URL and AUTH_ADMIN_URL: the administrator's connections. */
export function serversOf(environment: Readonly<Record<string, string | undefined>>) {
  const server = (name: string) => databaseUrl(environment, environment[name] ? name : 'DATABASE_URL');
  return { auth: server('AUTH_ADMIN_URL'), shop: server('SHOP_ADMIN_URL') };
}
