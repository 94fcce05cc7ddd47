const day = 24 * 60 * 60 * 1000;

/** Tables with a retention time, ordered so that a row is deleted before the rows to which it refers. */
export const outdatedTables = [
  'nonces',
  'oauth_tokens',
  'access_tokens',
  'sessions',
  'passkey_challenges',
  'device_authorizations',
  'app_secrets',
  'webhook_secrets',
  'request_counts',
  'request_days',
  'app_requests',
  'webhook_counts',
  'webhook_days',
  'notifications',
  'installations',
  'audit_entries',
  'apps',
] as const;
export type OutdatedTable = (typeof outdatedTables)[number];

/**
 * Time in milliseconds between the expiry of a row and its deletion, keyed by table. undefined keeps the rows
 * forever.
 */
export type RetentionTimes = Readonly<Record<OutdatedTable, number | undefined>>;

/**
 * Returns the retention time of each table. The time starts at the end of a row: the expiry of a nonce,
 * session, passkey challenge, device authorization or rotated secret, the revocation, replacement or expiry of
 * a token, the uninstallation, the deletion of an app without references, or the last authorization request of
 * an agent without references. `auditMs` applies to the audit log and `requestLogMs` to the request log.
 */
export function retentionTimes(auditMs: number | undefined, requestLogMs: number): RetentionTimes {
  return {
    nonces: 7 * day,
    oauth_tokens: 90 * day,
    access_tokens: 90 * day,
    sessions: 7 * day,
    passkey_challenges: day,
    device_authorizations: day,
    app_secrets: 7 * day,
    webhook_secrets: 7 * day,
    request_counts: 30 * day,
    request_days: 31 * day,
    app_requests: requestLogMs,
    webhook_counts: 30 * day,
    webhook_days: 31 * day,
    notifications: 90 * day,
    installations: 90 * day,
    audit_entries: auditMs,
    apps: 90 * day,
  };
}
