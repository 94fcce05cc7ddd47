import { authApiSettings, hooksWorkerSettings, shopApiSettings } from '@storewright/config';
import { OWN_SETTINGS, PASSED_SETTINGS, passedSettings } from './service-settings';

const url = 'postgres://role:password@127.0.0.1/storewright';
const key = Buffer.alloc(32).toString('base64');
const needed = {
  AUTH_DATABASE_URL: url,
  SHOP_DATABASE_URL: url,
  SECRETS_KEY: `local:${key}`,
  TOKEN_KEY: key,
  MAIL_FROM: 'Storewright <no-reply@shop.example>',
  SMTP_URL: 'smtp://mail.example',
  AUDIT_RETENTION_DAYS: '30',
};

/** Returns the names of the variables that a service reads from its environment. */
function namesReadBy(settings: (environment: Record<string, string>) => unknown): string[] {
  const names = new Set<string>();
  const recorder = new Proxy<Record<string, string>>(needed, {
    get: (values, name: string) => (names.add(name), values[name]),
  });
  settings(recorder);
  return [...names];
}

describe('settings of the services under npm start', () => {
  it.each([
    ['shop-api', shopApiSettings],
    ['auth-api', authApiSettings],
    ['hooks-worker', hooksWorkerSettings],
  ])('contain every setting that %s reads', (_, settings) => {
    const listed = new Set<string>([...PASSED_SETTINGS, ...OWN_SETTINGS]);
    expect(namesReadBy(settings).filter((name) => !listed.has(name))).toEqual([]);
  });

  it('contain no setting that npm start both forwards and sets itself', () => {
    const own = new Set<string>(OWN_SETTINGS);
    expect(PASSED_SETTINGS.filter((name) => own.has(name))).toEqual([]);
  });

  it('include a limit from the environment, but no keys, empty values or unknown variables', () => {
    const environment = { RATE_LIMIT_PER_MINUTE: '60', TOKEN_KEY: key, LOG_LEVEL: '', EDITOR: 'vi' };
    expect(passedSettings(environment)).toEqual({ RATE_LIMIT_PER_MINUTE: '60' });
  });
});
