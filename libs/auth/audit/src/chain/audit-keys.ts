import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { canonicalJson } from './canonical-json';

/** JSON Web Key (RFC 8037) that verifies signatures over audit logs. */
export interface AuditJwk {
  kty: 'OKP';
  crv: 'Ed25519';
  x: string;
  kid: string;
  alg: 'EdDSA';
  use: 'sig';
}

export interface AuditKeys {
  newest: { id: string; key: KeyObject };
  publicKeys: ReadonlyMap<string, KeyObject>;
  jwks: { keys: readonly AuditJwk[] };
}

export interface AuditSettings {
  keys: AuditKeys;
  retentionDays: number;
}
export const AUDIT_SETTINGS = Symbol('audit settings');

/**
 * Minimum age in days at which audit log entries can be deleted, whatever AUDIT_RETENTION_DAYS is. The SQL
 * function `auth.remove_outdated` contains the same number.
 */
const MIN_RETENTION_DAYS = 30;

export function auditSettings(settings: {
  auditSeeds: readonly Uint8Array[];
  auditRetentionDays: number | undefined;
}): AuditSettings {
  const { auditSeeds, auditRetentionDays = MIN_RETENTION_DAYS } = settings;
  return { keys: auditKeys(auditSeeds), retentionDays: auditRetentionDays };
}

/** PKCS #8 prefix of an Ed25519 private key (RFC 8410). The 32-byte seed of the key follows the prefix. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Derives Ed25519 keys from the seeds in AUDIT_KEY. The first key signs audit logs, and all keys verify
 * signatures.
 */
export function auditKeys(seeds: readonly Uint8Array[]): AuditKeys {
  const pairs = seeds.map((seed) => {
    const key = createPrivateKey({
      ...{ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' },
    });
    const publicKey = createPublicKey(key);
    const x = publicKey.export({ format: 'jwk' }).x!;
    return { id: thumbprint(x), key, publicKey, x };
  });
  const [newest] = pairs;
  if (!newest) throw new Error('AUDIT_KEY has no key');
  return {
    newest,
    publicKeys: new Map(pairs.map(({ id, publicKey }) => [id, publicKey])),
    jwks: {
      keys: pairs.map(({ id, x }) => ({
        ...{ kty: 'OKP', crv: 'Ed25519', x, kid: id, alg: 'EdDSA', use: 'sig' },
      })),
    },
  };
}

/**
 * Computes a key id as the RFC 7638 thumbprint of the public key, so that all platforms derive the same id
 * from a key.
 */
function thumbprint(x: string): string {
  const members = canonicalJson({ crv: 'Ed25519', kty: 'OKP', x });
  return createHash('sha256').update(members).digest('base64url');
}
