import { resolve } from 'node:path';
import {
  hstsMaxAge,
  knownHosts,
  logLevel,
  metricsAddress,
  type MetricsAddress,
  reader,
  SettingsError,
  trustedProxies,
} from '@storewright/config';

export interface AdminServerSettings {
  /** Address to listen on (HOST, PORT). */
  host: string;
  port: number;
  /**
   * Origins at which this server reaches the two APIs (AUTH_API_URL, SHOP_API_URL). They can differ from the
   * public origins.
   */
  authApiUrl: string;
  shopApiUrl: string;
  /**
   * Public URL of the shop API, shown in the panel (SHOP_URL). `{shop}` is a placeholder for the shop's
   * domain. Defaults to the panel's own URL.
   */
  shopUrl: string;
  /**
   * Returns true if the host name belongs to a shop's panel according to ADMIN_URL, in which `{shop}` stands for the
   * shop's domain.
   */
  isKnownHost: (host: string | undefined) => boolean;
  /**
   * Folder with the index.html of the built panel (PANEL_FOLDER). Defaults to the folder beside this program.
   */
  folder: string;
  /** Public URL of the auth API, shown in the panel (AUTH_URL). */
  authUrl: string;
  /**
   * Base URL of the error documentation in the `links.about` of an error (DOCS_URL). Defaults to the error page of
   * the auth API at AUTH_URL.
   */
  docsUrl: string;
  /**
   * Comma-separated addresses and networks of trusted proxies, whose X-Forwarded-* headers are used
   * (TRUSTED_PROXIES).
   */
  trustedProxies: string[];
  /** Maximum size of a forwarded request body in bytes (BODY_LIMIT). */
  bodyLimit: number;
  /**
   * Maximum number of concurrent requests (MAX_REQUESTS_AT_ONCE). Further requests get a 503 response with
   * the code `overloaded`.
   */
  maxRequestsAtOnce: number;
  /** Log level (LOG_LEVEL): fatal, error, warn, info, debug, trace or silent. */
  logLevel: string;
  /**
   * Seconds for which browsers must use HTTPS (HSTS_MAX_AGE). 0 sends no Strict-Transport-Security header.
   * The default depends on ADMIN_URL.
   */
  hstsMaxAgeSeconds: number;
  /** Address of the metrics server (METRICS_HOST, METRICS_PORT). */
  metrics: MetricsAddress | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

export function adminServerSettings(env: Environment): AdminServerSettings {
  const read = reader(env);
  const adminUrl = read.shopUrl('ADMIN_URL', 'http://{shop}.localhost:3002');
  const authUrl = url(env, 'AUTH_URL', 'http://localhost:3001').replace(/\/$/, '');
  return {
    host: read.address('HOST', '0.0.0.0'),
    port: read.port('PORT', 3002),
    authApiUrl: origin(env, 'AUTH_API_URL', 'http://127.0.0.1:3001'),
    shopApiUrl: origin(env, 'SHOP_API_URL', 'http://127.0.0.1:3000'),
    shopUrl: env['SHOP_URL'] ? read.shopUrl('SHOP_URL') : '',
    authUrl,
    isKnownHost: knownHosts([adminUrl]),
    folder: resolve(env['PANEL_FOLDER'] || resolve(__dirname, '../admin')),
    docsUrl: url(env, 'DOCS_URL', `${authUrl}/docs/errors`),
    trustedProxies: trustedProxies(env),
    bodyLimit: read.whole('BODY_LIMIT', 1_048_576, 1024),
    maxRequestsAtOnce: read.whole('MAX_REQUESTS_AT_ONCE', 1000, 1),
    logLevel: logLevel(env),
    hstsMaxAgeSeconds: hstsMaxAge(env, adminUrl),
    metrics: metricsAddress(env, read.port('PORT', 3002)),
  };
}

function url(env: Environment, name: string, byDefault: string): string {
  const value = env[name] || byDefault;
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw new SettingsError(`${name} must be a URL that starts with http:// or https://.`);
  return value;
}

/** Parses an origin. Rejects a URL with a path, because the proxy forwards request paths unchanged. */
function origin(env: Environment, name: string, byDefault: string): string {
  const value = url(env, name, byDefault);
  if (new URL(value).href !== `${new URL(value).origin}/`)
    throw new SettingsError(`${name} must be a URL without a path, such as http://127.0.0.1:3001.`);
  return new URL(value).origin;
}
