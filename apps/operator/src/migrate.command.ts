import { SettingsError } from '@storewright/config';
import type { RolePasswords } from '@storewright/schema';
import { serversOf } from './database-url';
import type { Options } from './options';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Migrates the auth and shop databases to the current schema as administrator. Reads DATABASE_URL, or
 * AUTH_ADMIN_URL and SHOP_ADMIN_URL for two servers. Sets the passwords of the database roles from
 * OWNER_DB_PASSWORD, AUTH_DB_PASSWORD, SHOP_DB_PASSWORD and HOOKS_DB_PASSWORD.
 */
export async function migrateCommand(
  environment: Environment,
  _options: Options,
  report: (line: string) => void,
): Promise<string> {
  const need = (name: string): string => {
    const value = environment[name];
    if (!value) throw new SettingsError(`${name} is not set.`);
    return value;
  };
  const servers = serversOf(environment);
  const passwords: RolePasswords = {
    owner: need('OWNER_DB_PASSWORD'),
    auth: need('AUTH_DB_PASSWORD'),
    shop: need('SHOP_DB_PASSWORD'),
    hooks: need('HOOKS_DB_PASSWORD'),
  };
  const { migrate } = await import('./schema');
  const ran = await migrate(servers, passwords, { report });
  return ran.length ? `migrated: ${ran.join(', ')}` : 'the schema is current';
}
