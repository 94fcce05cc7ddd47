import { isIP } from 'node:net';
import { SettingsError } from './settings-error';

export type Environment = Readonly<Record<string, string | undefined>>;

const label = /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/i;
const isHost = (value: string) =>
  value.length <= 253 && value.split('.').every((each) => each.length <= 63 && label.test(each));

function list(env: Environment, name: string): string[] {
  return (env[name] ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/**
 * Reads settings from environment variables. Throws SettingsError for an invalid setting. The error names the
 * setting but does not contain its value, which can contain a password.
 */
export class SettingsReader {
  constructor(private readonly env: Environment) {}

  text(name: string, byDefault?: string): string {
    const value = this.env[name] || byDefault;
    if (value === undefined) throw new SettingsError(`${name} is not set.`);
    return value;
  }

  list(name: string): string[] {
    return list(this.env, name);
  }

  whole(name: string, byDefault: number, least: number, most = Number.MAX_SAFE_INTEGER): number {
    const value = this.text(name, String(byDefault));
    const bound = most < Number.MAX_SAFE_INTEGER ? ` to ${most}` : '';
    if (!/^\d+$/.test(value) || Number(value) < least || Number(value) > most)
      throw new SettingsError(`${name} must be a whole number from ${least}${bound}.`);
    return Number(value);
  }

  port(name: string, byDefault: number): number {
    return this.whole(name, byDefault, 0, 65_535);
  }

  host(name: string, byDefault?: string): string {
    const value = this.text(name, byDefault).toLowerCase();
    if (!isHost(value)) throw new SettingsError(`${name} must be a host name such as shops.example.`);
    return value;
  }

  hosts(name: string): string[] {
    const hosts = this.list(name);
    if (!hosts.every((each) => URL.canParse(`http://${each}`) && isHost(each.replace(/:\d{1,5}$/, ''))))
      throw new SettingsError(`${name} must be host names separated by commas, such as auth-api:3001.`);
    return hosts;
  }

  address(name: string, byDefault: string): string {
    const value = this.text(name, byDefault);
    if (isIP(value) === 0 && !isHost(value))
      throw new SettingsError(`${name} must be an IP address or host name of this machine, such as 0.0.0.0.`);
    return value;
  }

  url(name: string, protocols: string[], byDefault?: string): string {
    const value = this.text(name, byDefault);
    if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
      const beginnings = protocols.map((each) => `${each}//`).join(' or ');
      throw new SettingsError(`${name} must be a URL that starts with ${beginnings}.`);
    }
    return value;
  }

  /** Reads a URL in which `{shop}` is a placeholder for the domain of a shop. */
  shopUrl(name: string, byDefault?: string): string {
    const value = this.text(name, byDefault);
    const ofShop = value.replace('{shop}', 'shop');
    if (!URL.canParse(ofShop) || !/^https?:$/.test(new URL(ofShop).protocol))
      throw new SettingsError(`${name} must be a URL such as https://{shop}.shops.example.`);
    return value;
  }

  key(name: string, base64: string): Uint8Array {
    const key = Buffer.from(base64, 'base64');
    if (key.length !== 32)
      throw new SettingsError(
        `${name} must be 32 random bytes in base64 (create it with: openssl rand -base64 32).`,
      );
    return key;
  }
}

export const reader = (env: Environment) => new SettingsReader(env);

/** Reads a setting that must be `true` or `false`. Defaults to false. */
export function flag(env: Environment, name: string): boolean {
  const value = env[name] || 'false';
  if (value !== 'true' && value !== 'false') throw new SettingsError(`${name} must be true or false.`);
  return value === 'true';
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

export function logLevel(env: Environment): string {
  const value = env['LOG_LEVEL'] || 'info';
  if (!logLevels.includes(value))
    throw new SettingsError(`LOG_LEVEL must be one of ${logLevels.join(', ')}.`);
  return value;
}

/** Names of address ranges that Fastify accepts in `trustProxy`. */
const networkNames = ['loopback', 'linklocal', 'uniquelocal'];

/** Reads TRUSTED_PROXIES: IP addresses, networks such as 10.0.0.0/8, or names of address ranges. */
export function trustedProxies(env: Environment): string[] {
  const proxies = list(env, 'TRUSTED_PROXIES');
  if (!proxies.every((each) => networkNames.includes(each) || isNetwork(each)))
    throw new SettingsError(
      `TRUSTED_PROXIES must be addresses or networks separated by commas, such as 10.0.0.0/8, or ${networkNames.join(', ')}.`,
    );
  return proxies;
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return (
    bits === undefined ||
    (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
  );
}
