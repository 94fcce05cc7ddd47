import { sign, verify } from 'node:crypto';
import type { AuditKeys } from './chain/audit-keys';
import { canonicalJson } from './chain/canonical-json';

/**
 * Types of signed JSON. The type is in the JWS header `typ`, so that a signature for one type is invalid for
 * all others.
 */
export type SignedType = 'audit-head+jws' | 'erasure-certificate+jws';

/** Signs canonical JSON as a compact JWS (RFC 7515) with EdDSA (RFC 8037). */
export function signJson({ newest }: AuditKeys, typ: SignedType, content: object): string {
  const header = { alg: 'EdDSA', kid: newest.id, typ };
  const input = [header, content].map((part) => base64url(canonicalJson(part))).join('.');
  return `${input}.${sign(null, Buffer.from(input), newest.key).toString('base64url')}`;
}

export function openJson<T extends object>(
  keys: AuditKeys,
  typ: SignedType,
  jws: string,
): T | 'unknown_key' | 'invalid' {
  const [header = '', payload = '', signature = ''] = jws.split('.');
  const parsed = parse(header) as { alg?: unknown; kid?: unknown; typ?: unknown } | undefined;
  if (parsed?.alg !== 'EdDSA' || parsed.typ !== typ || typeof parsed.kid !== 'string') return 'invalid';
  const key = keys.publicKeys.get(parsed.kid);
  if (!key) return 'unknown_key';
  const isValid = verify(
    ...([null, Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url')] as const),
  );
  return (isValid && (parse(payload) as T | undefined)) || 'invalid';
}

const base64url = (text: string) => Buffer.from(text).toString('base64url');

function parse(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    return undefined;
  }
}
