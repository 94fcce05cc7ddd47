import { read } from '@storewright/workspace';

export const secretNames = [
  ...[
    'SECRETS_KEY',
    'TOKEN_KEY',
    'AUDIT_KEY',
    'GITLAB_REVOCATION_TOKENS',
    'AUTH_DATABASE_URL',
    'SHOP_DATABASE_URL',
    'DATABASE_URL',
  ],
  ...['AUTH_DATABASE_LISTEN_URL', 'SHOP_DATABASE_LISTEN_URL', 'SHOP_REPLICA_URLS'],
  ...['OWNER_DB_PASSWORD', 'AUTH_DB_PASSWORD', 'SHOP_DB_PASSWORD', 'HOOKS_DB_PASSWORD'],
];

export function knownVariables(): string[] {
  const sources = [
    'libs/core/config/src/settings.ts',
    'apps/admin-server/src/settings.ts',
    'apps/mcp/src/settings.ts',
    'libs/core/tracing/src/start-tracing.ts',
  ];
  return sources.flatMap((file) => read(file).match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*\b/g) ?? []);
}
