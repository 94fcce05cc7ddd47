import {
  hstsMaxAge,
  logLevel,
  metricsAddress,
  type MetricsAddress,
  reader,
  SettingsError,
  trustedProxies,
} from '@storewright/config';

export interface McpSettings {
  /** Host and port on which the MCP server listens (HOST, PORT). */
  host: string;
  port: number;
  /**
   * Origin at which the MCP server reaches the shop API (SHOP_API_URL), which can be an internal address.
   */
  shopApiUrl: string;
  /** Public URL of the auth API, where agents request authorization (AUTH_URL). */
  authUrl: string;
  /** Base URL of `links.about` in errors (DOCS_URL). Defaults to the error documentation of the auth API. */
  docsUrl: string;
  /**
   * IP addresses and networks of trusted proxies (TRUSTED_PROXIES). The MCP server uses the X-Forwarded-*
   * headers of these proxies.
   */
  trustedProxies: string[];
  /** Origins of the web pages that can call the MCP server (CORS_ORIGINS). */
  corsOrigins: string[];
  /** Maximum size of a request body in bytes (BODY_LIMIT). */
  bodyLimit: number;
  /** Maximum number of concurrent requests (MAX_REQUESTS_AT_ONCE). Further requests get 503 `overloaded`. */
  maxRequestsAtOnce: number;
  /** Log level (LOG_LEVEL): fatal, error, warn, info, debug, trace or silent. */
  logLevel: string;
  /**
   * Seconds for which browsers must use https (HSTS_MAX_AGE). 0 disables the header
   * Strict-Transport-Security. The default depends on SHOP_URL.
   */
  hstsMaxAgeSeconds: number;
  /** Host and port of the metrics endpoint (METRICS_HOST, METRICS_PORT). */
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

/** Reads the origin of the shop API. Rejects a URL with a path, because the tools use absolute paths. */
function shopApiUrl(env: Environment): string {
  const value = reader(env).url('SHOP_API_URL', ['http:', 'https:'], 'http://127.0.0.1:3000');
  const { href, origin } = new URL(value);
  if (href === `${origin}/`) return origin;
  throw new SettingsError('SHOP_API_URL must be a URL without a path, such as http://127.0.0.1:3000.');
}

/** Accepts only origins in the format of the Origin header: lowercase, without path and default port. */
function pageOrigin(text: string): string {
  if (URL.canParse(text) && new URL(text).origin === text) return text;
  throw new SettingsError('CORS_ORIGINS must be origins separated by commas, such as https://app.example.');
}
