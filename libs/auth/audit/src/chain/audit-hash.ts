import { createHash } from 'node:crypto';
import { canonicalJson } from './canonical-json';

/** Columns of an audit entry that its hash covers. Values are as in the API: ids, texts and UTC timestamps. */
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

/** Place of an entry in a chain, with hashes in hex. */
export interface Link {
  sequence: number;
  entry_id: string;
  previous_hash: string;
  hash: string;
}

/** The previous hash of the first entry of a chain. */
export const FIRST_PREVIOUS_HASH = '0'.repeat(64);

/** Canonical members of an entry: members without a value are omitted, so that later members can be added. */
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
 * Hash of an entry in hex: SHA-256 of the canonical JSON of its members. `auth.audit_hash` of the database computes
 * the same hash.
 */
export function auditHash(entry: HashedEntry, link: Pick<Link, 'sequence' | 'previous_hash'>): string {
  return createHash('sha256')
    .update(canonicalJson(hashedMembers(entry, link)))
    .digest('hex');
}
