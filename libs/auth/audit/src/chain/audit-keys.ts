import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { canonicalJson } from './canonical-json';

/** Public key as a JSON Web Key (RFC 8037). It verifies signed heads of audit logs. */
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
  /** Public keys by key id, newest first. */
  publicKeys: ReadonlyMap<string, KeyObject>;
  /** JWK set (RFC 7517) of the public keys. */
  jwks: { keys: readonly AuditJwk[] };
}

export interface AuditSettings {
  keys: AuditKeys;
  /** Minimum age in days at which retention deletes audit log entries. */
  retentionDays: number;
}
export const AUDIT_SETTINGS = Symbol('audit settings');

const MIN_RETENTION_DAYS = 30;

export function auditSettings(settings: {
  auditSeeds: readonly Uint8Array[];
  auditRetentionDays: number | undefined;
}): AuditSettings {
  const { auditSeeds, auditRetentionDays = MIN_RETENTION_DAYS } = settings;
  return { keys: auditKeys(auditSeeds), retentionDays: auditRetentionDays };
}

/** PKCS #8 encoding of an Ed25519 private key (RFC 8410) without the 32-byte seed at its end. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Derives Ed25519 keys from the seeds in AUDIT_KEY. The first key signs heads, and every key verifies them. */
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

/** Computes the key id as the RFC 7638 thumbprint of the public key, so that every platform derives the same id. */
function thumbprint(x: string): string {
  const members = canonicalJson({ crv: 'Ed25519', kty: 'OKP', x });
  return createHash('sha256').update(members).digest('base64url');
}
