import { openJson, signJson } from '../signed-json';
import type { AuditKeys } from './audit-keys';

export interface Head {
  shop_id: string;
  sequence: number;
  /** Hash of the last audit log entry that the head covers, in hexadecimal. */
  hash: string;
  /** Day (UTC) that ends with the entry. Absent in the head of an export. */
  day?: string;
  /** Time of the export. Absent in daily heads. */
  exported_at?: string;
}

/** Signs the head of an audit log as a compact JWS. */
export function signHead(keys: AuditKeys, head: Head): string {
  return signJson(keys, 'audit-head+jws', head);
}

/** Returns the content of a signed head, or the reason why its signature cannot be verified. */
export function openHead(keys: AuditKeys, jws: string): Head | 'unknown_key' | 'invalid' {
  return openJson<Head>(keys, 'audit-head+jws', jws);
}
