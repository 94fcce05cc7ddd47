import { openJson, signJson } from '../signed-json';
import type { AuditKeys } from './audit-keys';

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

/** Signs a head as a compact JWS. */
export function signHead(keys: AuditKeys, head: Head): string {
  return signJson(keys, 'audit-head+jws', head);
}

/** Returns the content of a signed head. Returns a reason if the signature cannot be verified. */
export function openHead(keys: AuditKeys, jws: string): Head | 'unknown_key' | 'invalid' {
  return openJson<Head>(keys, 'audit-head+jws', jws);
}
