import {
  authApiSettings,
  defaultReservedDomains,
  hooksWorkerSettings,
  SettingsError,
  shopApiSettings,
} from './index';

const key = Buffer.alloc(32, 7).toString('base64');
const shop = {
  AUTH_DATABASE_URL: 'postgres://a@h/d',
  SHOP_DATABASE_URL: 'postgres://s@h/d',
  SECRETS_KEY: `k1:${key}`,
};
const auth = { AUTH_DATABASE_URL: 'postgres://a@h/d', TOKEN_KEY: key, SECRETS_KEY: `k1:${key}` };

describe('settings', () => {
  it('have the documented defaults for local development', () => {
    expect(shopApiSettings(shop)).toMatchObject({
      port: 3000,
      shopBaseDomain: 'localhost',
      centralHost: 'localhost',
      shopUrl: 'http://{shop}.localhost:3000',
    });
    expect(authApiSettings(auth)).toMatchObject({
      port: 3001,
      authUrl: 'http://localhost:3001',
      docsUrl: 'http://localhost:3001/docs/errors',
    });
    expect(shopApiSettings(shop).meta).toEqual({
      maxBytes: 65536,
      maxKeys: 256,
      maxKeyLength: 255,
      maxDepth: 16,
    });
  });

  it('store images in Postgres by default, or in a bucket of any S3-compatible service', () => {
    const keys = { IMAGE_STORE_KEY_ID: 'id', IMAGE_STORE_SECRET: 'secret' };
    const storeOf = (IMAGE_STORE: string) => shopApiSettings({ ...shop, ...keys, IMAGE_STORE }).imageStore;
    expect([shopApiSettings(shop).imageStore, storeOf('postgres')]).toEqual([undefined, undefined]);
    expect(storeOf('s3://shop-images?region=eu-central-1')).toEqual({
      ...{ url: 'https://s3.eu-central-1.amazonaws.com/shop-images', region: 'eu-central-1' },
      ...{ keyId: 'id', secret: 'secret' },
    });
    expect(storeOf('s3://images?endpoint=http://minio:9000/')).toMatchObject({
      url: 'http://minio:9000/images',
    });
  });

  it.each([
    ['SHOP_DATABASE_URL is not set.', { SHOP_DATABASE_URL: '' }],
    ['PORT must be a whole number from 0 to 65535.', { PORT: '80a' }],
    ['SHOP_DATABASE_URL must be a URL', { SHOP_DATABASE_URL: 'mysql://root:hunter2@h' }],
    ['SECRETS_KEY must be 32 random bytes', { SECRETS_KEY: 'k1:abc' }],
    ['SHOP_DATABASE_KIND must be postgres or citus.', { SHOP_DATABASE_KIND: 'oracle' }],
    [
      'DATABASE_POOLER must be one of none, transaction, transaction-prepared.',
      { DATABASE_POOLER: 'pgbouncer' },
    ],
    ['AUTH_DATABASE_LISTEN_URL is not set', { DATABASE_POOLER: 'transaction' }],
    [
      'DATABASE_POOLER requires plain Postgres',
      {
        DATABASE_POOLER: 'transaction',
        SHOP_DATABASE_KIND: 'citus',
        AUTH_DATABASE_LISTEN_URL: 'postgres://h',
      },
    ],
    ['SHOP_REPLICA_URLS must be a URL', { SHOP_REPLICA_URLS: 'postgres://h/d, mysql://h' }],
    [
      'SHOP_REPLICA_URLS requires plain Postgres',
      { SHOP_REPLICA_URLS: 'postgres://h/d', SHOP_DATABASE_KIND: 'citus' },
    ],
    ['SHOP_READS_FROM_NODES requires SHOP_DATABASE_KIND=citus.', { SHOP_READS_FROM_NODES: 'true' }],
    ['SHOP_REPLICA_MAX_LAG must be a whole number from 2.', { SHOP_REPLICA_MAX_LAG: '1' }],
    ['SECRETS_KEY is not set.', { SECRETS_KEY: '' }],
    ['METRICS_PORT must differ from PORT.', { PORT: '3000', METRICS_PORT: '3000' }],
    ['METRICS_PORT must be a whole number from 0 to 65535.', { METRICS_PORT: 'x' }],
    ['IMAGE_STORE must be postgres, or a bucket', { IMAGE_STORE: 's3://B' }],
    ['IMAGE_STORE must be postgres, or a bucket', { IMAGE_STORE: 's3://shop-images/folder' }],
    ['IMAGE_STORE must be postgres, or a bucket', { IMAGE_STORE: 's3://shop-images?zone=a' }],
    ['IMAGE_STORE must be postgres, or a bucket', { IMAGE_STORE: 'https://shop-images' }],
    ['IMAGE_STORE_KEY_ID is not set.', { IMAGE_STORE: 's3://shop-images' }],
  ])('report an invalid value in one line: %s', (message, change) => {
    expect(() => shopApiSettings({ ...shop, ...change })).toThrow(SettingsError);
    expect(() => shopApiSettings({ ...shop, ...change })).toThrow(message);
  });

  it('contain a URL for LISTEN, which must bypass the connection pooler', () => {
    expect(shopApiSettings(shop).authListenUrl).toBe('postgres://a@h/d');
    const past = { AUTH_DATABASE_LISTEN_URL: 'postgres://a@direct/d', DATABASE_POOLER: 'transaction' };
    const direct = { ...past, SHOP_DATABASE_LISTEN_URL: 'postgres://s@direct/d' };
    expect(shopApiSettings({ ...shop, ...direct })).toMatchObject({
      authDatabaseUrl: 'postgres://a@h/d',
      authListenUrl: 'postgres://a@direct/d',
      shopListenUrl: 'postgres://s@direct/d',
    });
    expect(() => hooksWorkerSettings({ ...shop, ...past })).toThrow('SHOP_DATABASE_LISTEN_URL is not set');
  });

  it('disable metrics by default, and serve them on the loopback interface if METRICS_PORT is set', () => {
    expect(shopApiSettings(shop).metrics).toBeUndefined();
    expect(authApiSettings({ ...auth, METRICS_PORT: '9464' }).metrics).toEqual({
      host: '127.0.0.1',
      port: 9464,
    });
    expect(shopApiSettings({ ...shop, METRICS_PORT: '0', METRICS_HOST: '::' }).metrics).toEqual({
      host: '::',
      port: 0,
    });
  });

  it('require a sender and either a mail server or a mail folder to send email', () => {
    const mailOf = (env: object) => authApiSettings({ ...auth, ...env }).mail;
    expect(mailOf({ MAIL_FROM: 'a@b.example' })).toBeUndefined();
    const from = 'Storewright <no-reply@shops.example>';
    expect(mailOf({ SMTP_URL: 'smtps://u:p@h', MAIL_FROM: from })).toEqual({
      smtpUrl: 'smtps://u:p@h',
      smtpTls: 'required',
      from,
    });
    expect(mailOf({ SMTP_URL: 'smtp://h', SMTP_TLS: 'off', MAIL_FROM: from })).toMatchObject({
      smtpTls: 'off',
    });
    expect(() => mailOf({ SMTP_URL: 'smtp://h', SMTP_TLS: 'false', MAIL_FROM: from })).toThrow(
      'SMTP_TLS must be one of required, optional, off.',
    );
    expect(mailOf({ MAIL_FOLDER: '/tmp/x', MAIL_FROM: from })).toEqual({ folder: '/tmp/x', from });
    expect(() => mailOf({ SMTP_URL: 'smtps://u:p@h' })).toThrow('MAIL_FROM is not set.');
    for (const wrong of ['Storewright', 'a@b\nBcc: c@d.example'])
      expect(() => mailOf({ SMTP_URL: 'smtp://h', MAIL_FROM: wrong })).toThrow('MAIL_FROM must be an email');
    expect(() => mailOf({ SMTP_URL: 'http://u:hunter2@h', MAIL_FROM: from })).toThrow(
      /^SMTP_URL(?!.*hunter2)/,
    );
  });

  it('accept origins only in the format of the Origin header', () => {
    const originsOf = (CORS_ORIGINS: string) => shopApiSettings({ ...shop, CORS_ORIGINS }).corsOrigins;
    expect(originsOf('')).toEqual([]);
    expect(originsOf('https://a.example, http://localhost:3001')).toEqual([
      'https://a.example',
      'http://localhost:3001',
    ]);
    for (const wrong of [
      '*',
      'a.example',
      'https://a.example/',
      'https://A.example',
      'https://a.example:443',
    ])
      expect(() => originsOf(wrong)).toThrow('CORS_ORIGINS must be origins');
  });

  it('never show a password in an error message', () => {
    expect(() => shopApiSettings({ ...shop, SHOP_DATABASE_URL: 'mysql://root:hunter2@h' })).toThrow(
      /^(?!.*hunter2)/,
    );
  });

  it('enable Strict-Transport-Security for a year if clients use https', () => {
    const hstsOf = (env: object) => authApiSettings({ ...auth, ...env }).hstsMaxAgeSeconds;
    expect(hstsOf({})).toBe(0);
    expect(hstsOf({ AUTH_URL: 'https://auth.example' })).toBe(31_536_000);
    expect(hstsOf({ AUTH_URL: 'https://auth.example', HSTS_MAX_AGE: '0' })).toBe(0);
    const shopUrl = { SHOP_URL: 'https://{shop}.example' };
    expect(shopApiSettings({ ...shop, ...shopUrl }).hstsMaxAgeSeconds).toBe(31_536_000);
    expect(shopApiSettings({ ...shop, AUTH_URL: 'https://auth.example' }).hstsMaxAgeSeconds).toBe(0);
  });

  it('by default let only the operator create shops, and reserve the first labels of platform hosts', () => {
    expect(authApiSettings(auth).ownShops).toEqual({
      most: 0,
      mostForTests: 0,
      reservedDomains: [...defaultReservedDomains],
    });
    const given = { AUTH_URL: 'https://id.shops.example', DOCS_URL: 'https://help.shops.example/errors' };
    const own = {
      AUTH_HOSTS: 'internal-auth:3001',
      RESERVED_DOMAINS: 'status, www',
      MAX_SHOPS_PER_PERSON: '3',
    };
    expect(authApiSettings({ ...auth, ...given, ...own }).ownShops).toEqual({
      most: 3,
      mostForTests: 0,
      reservedDomains: ['status', 'www', 'id', 'help', 'internal-auth'],
    });
  });
});
