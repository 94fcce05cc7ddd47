const day = 24 * 60 * 60 * 1000;

/** Rows of the auth data that go at some time, in an order in which nothing that is left leads to one that is gone. */
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
  'installations',
  'audit_entries',
  'apps',
] as const;
export type OutdatedTable = (typeof outdatedTables)[number];

/** How long rows stay after they are over, in ms; undefined: for ever. */
export type RetentionTimes = Readonly<Record<OutdatedTable, number | undefined>>;

/**
 * What is over: a nonce, a session, a challenge of a passkey, a device authorization, a rotated secret when it has expired; a token when it was revoked, superseded, has expired or was never taken; an installation
 * when it was uninstalled; an app when it was deleted, and nothing leads to it any more. `auditMs`, `requestLogMs`: the operator's choice.
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
    installations: 90 * day,
    audit_entries: auditMs,
    apps: 90 * day,
  };
}
