import { type Environment, flag, logLevel, reader, trustedProxies } from './environment';
import { type BucketSettings, imageStore } from './image-store';
import { knownHosts } from './known-hosts';
import { auditRetentionDays, auditSeeds } from './audit-settings';
import { reservedDomains } from './reserved-domains';
import { SettingsError } from './settings-error';

/** Kind of shop database: one Postgres server, or a Citus cluster that distributes rows by shop. */
export type DatabaseKind = 'postgres' | 'citus';

/**
 * Connection pooler in front of the databases, in transaction mode. `transaction-prepared` is a pooler that
 * supports prepared statements of the protocol, as PgBouncer does from version 1.21.
 */
export type DatabasePooler = 'none' | 'transaction' | 'transaction-prepared';

export interface ServiceSettings {
  /** Address on which the service listens. Settings: HOST, PORT. */
  host: string;
  port: number;
  /** `postgres://…` URL of the auth database with the role of the service. Setting: AUTH_DATABASE_URL. */
  authDatabaseUrl: string;
  /**
   * URL of the auth database for LISTEN. Must not lead through a connection pooler. Defaults to
   * AUTH_DATABASE_URL. Setting: AUTH_DATABASE_LISTEN_URL.
   */
  authListenUrl: string;
  /**
   * Maximum number of connections for transactions, per database and process. Setting: DATABASE_POOL_SIZE.
   */
  poolSize: number;
  /** Base domain of shops, whose hosts are `<domain>.<shopBaseDomain>`. Setting: SHOP_BASE_DOMAIN. */
  shopBaseDomain: string;
  /** Public URL of a shop's API. `{shop}` is a placeholder for the domain of the shop. Setting: SHOP_URL. */
  shopUrl: string;
  /** Public URL of the auth API without trailing slash. Setting: AUTH_URL. */
  authUrl: string;
  /**
   * URL of the error documentation, to which `links.about` in errors refers. Defaults to the page of the auth
   * API. Setting: DOCS_URL.
   */
  docsUrl: string;
  /**
   * IP addresses or networks of trusted proxies. The service uses the X-Forwarded-* headers of these proxies.
   * Setting: TRUSTED_PROXIES, separated by commas.
   */
  trustedProxies: string[];
  /** Maximum size of a request body in bytes. Setting: BODY_LIMIT. */
  bodyLimit: number;
  /**
   * Maximum number of concurrent requests. Requests above the limit get 503 `overloaded`. Setting:
   * MAX_REQUESTS_AT_ONCE.
   */
  maxRequestsAtOnce: number;
  /**
   * Encryption keys for app secrets and cursors, as `id:base64,…`. The first key encrypts, and all keys
   * decrypt. Setting: SECRETS_KEY.
   */
  secretsKeys: ReadonlyMap<string, Uint8Array>;
  /** Log level: fatal, error, warn, info, debug, trace or silent. Setting: LOG_LEVEL. */
  logLevel: string;
  /**
   * True if responses contain the header Server-Timing, for development. Setting: SERVER_TIMING, `true` or
   * `false`.
   */
  serverTiming: boolean;
  /**
   * `max-age` of the header Strict-Transport-Security in seconds. 0 omits the header. Setting: HSTS_MAX_AGE.
   */
  hstsMaxAgeSeconds: number;
  /** undefined disables metrics. */
  metrics: MetricsAddress | undefined;
}

/** Address at which a service serves metrics. Settings: METRICS_HOST, METRICS_PORT. */
export interface MetricsAddress {
  host: string;
  port: number;
}

export interface ShopApiSettings extends ServiceSettings {
  /** `postgres://…` URL of the shop database. Setting: SHOP_DATABASE_URL. */
  shopDatabaseUrl: string;
  /**
   * URL of the shop database for LISTEN. Must bypass a connection pooler. Defaults to SHOP_DATABASE_URL.
   * Setting: SHOP_DATABASE_LISTEN_URL.
   */
  shopListenUrl: string;
  /**
   * Host for all shops, on which the token identifies the shop. Defaults to SHOP_BASE_DOMAIN. Setting:
   * CENTRAL_HOST.
   */
  centralHost: string;
  /**
   * Size limits of a meta object (docs/contract.md §5). Settings: META_MAX_BYTES, META_MAX_KEYS,
   * META_MAX_KEY_LENGTH, META_MAX_DEPTH.
   */
  meta: { maxBytes: number; maxKeys: number; maxKeyLength: number; maxDepth: number };
  /**
   * Origins of web pages that can call the API with a token, such as the API explorer. Setting: CORS_ORIGINS,
   * separated by commas.
   */
  corsOrigins: string[];
  /** URLs of read replicas of the shop database. Setting: SHOP_REPLICA_URLS, separated by commas. */
  replicas: { urls: string[]; maxLagMs: number };
  /**
   * True if reads run on the Citus worker node that stores the shop, instead of the coordinator. Setting:
   * SHOP_READS_FROM_NODES, `true` or `false`.
   */
  readsFromNodes: boolean;
  /**
   * Maximum number of requests per minute and token. Requests above the limit get 429. 0 means no limit.
   * Setting: RATE_LIMIT_PER_MINUTE.
   */
  rateLimitPerMinute: number;
  /**
   * Maximum number of requests per minute and app in the developer's request log, for each process. 0
   * disables the log. Setting: REQUEST_LOG_PER_MINUTE.
   */
  requestLogPerMinute: number;
  /** Bucket for product images. undefined stores images in the shop database. Setting: IMAGE_STORE. */
  imageStore: BucketSettings | undefined;
}

/**
 * TLS for `smtp://` connections. `required` sends no mail without STARTTLS. `optional` uses STARTTLS if the
 * server offers it. `off` sends plain text. Setting: SMTP_TLS.
 */
export type SmtpTls = (typeof smtpTlsModes)[number];
const smtpTlsModes = ['required', 'optional', 'off'] as const;

/**
 * Mail delivery by SMTP_URL (`smtp://user:password@host:587`, `smtps://…`), or during development into files
 * in MAIL_FOLDER. MAIL_FROM is the sender address.
 */
export type MailSettings = { from: string } & ({ smtpUrl: string; smtpTls: SmtpTls } | { folder: string });

export interface OwnShopsSettings {
  /**
   * Maximum number of shops that a person can create. With 0, only the operator can create shops. Setting:
   * MAX_SHOPS_PER_PERSON.
   */
  most: number;
  /** Maximum number of test shops per developer. Setting: MAX_TEST_SHOPS_PER_PERSON. */
  mostForTests: number;
  /** Domains that new shops cannot have. Setting: RESERVED_DOMAINS, separated by commas. */
  reservedDomains: readonly string[];
}

export interface AuthApiSettings extends ServiceSettings {
  /**
   * Keys that derive OAuth tokens from nonces. The first key derives new tokens. All keys validate tokens.
   * Setting: TOKEN_KEY, 32 bytes per key in base64, separated by commas.
   */
  tokenKeys: readonly Uint8Array[];
  /**
   * Seeds of the Ed25519 keys for signatures of the audit log. The first key signs, and all keys verify.
   * Defaults to seeds derived from SECRETS_KEY. Setting: AUDIT_KEY, 32 bytes per key in base64, separated by
   * commas.
   */
  auditSeeds: readonly Uint8Array[];
  /**
   * Retention time of audit log entries in days. Must have the same value as in the webhook worker. Setting:
   * AUDIT_RETENTION_DAYS.
   */
  auditRetentionDays: number | undefined;
  /** URL of the admin panel. `{shop}` is a placeholder for the domain of the shop. Setting: ADMIN_URL. */
  adminUrl: string;
  /**
   * Domain to which passkeys are bound (WebAuthn RP ID). Defaults to the parent domain of the shops in
   * ADMIN_URL. Setting: PASSKEY_DOMAIN.
   */
  passkeyDomain?: string;
  /** Returns true for the hosts in AUTH_URL, ADMIN_URL and AUTH_HOSTS. */
  isKnownHost: (host: string | undefined) => boolean;
  /**
   * Credentials of the resource server, which can introspect every token (RFC 7662). Settings:
   * RESOURCE_SERVER_ID, RESOURCE_SERVER_SECRET.
   */
  resourceServer?: { id: string; secret: string };
  /**
   * URL of a range API for leaked passwords without the five hash digits that each request appends, such as
   * https://api.pwnedpasswords.com/range. undefined disables the check. Setting: LEAKED_PASSWORDS_URL.
   */
  leakedPasswordsUrl?: string;
  /** Retention time of the developer's request log in days. Setting: REQUEST_LOG_DAYS. */
  requestLogDays: number;
  /**
   * URL of the public keys for GitHub's reports of leaked tokens. undefined rejects these reports. Setting:
   * GITHUB_SECRET_SCANNING_KEYS_URL.
   */
  githubKeysUrl?: string;
  /**
   * Secrets with which GitLab instances authenticate reports of leaked tokens. An empty list rejects these
   * reports. Setting: GITLAB_REVOCATION_TOKENS, separated by commas.
   */
  gitlabTokens: readonly string[];
  /**
   * Number of days without a request after which an access token expires. 0 disables the expiry. Setting:
   * UNUSED_TOKEN_DAYS.
   */
  unusedTokenDays: number;
  /** Settings for sending email. undefined if the service sends no email. */
  mail?: MailSettings;
  ownShops: OwnShopsSettings;
  /**
   * True if webhook URLs can have loopback addresses, http and any high port, for development. Setting:
   * WEBHOOKS_ALLOW_LOOPBACK, `true` or `false`.
   */
  allowLoopback: boolean;
  /**
   * Folder with npm packages for app developers, served at /downloads. Defaults to the folder of the build.
   * undefined serves no packages. Setting: DOWNLOADS_FOLDER.
   */
  downloadsFolder?: string;
  /**
   * Folder with the built documentation site. Defaults to a folder next to the program. Setting: DOCS_FOLDER.
   */
  docsFolder?: string;
}

export interface HooksWorkerSettings extends ServiceSettings {
  /** `postgres://…` URL of the shop database. Setting: SHOP_DATABASE_URL. */
  shopDatabaseUrl: string;
  /**
   * URL of the shop database for LISTEN. Must bypass a connection pooler. Defaults to SHOP_DATABASE_URL.
   * Setting: SHOP_DATABASE_LISTEN_URL.
   */
  shopListenUrl: string;
  /**
   * True if webhook URLs can have loopback addresses, http and any high port, for development. Setting:
   * WEBHOOKS_ALLOW_LOOPBACK.
   */
  allowLoopback: boolean;
  /** Maximum number of concurrent webhook deliveries. Setting: WEBHOOKS_AT_ONCE. */
  atOnce: number;
  /**
   * Retention time of audit log entries in days, at least 30. undefined keeps all entries. Setting:
   * AUDIT_RETENTION_DAYS.
   */
  auditRetentionDays: number | undefined;
  /** Retention time of the developer's request log in days. Setting: REQUEST_LOG_DAYS. */
  requestLogDays: number;
  /**
   * Number of days without a request after which an access token expires. 0 disables the expiry. Setting:
   * UNUSED_TOKEN_DAYS.
   */
  unusedTokenDays: number;
}

export function shopApiSettings(env: Environment): ShopApiSettings {
  const read = reader(env);
  shopDatabaseKind(env);
  const common = serviceSettings(env, 3000);
  return {
    ...common,
    hstsMaxAgeSeconds: hstsMaxAge(env, common.shopUrl),
    shopDatabaseUrl: read.url('SHOP_DATABASE_URL', postgres),
    shopListenUrl: listenUrl(env, 'SHOP_DATABASE_LISTEN_URL', 'SHOP_DATABASE_URL'),
    centralHost: read.host('CENTRAL_HOST', common.shopBaseDomain),
    meta: {
      maxBytes: read.whole('META_MAX_BYTES', 65_536, 2),
      maxKeys: read.whole('META_MAX_KEYS', 256, 1),
      maxKeyLength: read.whole('META_MAX_KEY_LENGTH', 255, 1),
      maxDepth: read.whole('META_MAX_DEPTH', 16, 1),
    },
    corsOrigins: read.list('CORS_ORIGINS').map(origin),
    replicas: {
      urls: replicaUrls(env),
      maxLagMs: 1_000 * read.whole('SHOP_REPLICA_MAX_LAG', 5, 2),
    },
    readsFromNodes: readsFromNodes(env),
    rateLimitPerMinute: read.whole('RATE_LIMIT_PER_MINUTE', 0, 0),
    requestLogPerMinute: read.whole('REQUEST_LOG_PER_MINUTE', 300, 0),
    imageStore: imageStore(env),
  };
}

function readsFromNodes(env: Environment): boolean {
  const isSet = flag(env, 'SHOP_READS_FROM_NODES');
  if (isSet && shopDatabaseKind(env) !== 'citus')
    throw new SettingsError('SHOP_READS_FROM_NODES requires SHOP_DATABASE_KIND=citus.');
  return isSet;
}

/** Accepts only origins in the format of the Origin header: lowercase, without path and default port. */
function origin(text: string): string {
  if (URL.canParse(text) && new URL(text).origin === text) return text;
  throw new SettingsError('CORS_ORIGINS must be origins separated by commas, such as https://app.example.');
}

export function authApiSettings(env: Environment): AuthApiSettings {
  const read = reader(env);
  const { RESOURCE_SERVER_ID: id, RESOURCE_SERVER_SECRET: secret } = env;
  if (!id !== !secret)
    throw new SettingsError('RESOURCE_SERVER_ID and RESOURCE_SERVER_SECRET must be set together.');
  const service = serviceSettings(env, 3001);
  const adminUrl = read.shopUrl('ADMIN_URL', 'http://{shop}.localhost:3002');
  if (env['CENTRAL_HOST']) read.host('CENTRAL_HOST');
  const further = read.hosts('AUTH_HOSTS').map((host) => `http://${host}`);
  return {
    ...service,
    tokenKeys: tokenKeys(env),
    auditSeeds: auditSeeds(env),
    auditRetentionDays: auditRetentionDays(env),
    adminUrl,
    isKnownHost: knownHosts([service.authUrl, adminUrl, ...further]),
    ...(id && secret ? { resourceServer: { id, secret } } : {}),
    ...(env['PASSKEY_DOMAIN'] && { passkeyDomain: read.host('PASSKEY_DOMAIN') }),
    ...(env['LEAKED_PASSWORDS_URL'] && {
      leakedPasswordsUrl: read.url('LEAKED_PASSWORDS_URL', ['http:', 'https:']),
    }),
    ...(env['GITHUB_SECRET_SCANNING_KEYS_URL'] && {
      githubKeysUrl: read.url('GITHUB_SECRET_SCANNING_KEYS_URL', ['http:', 'https:']),
    }),
    gitlabTokens: gitlabTokens(env),
    unusedTokenDays: unusedTokenDays(env),
    ...mailSettings(env),
    requestLogDays: read.whole('REQUEST_LOG_DAYS', 7, 1),
    ownShops: ownShopsSettings(env),
    allowLoopback: flag(env, 'WEBHOOKS_ALLOW_LOOPBACK'),
    ...(env['DOWNLOADS_FOLDER'] && { downloadsFolder: env['DOWNLOADS_FOLDER'] }),
    ...(env['DOCS_FOLDER'] && { docsFolder: env['DOCS_FOLDER'] }),
  };
}

const MIN_GITLAB_TOKEN_LENGTH = 20;

function gitlabTokens(env: Environment): string[] {
  const tokens = reader(env).list('GITLAB_REVOCATION_TOKENS');
  if (tokens.some(({ length }) => length < MIN_GITLAB_TOKEN_LENGTH))
    throw new SettingsError(
      `GITLAB_REVOCATION_TOKENS must be tokens of at least ${MIN_GITLAB_TOKEN_LENGTH} characters, separated by commas.`,
    );
  return tokens;
}

/**
 * Minimum of UNUSED_TOKEN_DAYS. People get an email seven days before an access token expires, so the minimum
 * is greater than seven.
 */
const MIN_UNUSED_TOKEN_DAYS = 14;

/** Reads UNUSED_TOKEN_DAYS, which must have the same value for the auth API and the webhook worker. */
function unusedTokenDays(env: Environment): number {
  const days = reader(env).whole('UNUSED_TOKEN_DAYS', 90, 0);
  if (days > 0 && days < MIN_UNUSED_TOKEN_DAYS)
    throw new SettingsError(`UNUSED_TOKEN_DAYS must be 0 or at least ${MIN_UNUSED_TOKEN_DAYS}.`);
  return days;
}

function ownShopsSettings(env: Environment): OwnShopsSettings {
  const read = reader(env);
  return {
    most: read.whole('MAX_SHOPS_PER_PERSON', 0, 0),
    mostForTests: read.whole('MAX_TEST_SHOPS_PER_PERSON', 0, 0),
    reservedDomains: reservedDomains(env),
  };
}

function mailSettings(env: Environment): { mail?: MailSettings } {
  const { SMTP_URL, MAIL_FOLDER: folder } = env;
  if (!SMTP_URL && !folder) return {};
  const from = reader(env).text('MAIL_FROM');
  if (!/^[^\r\n]*[^\s@<>]@[^\s@<>]+>?$/.test(from))
    throw new SettingsError(
      'MAIL_FROM must be an email address, such as Storewright <no-reply@example.com>.',
    );
  if (folder) return { mail: { from, folder } };
  const smtpUrl = reader(env).url('SMTP_URL', ['smtp:', 'smtps:']);
  const named = env['SMTP_TLS'] || 'required';
  const smtpTls = smtpTlsModes.find((each) => each === named);
  if (!smtpTls) throw new SettingsError(`SMTP_TLS must be one of ${smtpTlsModes.join(', ')}.`);
  return { mail: { from, smtpUrl, smtpTls } };
}

export function hooksWorkerSettings(env: Environment): HooksWorkerSettings {
  const read = reader(env);
  shopDatabaseKind(env);
  return {
    ...serviceSettings(env, 3003),
    shopDatabaseUrl: read.url('SHOP_DATABASE_URL', postgres),
    shopListenUrl: listenUrl(env, 'SHOP_DATABASE_LISTEN_URL', 'SHOP_DATABASE_URL'),
    allowLoopback: flag(env, 'WEBHOOKS_ALLOW_LOOPBACK'),
    atOnce: read.whole('WEBHOOKS_AT_ONCE', 200, 1),
    auditRetentionDays: auditRetentionDays(env),
    requestLogDays: read.whole('REQUEST_LOG_DAYS', 7, 1),
    unusedTokenDays: unusedTokenDays(env),
  };
}

/**
 * Reads SHOP_DATABASE_KIND. Defaults to `postgres`. Services read this setting first, so that an invalid
 * value is reported in one line.
 */
export function shopDatabaseKind(env: Environment): DatabaseKind {
  const kind = env['SHOP_DATABASE_KIND'] || 'postgres';
  if (kind !== 'postgres' && kind !== 'citus')
    throw new SettingsError('SHOP_DATABASE_KIND must be postgres or citus.');
  return kind;
}

const poolers: readonly DatabasePooler[] = ['none', 'transaction', 'transaction-prepared'];

/** Reads DATABASE_POOLER, which applies to both databases. Defaults to `none`. */
export function databasePooler(env: Environment): DatabasePooler {
  const given = env['DATABASE_POOLER'] || 'none';
  const pooler = poolers.find((each) => each === given);
  if (!pooler) throw new SettingsError(`DATABASE_POOLER must be one of ${poolers.join(', ')}.`);
  if (pooler !== 'none' && shopDatabaseKind(env) === 'citus')
    throw new SettingsError(
      'DATABASE_POOLER requires plain Postgres. With SHOP_DATABASE_KIND=citus the services must ' +
        'connect to the coordinator directly.',
    );
  return pooler;
}

/** Requires a URL for LISTEN that bypasses the pooler, because LISTEN needs a permanent connection. */
function listenUrl(env: Environment, name: string, pooled: string): string {
  if (databasePooler(env) !== 'none' && !env[name])
    throw new SettingsError(
      `${name} is not set. Behind a pooler it must be the URL of the database itself, because LISTEN does not work through a pooler.`,
    );
  return reader(env).url(env[name] ? name : pooled, postgres);
}

function replicaUrls(env: Environment): string[] {
  const read = reader(env);
  const urls = read.list('SHOP_REPLICA_URLS');
  if (urls.length > 0 && shopDatabaseKind(env) === 'citus')
    throw new SettingsError('SHOP_REPLICA_URLS requires plain Postgres instead of SHOP_DATABASE_KIND=citus.');
  return urls.map((url) => reader({ SHOP_REPLICA_URLS: url }).url('SHOP_REPLICA_URLS', postgres));
}

const postgres = ['postgres:', 'postgresql:'];

function serviceSettings(env: Environment, port: number): ServiceSettings {
  const read = reader(env);
  const authUrl = read.url('AUTH_URL', ['http:', 'https:'], 'http://localhost:3001').replace(/\/$/, '');
  return {
    host: read.address('HOST', '0.0.0.0'),
    port: read.port('PORT', port),
    authDatabaseUrl: read.url('AUTH_DATABASE_URL', postgres),
    authListenUrl: listenUrl(env, 'AUTH_DATABASE_LISTEN_URL', 'AUTH_DATABASE_URL'),
    poolSize: read.whole('DATABASE_POOL_SIZE', 10, 1),
    shopBaseDomain: read.host('SHOP_BASE_DOMAIN', 'localhost'),
    shopUrl: read.shopUrl('SHOP_URL', 'http://{shop}.localhost:3000').replace(/\/$/, ''),
    authUrl,
    docsUrl: read.url('DOCS_URL', ['http:', 'https:'], `${authUrl}/docs/errors`),
    trustedProxies: trustedProxies(env),
    bodyLimit: read.whole('BODY_LIMIT', 1_048_576, 1024),
    maxRequestsAtOnce: read.whole('MAX_REQUESTS_AT_ONCE', 1000, 1),
    secretsKeys: secretsKeys(env),
    logLevel: logLevel(env),
    serverTiming: flag(env, 'SERVER_TIMING'),
    hstsMaxAgeSeconds: hstsMaxAge(env, authUrl),
    metrics: metricsAddress(env, read.port('PORT', port)),
  };
}

/**
 * Reads METRICS_HOST and METRICS_PORT. The port must differ from the public port, because metrics require no
 * authentication. The host defaults to the loopback interface.
 */
export function metricsAddress(env: Environment, publicPort: number): MetricsAddress | undefined {
  if (!env['METRICS_PORT']) return undefined;
  const read = reader(env);
  const port = read.port('METRICS_PORT', 0);
  if (port > 0 && port === publicPort) throw new SettingsError('METRICS_PORT must differ from PORT.');
  return { host: read.address('METRICS_HOST', '127.0.0.1'), port };
}

/** Reads HSTS_MAX_AGE. Defaults to one year if clients use https (RFC 6797 §7). */
export function hstsMaxAge(env: Environment, publicUrl: string): number {
  const yearInSeconds = 31_536_000;
  return reader(env).whole('HSTS_MAX_AGE', publicUrl.startsWith('https:') ? yearInSeconds : 0, 0);
}

export function secretsKeys(env: Environment): ReadonlyMap<string, Uint8Array> {
  const read = reader(env);
  read.text('SECRETS_KEY');
  const keys = new Map<string, Uint8Array>();
  for (const entry of read.list('SECRETS_KEY')) {
    const [id = '', key = ''] = entry.split(/:(.*)/s);
    if (id === '') throw new SettingsError('SECRETS_KEY must be keys of the form <id>:<32 bytes in base64>.');
    if (keys.has(id))
      throw new SettingsError(`SECRETS_KEY has two keys with the id "${id}". Each key must have its own id.`);
    keys.set(id, read.key('SECRETS_KEY', key));
  }
  return keys;
}

export function tokenKeys(env: Environment): readonly Uint8Array[] {
  const read = reader(env);
  read.text('TOKEN_KEY');
  return read.list('TOKEN_KEY').map((key) => read.key('TOKEN_KEY', key));
}
