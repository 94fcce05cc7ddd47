import { type Environment, flag, logLevel, reader, trustedProxies } from './environment';
import { knownHosts } from './known-hosts';
import { reservedDomains } from './reserved-domains';
import { SettingsError } from './settings-error';

/** What the shop data is on: one Postgres, or a cluster of Citus, where its rows are distributed by shop. */
export type DatabaseKind = 'postgres' | 'citus';

/**
 * What stands between the services and their databases. `transaction`: a pooler that gives each transaction whichever connection is free. `transaction-prepared`: one
 * that keeps the protocol's prepared statements all the same, as PgBouncer does from 1.21.
 */
export type DatabasePooler = 'none' | 'transaction' | 'transaction-prepared';

/** What both services read from the environment. */
export interface ServiceSettings {
  /** Where the service listens. HOST, PORT. */
  host: string;
  port: number;
  /** `postgres://…` of the auth data, as the service's own role. AUTH_DATABASE_URL. */
  authDatabaseUrl: string;
  /** The same past a pooler, for the connection that listens. AUTH_DATABASE_LISTEN_URL, by default AUTH_DATABASE_URL. */
  authListenUrl: string;
  /** Connections for transactions, per database and process. DATABASE_POOL_SIZE. */
  poolSize: number;
  /** Shops are at `<domain>.<shopBaseDomain>`. SHOP_BASE_DOMAIN. */
  shopBaseDomain: string;
  /** A shop's API as its clients see it; `{shop}` stands for its domain. SHOP_URL. */
  shopUrl: string;
  /** The auth API's own address, without a slash at its end. AUTH_URL. */
  authUrl: string;
  /** The page that `links.about` of errors leads to. DOCS_URL, by default the one the auth API serves. */
  docsUrl: string;
  /** Addresses or networks whose X-Forwarded-* headers are believed. TRUSTED_PROXIES, comma separated. */
  trustedProxies: string[];
  /** Largest request body in bytes. BODY_LIMIT. */
  bodyLimit: number;
  /** Requests at once, beyond which 503 `overloaded` is answered. MAX_REQUESTS_AT_ONCE. */
  maxRequestsAtOnce: number;
  /** Keys that seal app secrets and cursors: `id:base64,…`; the first one seals, all open. SECRETS_KEY. */
  secretsKeys: ReadonlyMap<string, Uint8Array>;
  /** fatal, error, warn, info, debug, trace or silent. LOG_LEVEL. */
  logLevel: string;
  /** For development: answers say where their time went. SERVER_TIMING, `true` or `false`. */
  serverTiming: boolean;
  /** Seconds for which browsers reach the service over https alone. 0: no Strict-Transport-Security header. HSTS_MAX_AGE. */
  hstsMaxAgeSeconds: number;
  /** Where metrics are served, by itself; undefined: nowhere. */
  metrics: MetricsAddress | undefined;
}

/** METRICS_HOST, METRICS_PORT. */
export interface MetricsAddress {
  host: string;
  port: number;
}

export interface ShopApiSettings extends ServiceSettings {
  /** `postgres://…` of the shop data. SHOP_DATABASE_URL. */
  shopDatabaseUrl: string;
  /** The host on which tokens name their shop by themselves. CENTRAL_HOST, by default SHOP_BASE_DOMAIN. */
  centralHost: string;
  /** Limits of a meta object (docs/contract.md §5): META_MAX_BYTES, META_MAX_KEYS, META_MAX_KEY_LENGTH, META_MAX_DEPTH. */
  meta: { maxBytes: number; maxKeys: number; maxKeyLength: number; maxDepth: number };
  /** Origins whose pages may call the API with a token, such as that of the documentation's explorer. CORS_ORIGINS, comma separated. */
  corsOrigins: string[];
  /** Servers that follow that of the shop data, for requests that only read. SHOP_REPLICA_URLS, comma separated. */
  replicas: { urls: string[]; maxLagMs: number };
  /** Requests per minute and token, beyond which 429 is answered; 0: no limit. RATE_LIMIT_PER_MINUTE. */
  rateLimitPerMinute: number;
  /** Requests of one app that a process keeps a minute, for its developer; 0: none. REQUEST_LOG_PER_MINUTE. */
  requestLogPerMinute: number;
}

/**
 * Encryption of SMTP over `smtp://`. `required`: STARTTLS, or no mail is sent. `optional`: STARTTLS if the server offers it. `off`: plain text.
 * SMTP_TLS.
 */
export type SmtpTls = (typeof smtpTlsModes)[number];
const smtpTlsModes = ['required', 'optional', 'off'] as const;

/** How mails are sent. SMTP_URL (`smtp://user:password@host:587`, `smtps://…`), or for development MAIL_FOLDER: each is a file there. MAIL_FROM: who they are from. */
export type MailSettings = { from: string } & ({ smtpUrl: string; smtpTls: SmtpTls } | { folder: string });

export interface OwnShopsSettings {
  /** How many shops a person may own to create one more; 0: the operator alone makes shops. MAX_SHOPS_PER_PERSON. */
  most: number;
  /** How many test shops a developer may have; 0: none. MAX_TEST_SHOPS_PER_PERSON. */
  mostForTests: number;
  /** Domains that no new shop can have. RESERVED_DOMAINS, comma separated. */
  reservedDomains: readonly string[];
}

export interface AuthApiSettings extends ServiceSettings {
  /** Derive OAuth tokens from nonces. The first key derives new tokens, all recognize tokens. TOKEN_KEY: 32 bytes each in base64, comma separated. */
  tokenKeys: readonly Uint8Array[];
  /** The admin panel of a shop; `{shop}` stands for its domain. ADMIN_URL. */
  adminUrl: string;
  /** The host that passkeys belong to; by default that above the shops' in ADMIN_URL. PASSKEY_DOMAIN. */
  passkeyDomain?: string;
  /** Whether it is asked at an address of its own, or through the panel: at AUTH_URL, ADMIN_URL and further AUTH_HOSTS, comma separated. */
  isKnownHost: (host: string | undefined) => boolean;
  /** The one client that may introspect any token (RFC 7662). RESOURCE_SERVER_ID, RESOURCE_SERVER_SECRET. */
  resourceServer?: { id: string; secret: string };
  /** Range API of known leaks, before the five digits, such as https://api.pwnedpasswords.com/range; none: not asked. LEAKED_PASSWORDS_URL. */
  leakedPasswordsUrl?: string;
  /** How long requests of apps are kept for their developers, in days. REQUEST_LOG_DAYS. */
  requestLogDays: number;
  /** None: no mails are sent. */
  mail?: MailSettings;
  /** Shops that people make by themselves. */
  ownShops: OwnShopsSettings;
  /** For development: webhooks may go to this machine, over http and to any high port. WEBHOOKS_ALLOW_LOOPBACK, `true` or `false`. */
  allowLoopback: boolean;
  /** The packages for developers of apps, served at /downloads. DOWNLOADS_FOLDER, by default that of the build; none: nothing is served there. */
  downloadsFolder?: string;
  /** The built documentation site. DOCS_FOLDER, by default beside the program. */
  docsFolder?: string;
}

export interface HooksWorkerSettings extends ServiceSettings {
  /** `postgres://…` of the shop data. SHOP_DATABASE_URL. */
  shopDatabaseUrl: string;
  /** The same past a pooler. SHOP_DATABASE_LISTEN_URL, by default SHOP_DATABASE_URL. */
  shopListenUrl: string;
  /** As the auth API's. WEBHOOKS_ALLOW_LOOPBACK. */
  allowLoopback: boolean;
  /** Receivers that are being served at once. WEBHOOKS_AT_ONCE. */
  atOnce: number;
  /** How long entries of the audit log are kept; undefined: for ever. AUDIT_RETENTION_DAYS, from 30. */
  auditRetentionDays: number | undefined;
  /** As the auth API's. REQUEST_LOG_DAYS. */
  requestLogDays: number;
}

export function shopApiSettings(env: Environment): ShopApiSettings {
  const read = reader(env);
  shopDatabaseKind(env);
  const common = serviceSettings(env, 3000);
  return {
    ...common,
    hstsMaxAgeSeconds: hstsMaxAge(env, common.shopUrl),
    shopDatabaseUrl: read.url('SHOP_DATABASE_URL', postgres),
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
    rateLimitPerMinute: read.whole('RATE_LIMIT_PER_MINUTE', 0, 0),
    requestLogPerMinute: read.whole('REQUEST_LOG_PER_MINUTE', 300, 0),
  };
}

/** As browsers send it: no path, no default port, small letters. */
function origin(text: string): string {
  if (URL.canParse(text) && new URL(text).origin === text) return text;
  throw new SettingsError('CORS_ORIGINS are origins with commas between, such as https://app.example.');
}

export function authApiSettings(env: Environment): AuthApiSettings {
  const read = reader(env);
  const { RESOURCE_SERVER_ID: id, RESOURCE_SERVER_SECRET: secret } = env;
  if (!id !== !secret)
    throw new SettingsError('RESOURCE_SERVER_ID and RESOURCE_SERVER_SECRET belong together: set both.');
  const service = serviceSettings(env, 3001);
  const adminUrl = read.shopUrl('ADMIN_URL', 'http://{shop}.localhost:3002');
  if (env['CENTRAL_HOST']) read.host('CENTRAL_HOST');
  const further = read.hosts('AUTH_HOSTS').map((host) => `http://${host}`);
  return {
    ...service,
    tokenKeys: tokenKeys(env),
    adminUrl,
    isKnownHost: knownHosts([service.authUrl, adminUrl, ...further]),
    ...(id && secret ? { resourceServer: { id, secret } } : {}),
    ...(env['PASSKEY_DOMAIN'] && { passkeyDomain: read.host('PASSKEY_DOMAIN') }),
    ...(env['LEAKED_PASSWORDS_URL'] && {
      leakedPasswordsUrl: read.url('LEAKED_PASSWORDS_URL', ['http:', 'https:']),
    }),
    ...mailSettings(env),
    requestLogDays: read.whole('REQUEST_LOG_DAYS', 7, 1),
    ownShops: ownShopsSettings(env),
    allowLoopback: flag(env, 'WEBHOOKS_ALLOW_LOOPBACK'),
    ...(env['DOWNLOADS_FOLDER'] && { downloadsFolder: env['DOWNLOADS_FOLDER'] }),
    ...(env['DOCS_FOLDER'] && { docsFolder: env['DOCS_FOLDER'] }),
  };
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
    throw new SettingsError('MAIL_FROM is an email address, such as Storewright <no-reply@example.com>.');
  if (folder) return { mail: { from, folder } };
  const smtpUrl = reader(env).url('SMTP_URL', ['smtp:', 'smtps:']);
  const named = env['SMTP_TLS'] || 'required';
  const smtpTls = smtpTlsModes.find((each) => each === named);
  if (!smtpTls) throw new SettingsError(`SMTP_TLS is ${smtpTlsModes.join(', ')}.`);
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
    auditRetentionDays: env['AUDIT_RETENTION_DAYS'] ? read.whole('AUDIT_RETENTION_DAYS', 0, 30) : undefined,
    requestLogDays: read.whole('REQUEST_LOG_DAYS', 7, 1),
  };
}

/** SHOP_DATABASE_KIND, by default `postgres`. Read where databases are opened; a service asks for it first, so that a wrong one is told as every setting is. */
export function shopDatabaseKind(env: Environment): DatabaseKind {
  const kind = env['SHOP_DATABASE_KIND'] || 'postgres';
  if (kind !== 'postgres' && kind !== 'citus')
    throw new SettingsError('SHOP_DATABASE_KIND is postgres or citus.');
  return kind;
}

const poolers: readonly DatabasePooler[] = ['none', 'transaction', 'transaction-prepared'];

/** DATABASE_POOLER, by default `none`; of both databases. Read where databases are opened, as SHOP_DATABASE_KIND is. */
export function databasePooler(env: Environment): DatabasePooler {
  const given = env['DATABASE_POOLER'] || 'none';
  const pooler = poolers.find((each) => each === given);
  if (!pooler) throw new SettingsError(`DATABASE_POOLER is ${poolers.join(', ')}.`);
  if (pooler !== 'none' && shopDatabaseKind(env) === 'citus')
    throw new SettingsError(
      'DATABASE_POOLER is for plain Postgres: with SHOP_DATABASE_KIND=citus the services reach the coordinator themselves.',
    );
  return pooler;
}

/** A pooler hands a connection on after each transaction, so what is announced on it reaches nobody. */
function listenUrl(env: Environment, name: string, pooled: string): string {
  if (databasePooler(env) !== 'none' && !env[name])
    throw new SettingsError(
      `${name} is not set: nobody can listen through a pooler, so it names the database itself.`,
    );
  return reader(env).url(env[name] ? name : pooled, postgres);
}

function replicaUrls(env: Environment): string[] {
  const read = reader(env);
  const urls = read.list('SHOP_REPLICA_URLS');
  if (urls.length > 0 && shopDatabaseKind(env) === 'citus')
    throw new SettingsError('SHOP_REPLICA_URLS is for plain Postgres, not for SHOP_DATABASE_KIND=citus.');
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

/** Whoever reaches the port may read: it is never the one that clients reach, and on this machine alone unless METRICS_HOST says otherwise. */
export function metricsAddress(env: Environment, publicPort: number): MetricsAddress | undefined {
  if (!env['METRICS_PORT']) return undefined;
  const read = reader(env);
  const port = read.port('METRICS_PORT', 0);
  if (port > 0 && port === publicPort) throw new SettingsError('METRICS_PORT is another port than PORT.');
  return { host: read.address('METRICS_HOST', '127.0.0.1'), port };
}

/** HSTS_MAX_AGE. By default a year (RFC 6797 §7) if clients reach the service over https. */
export function hstsMaxAge(env: Environment, publicUrl: string): number {
  const yearInSeconds = 31_536_000;
  return reader(env).whole('HSTS_MAX_AGE', publicUrl.startsWith('https:') ? yearInSeconds : 0, 0);
}

/** SECRETS_KEY. */
export function secretsKeys(env: Environment): ReadonlyMap<string, Uint8Array> {
  const read = reader(env);
  read.text('SECRETS_KEY');
  const keys = new Map<string, Uint8Array>();
  for (const entry of read.list('SECRETS_KEY')) {
    const [id = '', key = ''] = entry.split(/:(.*)/s);
    if (id === '') throw new SettingsError('SECRETS_KEY names each key: <id>:<32 bytes in base64>.');
    if (keys.has(id))
      throw new SettingsError(`SECRETS_KEY has two keys with the id "${id}": give each its own id.`);
    keys.set(id, read.key('SECRETS_KEY', key));
  }
  return keys;
}

/** TOKEN_KEY. */
export function tokenKeys(env: Environment): readonly Uint8Array[] {
  const read = reader(env);
  read.text('TOKEN_KEY');
  return read.list('TOKEN_KEY').map((key) => read.key('TOKEN_KEY', key));
}
