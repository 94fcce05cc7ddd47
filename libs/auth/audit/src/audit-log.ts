import { defineStatement, namedValues, type Transaction } from '@storewright/database';
import type { Language } from '@storewright/entities';
import { AuditEntry as StoredEntry } from '@storewright/entities';
import { Member } from '@storewright/people';
import { v7 as uuidv7 } from 'uuid';
import type { AuditKind } from './audit-kinds';
import { type Actor, actorOf } from './actor';
import { notifyOfEntry } from './notifications';
import { sendNotices } from './send-notices';

export interface AuditEntry {
  /**
   * Id of the audit log entry. A caller that may write an entry twice sets the id, so that the audit log
   * contains the entry once.
   */
  id?: string;
  kind: AuditKind;
  /**
   * Id of the shop that the audit log entry concerns. If absent, the entry belongs to the audit log of the
   * person.
   */
  shop_id?: string;
  owner_id?: string;
  app_id?: string;
  /**
   * Ids, names and scopes that describe the audited change. Must not contain tokens, nonces, passwords or
   * secrets.
   */
  detail?: Record<string, unknown>;
  /** Actor of the audit log entry. Required only if `actorOf` would derive a wrong actor. */
  actor?: Actor;
  token_id?: string | undefined;
  /** Id of the request that caused the audit log entry. Absent for operator commands and background jobs. */
  request_id?: string;
  /**
   * Language of security notices to recipients who have not chosen one. The audit log does not store the
   * language.
   */
  language?: Language | null;
}

const insert = defineStatement('audit-entry-insert', (source) =>
  source
    .createQueryBuilder()
    .insert()
    .into(StoredEntry)
    .values(
      namedValues('id', 'shop_id', 'owner_id', 'app_id', 'kind', 'detail', 'request_id', 'actor', 'token_id'),
    ),
);

/**
 * Writes an audit log entry and queues its security notices, in the transaction of the audited change. The
 * transaction must run in the row-level security context of the shop or person.
 */
export async function recordAudit(transaction: Transaction, entry: AuditEntry): Promise<void> {
  await insertEntry(transaction, entry);
  await sendNotices(transaction, entry);
  await notifyOfEntry(transaction, entry);
}

async function insertEntry(transaction: Transaction, entry: AuditEntry): Promise<void> {
  const {
    id = uuidv7(),
    kind,
    shop_id = null,
    owner_id = null,
    app_id = null,
    detail = {},
    request_id = null,
    token_id = null,
  } = entry;
  const values = {
    id,
    shop_id,
    owner_id,
    app_id,
    kind,
    request_id,
    token_id,
    actor: entry.actor ?? actorOf(entry),
  };
  await transaction.execute(insert, { ...values, detail: JSON.stringify(detail) });
}

/**
 * Writes an audit log entry about a person, such as a sign-in, to the audit logs of the person and of all
 * shops of the person. Queues one security notice. The transaction must run in the row-level security context
 * of the person.
 */
export async function recordOfPerson(
  transaction: Transaction,
  entry: Omit<AuditEntry, 'id' | 'shop_id' | 'owner_id'> & { owner_id: string },
): Promise<void> {
  const { owner_id } = entry;
  // Inserting an audit log entry locks the hash chain of its shop. Locking in the order of shop ids avoids
  // deadlocks.
  const memberships = await transaction.of(Member).find({ where: { owner_id }, order: { shop_id: 'ASC' } });
  for (const { shop_id } of memberships) await insertEntry(transaction, { ...entry, shop_id });
  await recordAudit(transaction, entry);
}
