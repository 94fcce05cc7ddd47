import {
  hstsMaxAge,
  logLevel,
  metricsAddress,
  type MetricsAddress,
  reader,
  SettingsError,
  trustedProxies,
} from '@storewright/config';

/** Settings of the MCP server, from the environment. */
export interface McpSettings {
  /** Address to listen on (HOST, PORT). */
  host: string;
  port: number;
  /** Origin at which this server reaches the shop API (SHOP_API_URL). It can differ from the public origin. */
  shopApiUrl: string;
  /** Public URL of the auth API, which authorizes agents (AUTH_URL). */
  authUrl: string;
  /**
   * URL to which `links.about` of errors refers (DOCS_URL). The default is the error page of the auth API at
   * AUTH_URL.
   */
  docsUrl: string;
  /**
   * Comma-separated addresses and networks of trusted proxies, whose X-Forwarded-* headers are used
   * (TRUSTED_PROXIES).
   */
  trustedProxies: string[];
  /** Origins whose pages can send requests (CORS_ORIGINS). */
  corsOrigins: string[];
  /** Maximum size of a request body in bytes (BODY_LIMIT). */
  bodyLimit: number;
  /** Maximum number of concurrent requests (MAX_REQUESTS_AT_ONCE). Further requests get 503 `overloaded`. */
  maxRequestsAtOnce: number;
  /** Log level (LOG_LEVEL): fatal, error, warn, info, debug, trace or silent. */
  logLevel: string;
  /**
   * Seconds for which browsers must use https (HSTS_MAX_AGE). 0 sends no Strict-Transport-Security header.
   * The default depends on SHOP_URL.
   */
  hstsMaxAgeSeconds: number;
  /** Address of the metrics server (METRICS_HOST, METRICS_PORT). */
  metrics: MetricsAddress | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

export function mcpSettings(env: Environment): McpSettings {
  const read = reader(env);
  const authUrl = read.url('AUTH_URL', ['http:', 'https:'], 'http://localhost:3001').replace(/\/$/, '');
  return {
    host: read.address('HOST', '0.0.0.0'),
    port: read.port('PORT', 3006),
    shopApiUrl: shopApiUrl(env),
    authUrl,
    docsUrl: read.url('DOCS_URL', ['http:', 'https:'], `${authUrl}/docs/errors`),
    trustedProxies: trustedProxies(env),
    corsOrigins: read.list('CORS_ORIGINS').map(pageOrigin),
    bodyLimit: read.whole('BODY_LIMIT', 1_048_576, 1024),
    maxRequestsAtOnce: read.whole('MAX_REQUESTS_AT_ONCE', 1000, 1),
    logLevel: logLevel(env),
    hstsMaxAgeSeconds: hstsMaxAge(env, read.shopUrl('SHOP_URL', 'http://{shop}.localhost:3006')),
    metrics: metricsAddress(env, read.port('PORT', 3006)),
  };
}

/** Reads the origin of the shop API. An origin must not have a path, because tools name complete paths. */
function shopApiUrl(env: Environment): string {
  const value = reader(env).url('SHOP_API_URL', ['http:', 'https:'], 'http://127.0.0.1:3000');
  const { href, origin } = new URL(value);
  if (href === `${origin}/`) return origin;
  throw new SettingsError('SHOP_API_URL must be a URL without a path, such as http://127.0.0.1:3000.');
}

/** Requires an origin as browsers send it: without path and default port, in lowercase. */
function pageOrigin(text: string): string {
  if (URL.canParse(text) && new URL(text).origin === text) return text;
  throw new SettingsError('CORS_ORIGINS must be origins separated by commas, such as https://app.example.');
}
