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

/** What the panel's web server reads from the environment. */
export interface AdminServerSettings {
  /** Where it listens. HOST, PORT. */
  host: string;
  port: number;
  /** Where it reaches the two APIs itself, which may be another address than their clients'. AUTH_API_URL, SHOP_API_URL. */
  authApiUrl: string;
  shopApiUrl: string;
  /** The shop API for programs, as the panel shows it; `{shop}` stands for the domain. SHOP_URL, by default the panel's own address. */
  shopUrl: string;
  /** Whether a panel is asked at its address. ADMIN_URL, as the auth API's; `{shop}` stands for the domain. */
  isKnownHost: (host: string | undefined) => boolean;
  /** The built panel, with its index.html. PANEL_FOLDER, by default beside this program. */
  folder: string;
  /** The auth API for programs, as the panel shows it. AUTH_URL. */
  authUrl: string;
  /** The page that `links.about` of errors leads to. DOCS_URL, by default the one of the auth API at AUTH_URL. */
  docsUrl: string;
  /** Addresses or networks whose X-Forwarded-* headers are believed. TRUSTED_PROXIES, comma separated. */
  trustedProxies: string[];
  /** Largest request body in bytes that is passed on. BODY_LIMIT. */
  bodyLimit: number;
  /** Maximum number of concurrent requests. Further requests get 503 `overloaded`. MAX_REQUESTS_AT_ONCE. */
  maxRequestsAtOnce: number;
  /** fatal, error, warn, info, debug, trace or silent. LOG_LEVEL. */
  logLevel: string;
  /**
   * Seconds for which browsers must use https. The default depends on ADMIN_URL. 0 sends no Strict-Transport-Security
   * header. HSTS_MAX_AGE.
   */
  hstsMaxAgeSeconds: number;
  /** Address of the metrics server, as for the APIs. METRICS_HOST, METRICS_PORT. */
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
    throw new SettingsError(`${name} is an address that starts with http:// or https://.`);
  return value;
}

/** Paths are passed on as they come, so there can be none before them. */
function origin(env: Environment, name: string, byDefault: string): string {
  const value = url(env, name, byDefault);
  if (new URL(value).href !== `${new URL(value).origin}/`)
    throw new SettingsError(`${name} is an address without a path, such as http://127.0.0.1:3001.`);
  return new URL(value).origin;
}
