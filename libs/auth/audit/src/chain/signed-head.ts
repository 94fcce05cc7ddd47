import { openJson, signJson } from '../signed-json';
import type { AuditKeys } from './audit-keys';

export interface Head {
  shop_id: string;
  sequence: number;
  hash: string;
  /** Day (UTC) whose last entry the signature covers. Absent in the signature of an audit log export. */
  day?: string;
  /** Time of the audit log export. Absent in daily signatures. */
  exported_at?: string;
}

export function signHead(keys: AuditKeys, head: Head): string {
  return signJson(keys, 'audit-head+jws', head);
}

/**
 * Returns the content of a signature over an audit log, or the reason why the signature cannot be verified.
 */
export function openHead(keys: AuditKeys, jws: string): Head | 'unknown_key' | 'invalid' {
  return openJson<Head>(keys, 'audit-head+jws', jws);
}
