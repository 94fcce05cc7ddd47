import { hkdfSync } from 'node:crypto';
import { type Environment, reader } from './environment';

const SEED_BYTES = 32;

/**
 * Reads AUDIT_KEY, the seeds of the Ed25519 keys. By default, derives a seed from each key of SECRETS_KEY.
 */
export function auditSeeds(env: Environment): readonly Uint8Array[] {
  const read = reader(env);
  if (env['AUDIT_KEY']) return read.list('AUDIT_KEY').map((key) => read.key('AUDIT_KEY', key));
  return read.list('SECRETS_KEY').map((entry) => {
    const key = read.key('SECRETS_KEY', entry.slice(entry.indexOf(':') + 1));
    return new Uint8Array(hkdfSync('sha256', key, '', 'storewright audit log', SEED_BYTES));
  });
}

/**
 * Reads AUDIT_RETENTION_DAYS, the retention time of the audit log in days. undefined means that all entries
 * are kept forever.
 */
export function auditRetentionDays(env: Environment): number | undefined {
  return env['AUDIT_RETENTION_DAYS'] ? reader(env).whole('AUDIT_RETENTION_DAYS', 0, 30) : undefined;
}
