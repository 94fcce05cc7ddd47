import { sign, verify } from 'node:crypto';
import type { AuditKeys } from './audit-keys';
import { canonicalJson } from './canonical-json';

/** Content of a signed head. */
export interface Head {
  shop_id: string;
  sequence: number;
  /** Hash of the entry with this sequence, in hex. */
  hash: string;
  /** Day (UTC) whose last entry this is. Absent in the head of an export. */
  day?: string;
  /** Time of the export. Absent in daily heads. */
  exported_at?: string;
}

/** Signs a head as a compact JWS (RFC 7515) with EdDSA (RFC 8037). */
export function signHead({ newest }: AuditKeys, head: Head): string {
  const header = { alg: 'EdDSA', kid: newest.id, typ: 'audit-head+jws' };
  const input = [header, head].map((part) => base64url(canonicalJson(part))).join('.');
  return `${input}.${sign(null, Buffer.from(input), newest.key).toString('base64url')}`;
}

/** Returns the content of a signed head. Returns a reason if the signature cannot be verified. */
export function openHead(keys: AuditKeys, jws: string): Head | 'unknown_key' | 'invalid' {
  const [header = '', payload = '', signature = ''] = jws.split('.');
  const parsed = parse(header) as { alg?: unknown; kid?: unknown } | undefined;
  if (parsed?.alg !== 'EdDSA' || typeof parsed.kid !== 'string') return 'invalid';
  const key = keys.publicKeys.get(parsed.kid);
  if (!key) return 'unknown_key';
  const isValid = verify(
    ...([null, Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url')] as const),
  );
  return (isValid && (parse(payload) as Head | undefined)) || 'invalid';
}

const base64url = (text: string) => Buffer.from(text).toString('base64url');

function parse(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    return undefined;
  }
}
