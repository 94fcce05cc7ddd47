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
  /** Id of the audit log entry. Callers that may write an entry twice set the id, so that the log contains it once. */
  id?: string;
  kind: AuditKind;
  /**
   * Id of the shop that the audit log entry is about. If absent, the entry belongs to the audit log of the person.
   */
  shop_id?: string;
  /** Id of the person who acted. Absent if an app acted. */
  owner_id?: string;
  app_id?: string;
  /** Ids, names and scopes that describe the change. Must not contain tokens, nonces, passwords or secrets. */
  detail?: Record<string, unknown>;
  /** Kind of the actor. Required only if `actorOf` would derive the wrong kind. */
  actor?: Actor;
  /** Id of the OAuth token or session that authenticated the actor. */
  token_id?: string | undefined;
  /** Id of the request. Absent if an operator command or a background job wrote the audit log entry. */
  request_id?: string;
  /** Language of security notices to recipients who have not chosen a language. The audit log does not store it. */
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
 * Writes an audit log entry and queues its security notices, in the transaction of the change. The transaction must
 * run in the context of the shop or person of the entry.
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
 * Writes an entry that concerns all shops of a person, such as a sign-in, to the audit logs of the person and of
 * every shop. The person gets one security notice. The transaction must run in the context of the person.
 */
export async function recordOfPerson(
  transaction: Transaction,
  entry: Omit<AuditEntry, 'id' | 'shop_id' | 'owner_id'> & { owner_id: string },
): Promise<void> {
  const { owner_id } = entry;
  // Inserting an entry locks the hash chain of its shop. Locking in the order of shop ids avoids deadlocks.
  const memberships = await transaction.of(Member).find({ where: { owner_id }, order: { shop_id: 'ASC' } });
  for (const { shop_id } of memberships) await insertEntry(transaction, { ...entry, shop_id });
  await recordAudit(transaction, entry);
}
