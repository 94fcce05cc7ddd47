import type { Environment } from './process';

/** Service settings (docs/settings.md) that `npm start` forwards from its own environment. */
export const PASSED_SETTINGS = [
  'AUDIT_RETENTION_DAYS',
  'AUTH_HOSTS',
  'BODY_LIMIT',
  'CENTRAL_HOST',
  'CORS_ORIGINS',
  'DATABASE_POOL_SIZE',
  'DOCS_URL',
  'GITHUB_SECRET_SCANNING_KEYS_URL',
  'GITLAB_REVOCATION_TOKENS',
  'HSTS_MAX_AGE',
  'IMAGE_STORE',
  'IMAGE_STORE_KEY_ID',
  'IMAGE_STORE_SECRET',
  'LEAKED_PASSWORDS_URL',
  'LOG_LEVEL',
  'MAX_REQUESTS_AT_ONCE',
  'MAX_SHOPS_PER_PERSON',
  'MAX_TEST_SHOPS_PER_PERSON',
  'META_MAX_BYTES',
  'META_MAX_DEPTH',
  'META_MAX_KEYS',
  'META_MAX_KEY_LENGTH',
  'PASSKEY_DOMAIN',
  'RATE_LIMIT_PER_MINUTE',
  'REQUEST_LOG_DAYS',
  'REQUEST_LOG_PER_MINUTE',
  'RESERVED_DOMAINS',
  'RESOURCE_SERVER_ID',
  'RESOURCE_SERVER_SECRET',
  'SERVER_TIMING',
  'UNUSED_TOKEN_DAYS',
  'WEBHOOKS_ALLOW_LOOPBACK',
  'WEBHOOKS_AT_ONCE',
] as const;

/**
 * Service settings that `npm start` sets itself, so that services, database, keys and emails fit together.
 */
export const OWN_SETTINGS = [
  'ADMIN_URL',
  'AUDIT_KEY',
  'AUTH_API_URL',
  'AUTH_DATABASE_LISTEN_URL',
  'AUTH_DATABASE_URL',
  'AUTH_URL',
  'DATABASE_POOLER',
  'DOCS_FOLDER',
  'DOWNLOADS_FOLDER',
  'HOST',
  'MAIL_FOLDER',
  'MAIL_FROM',
  'METRICS_HOST',
  'METRICS_PORT',
  'PANEL_FOLDER',
  'PORT',
  'SECRETS_KEY',
  'SHOP_API_URL',
  'SHOP_BASE_DOMAIN',
  'SHOP_DATABASE_KIND',
  'SHOP_DATABASE_LISTEN_URL',
  'SHOP_DATABASE_URL',
  'SHOP_READS_FROM_NODES',
  'SHOP_REPLICA_MAX_LAG',
  'SHOP_REPLICA_URLS',
  'SHOP_URL',
  'SMTP_TLS',
  'SMTP_URL',
  'TOKEN_KEY',
  'TRUSTED_PROXIES',
] as const;

export function passedSettings(environment: NodeJS.ProcessEnv): Environment {
  const set = PASSED_SETTINGS.filter((name) => environment[name]);
  return Object.fromEntries(set.map((name) => [name, environment[name]!]));
}
