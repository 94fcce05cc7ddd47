export { AddressFamily } from './address-family';
export { auditRetentionDays, auditSeeds } from './audit-settings';
export { type BucketSettings, imageStore } from './image-store';
export { hostNameOf } from './host-name';
export { knownHosts } from './known-hosts';
export { defaultReservedDomains, reservedDomains } from './reserved-domains';
export {
  type AuthApiSettings,
  authApiSettings,
  type DatabaseKind,
  type DatabasePooler,
  databasePooler,
  type HooksWorkerSettings,
  hooksWorkerSettings,
  hstsMaxAge,
  type MailSettings,
  type MetricsAddress,
  metricsAddress,
  type OwnShopsSettings,
  secretsKeys,
  type ServiceSettings,
  type ShopApiSettings,
  shopApiSettings,
  shopDatabaseKind,
  type SmtpTls,
  tokenKeys,
} from './settings';
export { logLevel, reader, trustedProxies, flag } from './environment';
export { SettingsError } from './settings-error';
