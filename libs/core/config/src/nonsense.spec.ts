import { authApiSettings, hooksWorkerSettings, SettingsError, shopApiSettings } from './index';

type Environment = Record<string, string | undefined>;

const key = Buffer.alloc(32, 7).toString('base64');
/** Environment in which a service reads all its settings. */
const needed: Environment = {
  ...{ AUTH_DATABASE_URL: 'postgres://a@h/d', SHOP_DATABASE_URL: 'postgres://s@h/d' },
  ...{ SECRETS_KEY: `k1:${key}`, TOKEN_KEY: key, METRICS_PORT: '0' },
  ...{ SMTP_URL: 'smtps://h', MAIL_FROM: 'no-reply@shops.example' },
};

const services: Record<string, (env: Environment) => object> = {
  'shop-api': shopApiSettings,
  'auth-api': authApiSettings,
  'hooks-worker': hooksWorkerSettings,
};

/** Settings that accept any value. */
const free = new Set(['DOCS_FOLDER', 'DOWNLOADS_FOLDER', 'MAIL_FOLDER']);

/** Names of all settings that a service reads. */
function settingsOf(read: (env: Environment) => object): string[] {
  const names = new Set<string>();
  read(
    new Proxy(needed, {
      get(target, name: string) {
        names.add(name);
        return target[name];
      },
    }),
  );
  return [...names].filter((name) => !free.has(name)).sort();
}

describe.each(Object.entries(services))('a setting of %s', (_, read) => {
  it.each(settingsOf(read))(
    '%s with an invalid value throws one line that contains the name of the setting',
    (name) => {
      const settings = () => read({ ...needed, [name]: 'no such, value! 9e99' });
      expect(settings).toThrow(SettingsError);
      expect(settings).toThrow(new RegExp(`^(?=.*\\b${name}\\b)[^\\n]+$`));
    },
  );

  it.each(['PORT', 'METRICS_PORT'])(
    '%s above 65535 throws one line that contains the name of the setting',
    (name) => {
      expect(() => read({ ...needed, [name]: '65536' })).toThrow(
        `${name} must be a whole number from 0 to 65535.`,
      );
    },
  );

  it.each([
    [
      'SECRETS_KEY',
      `k1:${key},k1:${key}`,
      'SECRETS_KEY has two keys with the id "k1". Each key must have its own id.',
    ],
    ['SECRETS_KEY', `:${key}`, 'SECRETS_KEY must be keys of the form <id>:<32 bytes in base64>.'],
    ['TRUSTED_PROXIES', 'hello', 'TRUSTED_PROXIES must be addresses or networks'],
    ['TRUSTED_PROXIES', '10.0.0.0/33', 'TRUSTED_PROXIES must be addresses or networks'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.'],
  ])('%s=%s throws an error with the text: %s', (name, value, message) => {
    expect(() => read({ ...needed, [name]: value })).toThrow(message);
  });

  it('TRUSTED_PROXIES accepts IP addresses, networks and names of address ranges without an error', () => {
    const TRUSTED_PROXIES = '10.0.0.0/8, ::1, fd00::/8, loopback';
    expect(read({ ...needed, TRUSTED_PROXIES })).toMatchObject({
      trustedProxies: ['10.0.0.0/8', '::1', 'fd00::/8', 'loopback'],
    });
  });
});
