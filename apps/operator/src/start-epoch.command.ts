import { SettingsError } from '@storewright/config';
import { databaseUrl } from './database-url';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Starts a new epoch in the event log of every shop. Required after a restore of the shop database. Requires
 * OWNER_DB_PASSWORD.
 */
export async function startEpochCommand(environment: Environment): Promise<string> {
  const owner = environment['OWNER_DB_PASSWORD'];
  if (!owner) throw new SettingsError('OWNER_DB_PASSWORD is not set.');
  const url = databaseUrl(environment, environment['SHOP_ADMIN_URL'] ? 'SHOP_ADMIN_URL' : 'DATABASE_URL');
  const { startEpoch } = await import('./schema');
  return `started a new epoch in ${await startEpoch(url, { owner })} logs`;
}
