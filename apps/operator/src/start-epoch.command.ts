import { SettingsError } from '@storewright/config';
import { databaseUrl } from './database-url';

type Environment = Readonly<Record<string, string | undefined>>;

/** After the shop data was restored. DATABASE_URL or SHOP_ADMIN_URL, and OWNER_DB_PASSWORD, as for `migrate`. */
export async function startEpochCommand(environment: Environment): Promise<string> {
  const owner = environment['OWNER_DB_PASSWORD'];
  if (!owner) throw new SettingsError('OWNER_DB_PASSWORD is not set.');
  const url = databaseUrl(environment, environment['SHOP_ADMIN_URL'] ? 'SHOP_ADMIN_URL' : 'DATABASE_URL');
  const { startEpoch } = await import('./schema');
  return `a new epoch began in ${await startEpoch(url, { owner })} logs`;
}
