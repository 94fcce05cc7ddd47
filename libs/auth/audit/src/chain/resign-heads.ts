// Written in SQL: replaces the signatures over the audit logs of all shops as the owner of the tables.
import type { Client } from 'pg';
import type { AuditKeys } from './audit-keys';
import { openHead, signHead } from './signed-head';

const ROWS_AT_ONCE = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

interface HeadRow {
  shop_id: string;
  sequence: number;
  hash: string;
  jws: string;
}

/**
 * Replaces signatures over audit logs with signatures by the first key of AUDIT_KEY, so that the operator can
 * remove older keys. A signature that no key verifies stays unchanged. Returns the numbers of both.
 */
export async function resignHeads(
  auth: Client,
  keys: AuditKeys,
): Promise<{ resigned: number; unverified: number }> {
  const counts = { resigned: 0, unverified: 0 };
  let last: Pick<HeadRow, 'shop_id' | 'sequence'> = { shop_id: FIRST_ID, sequence: 0 };
  for (;;) {
    const { rows } = await auth.query<HeadRow>(
      `SELECT shop_id, sequence, encode(hash, 'hex') AS hash, jws FROM auth.audit_heads
       WHERE key_id <> $1 AND (shop_id, sequence) > ($2, $3) ORDER BY shop_id, sequence LIMIT ${ROWS_AT_ONCE}`,
      [keys.newest.id, last.shop_id, last.sequence],
    );
    for (const row of rows) counts[await resign(auth, keys, row)] += 1;
    if (rows.length < ROWS_AT_ONCE) return counts;
    last = rows.at(-1)!;
  }
}

async function resign(
  auth: Client,
  keys: AuditKeys,
  { shop_id, sequence, hash, jws }: HeadRow,
): Promise<'resigned' | 'unverified'> {
  const head = openHead(keys, jws);
  if (
    typeof head === 'string' ||
    head.shop_id !== shop_id ||
    head.sequence !== sequence ||
    head.hash !== hash
  )
    return 'unverified';
  await auth.query('UPDATE auth.audit_heads SET jws = $3, key_id = $4 WHERE shop_id = $1 AND sequence = $2', [
    ...[shop_id, sequence, signHead(keys, head), keys.newest.id],
  ]);
  return 'resigned';
}
