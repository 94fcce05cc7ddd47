import { auditSeeds, secretsKeys, SettingsError, tokenKeys } from '@storewright/config';
import { serversOf } from './database-url';

/**
 * Re-encrypts all secrets with the first key of SECRETS_KEY. Replaces the signatures over the audit logs with
 * signatures by the first key of AUDIT_KEY. Requires OWNER_DB_PASSWORD, and the same SECRETS_KEY, TOKEN_KEY
 * and AUDIT_KEY as the services.
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
  return `${resealed} secrets re-encrypted; ${secrets}\n${tokens}\n${await resign(environment, owner)}`;
}

async function resign(environment: NodeJS.ProcessEnv, owner: string): Promise<string> {
  const settings = { auditSeeds: auditSeeds(environment), auditRetentionDays: undefined };
  const { withConnections } = await import('./schema');
  const { auditSettings, resignHeads } = await import('./auth-data');
  const { resigned, unverified } = await withConnections(serversOf(environment), { owner }, ({ auth }) =>
    resignHeads(auth, auditSettings(settings).keys),
  );
  const others =
    unverified === 0
      ? 'the earlier keys of AUDIT_KEY can be removed'
      : `${unverified} heads have an invalid signature or an unknown key: run verify-audit`;
  return `${resigned} heads of audit logs signed again; ${others}`;
}
