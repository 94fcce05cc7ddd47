import { secretsKeys, SettingsError, tokenKeys } from '@storewright/config';
import { serversOf } from './database-url';

/** DATABASE_URL or AUTH_ADMIN_URL and SHOP_ADMIN_URL, and OWNER_DB_PASSWORD, as for `migrate`; SECRETS_KEY and TOKEN_KEY as the services have them. */
export async function rotateKeysCommand(environment: NodeJS.ProcessEnv): Promise<string> {
  const servers = serversOf(environment);
  const owner = environment['OWNER_DB_PASSWORD'];
  if (!owner) throw new SettingsError('OWNER_DB_PASSWORD is not set.');
  const keys = { secrets: secretsKeys(environment), tokens: tokenKeys(environment) };
  const { rotateKeys } = await import('./schema');
  const { resealed, sealedBy, tokensOfEarlierKeys, repeatableExchanges } = await rotateKeys(
    servers,
    { owner },
    keys,
  );
  const [newest] = [...keys.secrets.keys()];
  const others = Object.entries(sealedBy).filter(([id]) => id !== newest);
  const waiting = others.map(([id, count]) => `${count} by "${id}"`).join(', ');
  const secrets = waiting
    ? `${waiting}: run the command again`
    : `all secrets are sealed by "${newest}": the other keys of SECRETS_KEY can go`;
  const tokens =
    tokensOfEarlierKeys + repeatableExchanges === 0
      ? 'nothing needs an earlier key of TOKEN_KEY'
      : `keep the earlier keys of TOKEN_KEY: ${tokensOfEarlierKeys} tokens of apps are derived from them, and ${repeatableExchanges} exchanges can be repeated in the next ten minutes`;
  return `${resealed} secrets sealed anew; ${secrets}\n${tokens}`;
}
