import { SettingsError } from './settings-error';

/**
 * Shop domains that visitors would mistake for a part of the platform, or that mail servers and browsers
 * request by convention (RFC 2142, RFC 8461, autodiscovery). RESERVED_DOMAINS replaces this list.
 */
export const defaultReservedDomains: readonly string[] = [
  ...['account', 'accounts', 'admin', 'api', 'app', 'apps', 'assets', 'auth', 'billing', 'cdn', 'central'],
  ...['dashboard', 'developer', 'developers', 'docs', 'help', 'id', 'login', 'metrics', 'oauth', 'operator'],
  ...['panel', 'security', 'signin', 'signup', 'sso', 'static', 'status', 'support', 'webhooks', 'www'],
  ...['autoconfig', 'autodiscover', 'ftp', 'imap', 'mail', 'mta-sts', 'ns1', 'ns2', 'pop', 'smtp', 'wpad'],
  ...['abuse', 'hostmaster', 'localhost', 'postmaster', 'root', 'webmaster'],
];

/**
 * Returns the domains that new shops cannot have: RESERVED_DOMAINS, and the first labels of the hosts in
 * AUTH_URL, DOCS_URL, AUTH_HOSTS and CENTRAL_HOST.
 */
export function reservedDomains(env: Readonly<Record<string, string | undefined>>): string[] {
  const hosts = [hostOf(env['AUTH_URL']), hostOf(env['DOCS_URL']), ...list(env['AUTH_HOSTS'])];
  const labels = [...hosts, env['CENTRAL_HOST'] ?? ''].map((host) => host.split(/[.:]/)[0]!.toLowerCase());
  const named = env['RESERVED_DOMAINS'] ? list(env['RESERVED_DOMAINS']) : defaultReservedDomains;
  if (!named.every((each) => /^[a-z0-9-]*$/i.test(each)))
    throw new SettingsError('RESERVED_DOMAINS must be shop domains separated by commas, such as admin,www.');
  return [...new Set([...named, ...labels])].filter((label) => label !== '');
}

function hostOf(address: string | undefined): string {
  return address && URL.canParse(address) ? new URL(address).hostname : '';
}

function list(text: string | undefined): string[] {
  return (text ?? '').split(',').map((entry) => entry.trim());
}
