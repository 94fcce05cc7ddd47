import { auditRetentionDays, auditSeeds, secretsKeys } from '@storewright/config';
import { databaseUrl } from './database-url';
import type { Options } from './options';

/**
 * Verifies the hash chains of the audit logs of all shops, or of one shop. Throws if an audit log entry was
 * changed, removed or inserted. Requires AUTH_DATABASE_URL, SECRETS_KEY and AUDIT_KEY of the auth API.
 */
export async function verifyAuditCommand(
  environment: NodeJS.ProcessEnv,
  options: Options,
  report: (line: string) => void,
): Promise<string> {
  const url = databaseUrl(environment, 'AUTH_DATABASE_URL');
  if (!environment['AUDIT_KEY']) secretsKeys(environment);
  const given = { auditSeeds: auditSeeds(environment), auditRetentionDays: auditRetentionDays(environment) };
  const { auditSettings, inAuthData, verifyShops } = await import('./auth-data');
  return inAuthData(url, async (database) => {
    const counts = { shops: 0, entries: 0, problems: 0 };
    for await (const shop of verifyShops(database, auditSettings(given), options.get('domain'))) {
      counts.shops += 1;
      counts.entries += shop.entries;
      counts.problems += shop.problems.length;
      for (const { kind, entry_id, detail } of shop.problems)
        report([shop.domain, kind, entry_id ?? '-', detail].join(' '));
    }
    const verified = `${counts.entries} entries of ${counts.shops} shops`;
    if (counts.problems > 0) throw new Error(`${counts.problems} problems in ${verified}`);
    return `${verified} match their hash chains and signed heads`;
  });
}
