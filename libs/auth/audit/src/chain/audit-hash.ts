import { createHash } from 'node:crypto';
import { canonicalJson } from './canonical-json';

/** Columns that the hash of an audit log entry covers, with values as in the API: ids, texts and UTC timestamps. */
export interface HashedEntry {
  id: string;
  shop_id: string | null;
  owner_id: string | null;
  app_id: string | null;
  kind: string;
  detail: Record<string, unknown>;
  request_id: string | null;
  created_at: string;
  actor: string | null;
  token_id: string | null;
}

/** Position and hexadecimal hash of an audit log entry in the hash chain of its shop. */
export interface Link {
  sequence: number;
  entry_id: string;
  previous_hash: string;
  hash: string;
}

export const FIRST_PREVIOUS_HASH = '0'.repeat(64);

/**
 * Returns the hashed members of an audit log entry. Omits members with the value null, so that a new column
 * does not change existing hashes.
 */
export function hashedMembers(
  entry: HashedEntry,
  { sequence, previous_hash }: Pick<Link, 'sequence' | 'previous_hash'>,
): Record<string, unknown> {
  const { actor, app_id, created_at, detail, id, kind, owner_id, request_id, shop_id, token_id } = entry;
  const members = {
    ...{
      actor,
      app_id,
      created_at,
      detail,
      id,
      kind,
      owner_id,
      previous_hash,
      request_id,
      sequence,
      shop_id,
    },
    token_id,
  };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}

/**
 * Returns the SHA-256 hash of an audit log entry in canonical JSON, in hexadecimal. The SQL function
 * `auth.audit_hash` computes the same hash.
 */
export function auditHash(entry: HashedEntry, link: Pick<Link, 'sequence' | 'previous_hash'>): string {
  return createHash('sha256')
    .update(canonicalJson(hashedMembers(entry, link)))
    .digest('hex');
}
