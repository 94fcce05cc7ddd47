export type Settings = ReturnType<typeof readSettings>;

/** Settings of the app. Secrets come from the environment, never from a committed file. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>) {
  const value = (name: string): string => {
    const found = environment[name];
    if (!found) throw new Error(`${name} is not set.`);
    return found;
  };
  const dataKey = Buffer.from(value('DATA_KEY'), 'base64');
  if (dataKey.length !== 32) throw new Error('DATA_KEY is 32 random bytes in base64.');
  return {
    host: environment['HOST'] || '127.0.0.1',
    port: Number(environment['PORT'] || 3005),
    /** Public URL of this app. */
    appUrl: new URL(value('APP_URL')).origin,
    /** `{auth_url}` of the platform. */
    authUrl: value('AUTH_URL'),
    /** `{admin_url}` with the placeholder `{shop}`: owners agree to scopes there. */
    adminUrl: value('ADMIN_URL'),
    /** Shown once when the app is registered. */
    appId: value('APP_ID'),
    appSecret: value('APP_SECRET'),
    webhookSecret: value('WEBHOOK_SECRET'),
    /** Encrypts stored tokens and sessions. */
    dataKey,
    databaseFile: value('DATABASE_FILE'),
    /** Interval of reading the log without a webhook. */
    pollSeconds: Number(environment['POLL_SECONDS'] || 60),
    logLevel: environment['LOG_LEVEL'] || 'info',
  };
}
