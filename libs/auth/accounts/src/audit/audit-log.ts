import type { Transaction } from '@storewright/database';
import { v7 as uuidv7 } from 'uuid';
import type { AuditKind } from './audit-kinds';

export interface AuditEntry {
  kind: AuditKind;
  /** Whose log it is: the shop's, or where there is none, the person's. */
  shop_id?: string;
  /** Who did it; none: an app did. */
  owner_id?: string;
  app_id?: string;
  /** Ids, names and scopes; never a token, nonce, password or secret. */
  detail?: Record<string, unknown>;
  /** None: the operator did it, by a command. */
  request_id?: string;
}

const insert = `INSERT INTO auth.audit_entries (id, shop_id, owner_id, app_id, kind, detail, request_id)
  VALUES ($1, $2, $3, $4, $5, $6, $7)`;

/** Writes the entry in the transaction of what it tells: both are there or neither. The transaction's context is that shop or person. */
export async function recordAudit(transaction: Transaction, entry: AuditEntry): Promise<void> {
  const { kind, shop_id, owner_id, app_id, detail = {}, request_id } = entry;
  await transaction.query({
    text: insert,
    values: [uuidv7(), shop_id, owner_id, app_id, kind, JSON.stringify(detail), request_id],
  });
}

/**
 * What gives or changes power over every shop that the person owns, such as a sign-in: each shop's log has it, and the person's own. The
 * transaction's context is that person.
 */
export async function recordOfPerson(
  transaction: Transaction,
  entry: Omit<AuditEntry, 'shop_id' | 'owner_id'> & { owner_id: string },
): Promise<void> {
  const owned = await transaction.query({
    text: 'SELECT shop_id FROM auth.shop_owners WHERE owner_id = $1',
    values: [entry.owner_id],
  });
  for (const { shop_id } of owned) await recordAudit(transaction, { ...entry, shop_id: shop_id as string });
  await recordAudit(transaction, entry);
}
