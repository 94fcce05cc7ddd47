import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { canonicalJson } from './canonical-json';

/** Public key of a head as a JSON Web Key (RFC 8037). */
export interface AuditJwk {
  kty: 'OKP';
  crv: 'Ed25519';
  x: string;
  kid: string;
  alg: 'EdDSA';
  use: 'sig';
}

/** Keys that sign and verify heads. */
export interface AuditKeys {
  newest: { id: string; key: KeyObject };
  /** Public keys by their ids, the newest first. */
  publicKeys: ReadonlyMap<string, KeyObject>;
  /** JWK set (RFC 7517) of the public keys. */
  jwks: { keys: readonly AuditJwk[] };
}

/** Settings of the audit log. */
export interface AuditSettings {
  keys: AuditKeys;
  /** Minimum age in days of entries that retention removes. */
  retentionDays: number;
}
export const AUDIT_SETTINGS = Symbol('audit settings');

/** Retention removes no entry before this age in days, whatever AUDIT_RETENTION_DAYS is. */
const MIN_RETENTION_DAYS = 30;

export function auditSettings(settings: {
  auditSeeds: readonly Uint8Array[];
  auditRetentionDays: number | undefined;
}): AuditSettings {
  const { auditSeeds, auditRetentionDays = MIN_RETENTION_DAYS } = settings;
  return { keys: auditKeys(auditSeeds), retentionDays: auditRetentionDays };
}

/** PKCS #8 of an Ed25519 key (RFC 8410) without its last 32 bytes, which are the seed. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Derives Ed25519 keys from the seeds of AUDIT_KEY. The first one signs, all verify. */
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

/** RFC 7638: the hash of the key itself identifies the key on every platform. */
function thumbprint(x: string): string {
  const members = canonicalJson({ crv: 'Ed25519', kty: 'OKP', x });
  return createHash('sha256').update(members).digest('base64url');
}
