import { secretsKeys, SettingsError, tokenKeys } from '@storewright/config';
import { serversOf } from './database-url';

/**
 * Re-encrypts all secrets with the first key of SECRETS_KEY. Requires OWNER_DB_PASSWORD, and SECRETS_KEY and TOKEN_KEY
 * of the services.
 */
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
    : `all secrets are encrypted with "${newest}"; the other keys of SECRETS_KEY can be removed`;
  const tokens =
    tokensOfEarlierKeys + repeatableExchanges === 0
      ? 'the earlier keys of TOKEN_KEY can be removed'
      : `keep the earlier keys of TOKEN_KEY: ${tokensOfEarlierKeys} app tokens derive from them, and ` +
        `${repeatableExchanges} exchanges can be repeated within the next ten minutes`;
  return `${resealed} secrets re-encrypted; ${secrets}\n${tokens}`;
}
