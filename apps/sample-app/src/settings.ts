export type Settings = ReturnType<typeof readSettings>;

/** Reads the settings from environment variables. Never store the secrets in a committed file. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>) {
  const value = (name: string): string => {
    const found = environment[name];
    if (!found) throw new Error(`${name} is not set.`);
    return found;
  };
  const dataKey = Buffer.from(value('DATA_KEY'), 'base64');
  if (dataKey.length !== 32) throw new Error('DATA_KEY must be 32 random bytes in base64.');
  return {
    host: environment['HOST'] || '127.0.0.1',
    port: Number(environment['PORT'] || 3005),
    appUrl: new URL(value('APP_URL')).origin,
    /** URL of the auth API, called `{auth_url}` in the documentation. */
    authUrl: value('AUTH_URL'),
    /**
     * URL of the panel in which shop owners grant scopes. `{shop}` is a placeholder for the domain of a shop.
     */
    adminUrl: value('ADMIN_URL'),
    appId: value('APP_ID'),
    appSecret: value('APP_SECRET'),
    webhookSecret: value('WEBHOOK_SECRET'),
    dataKey,
    databaseFile: value('DATABASE_FILE'),
    /**
     * Interval in seconds between reads of the event log. The app also reads the event log without a webhook,
     * because a webhook can be lost.
     */
    pollSeconds: Number(environment['POLL_SECONDS'] || 60),
    logLevel: environment['LOG_LEVEL'] || 'info',
  };
}
