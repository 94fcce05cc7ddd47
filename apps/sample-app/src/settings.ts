export type Settings = ReturnType<typeof readSettings>;

/** Reads the settings of the app. Secrets come from the environment, never from a committed file. */
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
    /** Public URL of this app. */
    appUrl: new URL(value('APP_URL')).origin,
    /** URL of the platform's auth API, `{auth_url}` in the documentation. */
    authUrl: value('AUTH_URL'),
    /** URL of a shop's panel, at which owners consent to scopes. `{shop}` stands for the domain. */
    adminUrl: value('ADMIN_URL'),
    /** Id of the app, shown when the app is registered. */
    appId: value('APP_ID'),
    appSecret: value('APP_SECRET'),
    webhookSecret: value('WEBHOOK_SECRET'),
    /** Key that encrypts stored tokens and sessions. */
    dataKey,
    databaseFile: value('DATABASE_FILE'),
    /** Interval in seconds for reading the log when no webhooks arrive. */
    pollSeconds: Number(environment['POLL_SECONDS'] || 60),
    logLevel: environment['LOG_LEVEL'] || 'info',
  };
}
